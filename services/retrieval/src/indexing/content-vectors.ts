import { decodeVectors, encodeVectors, ServiceError, vectorBlobOf } from '@frontdesk/contracts'
import type { RetrievalContext } from '../context.ts'

/** Which vectors: those of a content's `part`, `count` of them. */
type Part = { contentId: string; part: number; count: number }

/**
 * The vectors of a part of a content, kept since it was embedded or brought by an import; undefined when there are none
 * by the model in use. They make a restored version searchable without asking the model again.
 */
export async function readVectors({ contentId, part, count }: Part, context: RetrievalContext) {
  const { tenant, blobs, models } = context
  const { model, dimensions } = models.embedding
  try {
    const stored = decodeVectors(await blobs.read(tenant, vectorBlobOf(contentId, part)))
    const fits = stored.model === model && stored.vectors.length === count && stored.vectors[0]?.length === dimensions
    return fits ? stored.vectors : undefined
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Whether vectors of a content are kept, by whichever model. */
export const hasVectors = (contentId: string, { tenant, blobs }: RetrievalContext): Promise<boolean> =>
  blobs.exists(tenant, vectorBlobOf(contentId, 0))

/** Keeps the vectors of a part. */
export async function storeVectors({ contentId, part }: Part, vectors: Float32Array[], context: RetrievalContext) {
  const { tenant, blobs, models } = context
  await blobs.put(tenant, vectorBlobOf(contentId, part), encodeVectors(models.embedding.model, vectors))
}

/** Removes what was kept of contents whose source was deleted while they were indexed: nobody else would. */
export async function removeVectors(contents: { contentId: string }[], { tenant, blobs }: RetrievalContext) {
  for (const { contentId } of contents) {
    for (let part = 0; await blobs.remove(tenant, vectorBlobOf(contentId, part)); part++);
  }
}
