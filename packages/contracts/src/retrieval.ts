import { z } from 'zod'
import { event, query } from './define.ts'
import { id } from './identifiers.ts'
import { failure, foundChunk } from './records.ts'

/** The best live chunks for a question, best first. */
export const chunksFind = query(
  'query.retrieval.chunks.find.v1',
  z.object({ question: z.string().min(1).max(8_000), limit: z.number().int().min(1).max(100).default(5) }),
  z.object({ chunks: z.array(foundChunk) }),
)

/**
 * Writes the tombstone of a source: when it is answered nothing of the source is found any more, and nothing that comes
 * late revives it. Asked before a delete is acknowledged; `sourceDeleted` does the same later, whatever happens meanwhile.
 */
export const sourceForget = query('query.retrieval.source.forget.v1', z.object({ sourceId: id }), z.object({}))

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
