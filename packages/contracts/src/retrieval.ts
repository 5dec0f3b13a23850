import { z } from 'zod'
import { event, owner, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { finishedJob, job } from './jobs.ts'
import { failure, foundChunk, pageOf, pageRequest, timestamp } from './records.ts'
import { codeWord, identifier } from './text-marks.ts'
import { triedVersion } from './trials.ts'

/** How many chunks of the tenant hold each word of a question, in any form, and how many there are. */
export const wordCounts = z.object({
  chunks: z.number().int(),
  words: z.array(z.object({ word: z.string(), frequency: z.number().int() })),
})
export type WordCounts = z.output<typeof wordCounts>

/** What was fitted on questions of a tenant; worth is a mean reciprocal rank at 10, 0..1. */
const fittedWeight = z.object({
  weight: z.number().describe('0 to 1: the weight of the vectors against the words'),
  questions: z.number().int(),
  before: z.number().describe('Mean reciprocal rank at 10 with the weight that was in use'),
  crossValidated: z
    .number()
    .describe(
      'The same, cross-validated: each fifth of the questions with a weight that was fitted on the other four fifths',
    ),
  fittedAt: timestamp,
  isApplied: z.boolean(),
})

/** Questions of a tenant with the sources that answer them. */
export const tuningQuestions = z
  .array(
    z.strictObject({
      question: z.string().max(1_000).trim().min(1),
      source: z.string().max(1_000).trim().min(1).describe('Id, title, file name or URL of the source that answers it'),
    }),
  )
  .min(1)
  .max(500)
  .refine(
    (all) => all.reduce((sum, { question }) => sum + question.length, 0) <= 200_000,
    'More than 200,000 characters',
  )

/** Texts a request to embed may hold: vectors of 3,072 dimensions for so many stay far below what the bus takes. */
export const textsPerEmbedding = 16
/** Characters (UTF-16 code units) of a text to embed; models take about 8,000 tokens. */
export const charactersPerEmbedding = 8_000

/** Everything that retrieval answers and tells. */
export const retrieval = owner('retrieval', {
  queries: {
    /** The best live chunks for a question, best first, and what its words weigh over the whole index. */
    chunksFind: query(
      'query.retrieval.chunks.find.v1',
      z.object({
        question: z.string().min(1).max(8_000),
        limit: z.number().int().min(1).max(100).default(5),
        /** Neither embedded nor reranked: nothing is sent to a model. */
        byWordsAlone: z.boolean().default(false),
        /** With the version of a trial in place of what is live of its source. `not_found` unless that is ready. */
        trialId: id.optional(),
      }),
      z.object({ chunks: z.array(foundChunk), asked: wordCounts }),
      // Chunks that are not live any more stay for twice as long.
      { timeoutMs: 5_000 },
    ),
    /**
     * Writes the tombstone of a source: when it is answered nothing of the source is found any more, and nothing that comes
     * late revives it. Asked before a delete is acknowledged; `sourceDeleted` does the same later, whatever happens meanwhile.
     */
    sourceForget: query(
      'query.retrieval.source.forget.v1',
      z.object({ sourceId: id, life: z.number().int().min(1).default(1) }),
      z.object({}),
    ),
    /** Unit vectors of texts, in order: little-endian 32-bit floats in base64. Throws `model_unavailable`. */
    textsEmbed: query(
      'query.retrieval.texts.embed.v1',
      z.object({ texts: z.array(z.string().min(1).max(charactersPerEmbedding)).min(1).max(textsPerEmbedding) }),
      z.object({ model: z.string(), dimensions: z.number().int(), vectors: z.array(z.string()) }),
    ),
    /**
     * Starts a job that embeds the live version of a source again, which answers all the while. `not_found` for a source
     * that is not there, `conflict` for one of which nothing is live yet.
     */
    sourceEmbed: query(
      'query.retrieval.source.embed.v1',
      z.object({ operationId, sourceId: id }),
      z.object({ jobId: identifier, sourceId: identifier, status: z.literal('Processing') }),
    ),
    /**
     * Starts a job that fits the weight of the vectors for this tenant and the embedding model. `apply`: it is used when it is
     * better on questions that it was not fitted on. `model_required` without an embedding model.
     */
    weightTune: query(
      'query.retrieval.weight.tune.v1',
      z.object({ operationId, questions: tuningQuestions, apply: z.boolean().default(true) }),
      z.object({ jobId: identifier }),
    ),
    weightRead: query(
      'query.retrieval.weight.read.v1',
      z.object({}),
      z.object({
        model: codeWord.nullable().describe('Null: no embedding model is configured'),
        weight: z.number().describe('In use, 0 to 1'),
        fitted: fittedWeight.nullable().describe('What was fitted last, applied or not'),
      }),
    ),
    tuningRead: query('query.retrieval.tuning.read.v1', z.object({ jobId: id }), job),
    tuningList: query('query.retrieval.tuning.list.v1', pageRequest, pageOf(job)),
    /** Brings a version into the index for `chunksFind` with this trial alone; what is live stays live. The same again does nothing. */
    trialStart: query('query.retrieval.trial.start.v1', z.object({ trialId: id, version: triedVersion }), z.object({})),
    trialRead: query(
      'query.retrieval.trial.read.v1',
      z.object({ trialId: id }),
      z.object({ state: z.enum(['indexing', 'ready', 'failed']), error: failure.optional() }),
    ),
    /** Removes its chunks, soon. One that is not there is fine. */
    trialEnd: query('query.retrieval.trial.end.v1', z.object({ trialId: id }), z.object({})),
    embeddingJobRead: query('query.retrieval.embedding-job.read.v1', z.object({ jobId: id }), job),
    embeddingJobList: query('query.retrieval.embedding-job.list.v1', pageRequest, pageOf(job)),
    /** What is not embedded by then stays as it was; a job that is finished is left as it is. */
    embeddingJobCancel: query('query.retrieval.embedding-job.cancel.v1', z.object({ jobId: id }), job),
  },
  events: {
    /** Of a large version that is being indexed, `done` of `total` chunks are written. */
    versionProgressed: event(
      'event.retrieval.version.progressed.v1',
      z.object({ sourceId: id, version: z.number().int(), done: z.number().int(), total: z.number().int() }),
    ),
    /** A version is searchable and live. */
    versionIndexed: event(
      'event.retrieval.version.indexed.v1',
      z.object({ sourceId: id, version: z.number().int(), chunks: z.number().int() }),
    ),
    /** A version could not be indexed, after every attempt; what was live stays live. */
    versionRejected: event(
      'event.retrieval.version.rejected.v1',
      z.object({ sourceId: id, version: z.number().int(), error: failure }),
    ),
    /**
     * The chunks of a live version, which were missing from the index or have no vectors of the model in use yet, are being
     * written again from what is stored: `done` of `total` so far. It is over when both are the same, or with `isEnded`, when
     * it could not be done.
     */
    versionReindexed: event(
      'event.retrieval.version.reindexed.v1',
      z.object({
        sourceId: id,
        version: z.number().int(),
        done: z.number().int(),
        total: z.number().int(),
        isEnded: z.literal(true).optional(),
      }),
    ),
    /** Of changes of the embedding model. */
    jobFinished: event('event.retrieval.job.finished.v1', finishedJob),
  },
})
