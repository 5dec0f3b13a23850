import { versionIndexed, versionRejected } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { embeddingJobs } from './embedding-jobs.ts'
import { live } from './live-record.ts'

export const config = z.object({
  /** Embedding again whose process is silent for this long is taken over. */
  EMBEDDING_LEASE_MS: z.coerce.number().int().min(500).default(15_000),
})
export const collections = { live, embeddingJobs }
export const publishes = { versionIndexed, versionRejected }
export const uses = ['blobs', 'chunkIndex', 'models'] as const

export type RetrievalContext = Context<(typeof uses)[number], typeof config, typeof collections, typeof publishes, {}>

/** Raised when tokens or what is stored with a chunk change, so that old and new stand side by side until all is new. */
const tokenGeneration = 1

/** Where chunks of the tenant are written and searched now. Another embedding model is another place. */
export const spaceOf = ({ tenant, models }: RetrievalContext) => ({
  tenant,
  generation: `${models.embedding.model}/${tokenGeneration}`,
  dimensions: models.embedding.dimensions,
})
