import type { retrieval } from '@frontdesk/contracts'
import type { z } from 'zod'
import type { RetrievalContext } from '../context.ts'

/** Vectors of texts by the model that chunks are embedded with, packed for the bus. Throws `model_unavailable`. */
export async function embedTexts(
  texts: string[],
  { models, signal }: RetrievalContext,
): Promise<z.output<typeof retrieval.queries.textsEmbed.reply>> {
  const vectors = await models.embed(texts, { signal })
  const { model, dimensions } = models.embedding
  return { model, dimensions, vectors: vectors.map(packed) }
}

function packed(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4)
  return bytes.toString('base64')
}
