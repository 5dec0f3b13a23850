import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { failure, foundChunk, job, pageOf, pageRequest } from './records.ts'

/** The best live chunks for a question, best first. */
export const chunksFind = query(
  'query.retrieval.chunks.find.v1',
  z.object({ question: z.string().min(1).max(8_000), limit: z.number().int().min(1).max(100).default(5) }),
  z.object({ chunks: z.array(foundChunk) }),
  // Chunks that are not live any more stay for twice as long.
  { timeoutMs: 5_000 },
)

/**
 * Writes the tombstone of a source: when it is answered nothing of the source is found any more, and nothing that comes
 * late revives it. Asked before a delete is acknowledged; `sourceDeleted` does the same later, whatever happens meanwhile.
 */
export const sourceForget = query(
  'query.retrieval.source.forget.v1',
  z.object({ sourceId: id, life: z.number().int().min(1).default(1) }),
  z.object({}),
)

/** A version is searchable and live. */
export const versionIndexed = event(
  'event.retrieval.version.indexed.v1',
  z.object({ sourceId: id, version: z.number().int(), chunks: z.number().int() }),
)

/** A version could not be indexed, after every attempt; what was live stays live. */
export const versionRejected = event(
  'event.retrieval.version.rejected.v1',
  z.object({ sourceId: id, version: z.number().int(), error: failure }),
)

/** Texts a request to embed may hold: vectors of 3,072 dimensions for so many stay far below what the bus takes. */
export const textsPerEmbedding = 16
/** Characters (UTF-16 code units) of a text to embed; models take about 8,000 tokens. */
export const charactersPerEmbedding = 8_000

/** Unit vectors of texts, in order: little-endian 32-bit floats in base64. Throws `model_unavailable`. */
export const textsEmbed = query(
  'query.retrieval.texts.embed.v1',
  z.object({ texts: z.array(z.string().min(1).max(charactersPerEmbedding)).min(1).max(textsPerEmbedding) }),
  z.object({ model: z.string(), dimensions: z.number().int(), vectors: z.array(z.string()) }),
)

/**
 * Starts a job that embeds the live version of a source again, which answers all the while. `not_found` for a source
 * that is not there, `conflict` for one of which nothing is live yet.
 */
export const sourceEmbed = query(
  'query.retrieval.source.embed.v1',
  z.object({ operationId, sourceId: id }),
  z.object({ jobId: z.string(), sourceId: z.string(), status: z.literal('Processing') }),
)
export const embeddingJobRead = query('query.retrieval.embedding-job.read.v1', z.object({ jobId: id }), job)
export const embeddingJobList = query('query.retrieval.embedding-job.list.v1', pageRequest, pageOf(job))
/** What is not embedded by then stays as it was; a job that is finished is left as it is. */
export const embeddingJobCancel = query('query.retrieval.embedding-job.cancel.v1', z.object({ jobId: id }), job)
