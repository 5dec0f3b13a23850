import { derivedId } from '@frontdesk/contracts'
import type { RetrievalContext } from '../context.ts'

/** The id of the document with the weight of an embedding model. */
export const weightIdOf = (model: string): string => derivedId('tun', model)

/** The weight of vectors for a tenant: fitted on its own questions where that was applied, else that of the model. */
export async function weightFor({ tenant, collections, models }: RetrievalContext): Promise<number> {
  const { isIndexed, model, weight } = models.embedding
  if (!isIndexed) return 0
  const fitted = (await collections.weights.get(tenant, weightIdOf(model)))?.body
  return fitted?.inUse ?? weight
}

/** The weight in use, and what was fitted last for the model. */
export async function readWeight(context: RetrievalContext) {
  const { tenant, collections, models } = context
  const { isIndexed, model } = models.embedding
  const fitted = isIndexed ? (await collections.weights.get(tenant, weightIdOf(model)))?.body : undefined
  return { model: isIndexed ? model : null, weight: await weightFor(context), fitted: fitted?.last ?? null }
}
