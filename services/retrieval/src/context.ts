import { ingest, type retrieval } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { embeddingJobs } from './embedding/embedding-job-document.ts'
import { indexChecks } from './health/index-check-document.ts'
import { indexFormat, live } from './live/live-record-document.ts'
import type { State } from './state.ts'
import { trials } from './trials/trial-document.ts'
import { tuningJobs, weights } from './tuning/tuning-document.ts'

export const config = z.object({
  /** Embedding again whose process is silent for this long is taken over. */
  EMBEDDING_LEASE_MS: z.coerce.number().int().min(500).default(15_000),
})
export const collections = { live, embeddingJobs, indexChecks, tuningJobs, weights, trials }
export const asks = [ingest] as const
export const uses = ['blobs', 'chunkIndex', 'models', 'health'] as const

export type RetrievalContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof retrieval,
  typeof asks,
  State
>

/** Where chunks of the tenant are written and searched now. Another embedding model is another place. */
export const spaceOf = ({ tenant, models }: RetrievalContext) => ({
  tenant,
  generation: `${models.embedding.model}/${indexFormat}`,
  dimensions: models.embedding.isIndexed ? models.embedding.dimensions : 0,
})

/** Where chunks of a large version stand until their vectors are made, found by their words. */
export const wordsSpaceOf = ({ tenant }: Pick<RetrievalContext, 'tenant'>) => ({
  tenant,
  generation: `words/${indexFormat}`,
  dimensions: 0,
})
