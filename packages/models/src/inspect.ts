import { addressWithoutSecrets, emptyInspection, type Inspection } from '@frontdesk/contracts'
import { openModels } from './open-models.ts'

/** Reports whether the models answer. Requests an embedding when the endpoint embeds. */
export async function inspectModels(env: Record<string, string | undefined>): Promise<Inspection> {
  const inspection = emptyInspection('models')
  const endpoint = addressWithoutSecrets(env.OPENAI_BASE_URL || 'https://api.openai.com/v1')
  try {
    const models = await openModels(env)
    inspection.settings = {
      chat: models.chat ?? 'local: composed from the best sentences of the sources',
      embedding: models.embedding.model,
      dimensions: models.embedding.dimensions,
      ...(models.chat !== null && { endpoint }),
      ...(env.RERANK_URL && { reranker: addressWithoutSecrets(env.RERANK_URL) }),
      ...(models.chat !== null && env.FALLBACK_CHAT_MODEL && { fallback: env.FALLBACK_CHAT_MODEL }),
    }
    await models.check()
  } catch (error) {
    inspection.findings.push({
      level: 'fault',
      what: `The models can't be used: ${(error as Error).message}`,
      remedy: `Make sure that ${endpoint} can be reached from here and offers CHAT_MODEL and EMBEDDING_MODEL, and check OPENAI_API_KEY.`,
    })
  }
  return inspection
}
