import { addressWithoutSecrets, emptyInspection, type Finding, type Inspection } from '@frontdesk/contracts'
import { hasRemoteEmbedding, openModels } from './open-models.ts'

type Environment = Record<string, string | undefined>

/** A person waits for the doctor. */
const tryMs = 20_000
const question = 'Reply with the word "ready".'

/**
 * Reports whether the models answer: each chat model is asked a short question of its own, so a model that is missing, refuses
 * or has no quota left shows even where a fallback hides it. Requests an embedding when the endpoint embeds.
 */
export async function inspectModels(env: Environment): Promise<Inspection> {
  const inspection = emptyInspection('models')
  const endpoint = addressWithoutSecrets(env.OPENAI_BASE_URL || 'https://api.openai.com/v1')
  try {
    let absence: string | undefined
    const absent = (reason: string) => {
      absence = reason
    }
    const models = await openModels(env, { absent })
    if (absence)
      inspection.findings.push({
        level: 'warning',
        what: `The built-in embedding model can't be used: ${absence}`,
        remedy:
          'Run `frontdesk fetch-embeddings` and start Frontdesk again, or set EMBEDDING_MODEL=off. Until then, questions find sources by their words alone.',
      })
    inspection.settings = {
      chat: models.chat ?? 'local: composed from the best sentences of the sources',
      embedding: models.embedding.model,
      dimensions: models.embedding.dimensions,
      ...((models.chat !== null || hasRemoteEmbedding(env)) && { endpoint }),
      ...(env.RERANK_URL && { reranker: addressWithoutSecrets(env.RERANK_URL) }),
      ...(models.chat !== null && env.FALLBACK_CHAT_MODEL && { fallback: env.FALLBACK_CHAT_MODEL }),
    }
    try {
      await models.embed(['How long?'], { kind: 'query', signal: AbortSignal.timeout(tryMs) })
    } finally {
      await models.close?.()
    }
    await models.check()
    if (models.chat !== null) inspection.findings.push(...(await tryChatModels(env, models.chat, endpoint)))
  } catch (error) {
    inspection.findings.push({
      level: 'fault',
      what: `The models can't be used: ${(error as Error).message}`,
      remedy: `Make sure that ${endpoint} can be reached from here and offers what CHAT_MODEL and EMBEDDING_MODEL name, and check OPENAI_API_KEY.`,
    })
  }
  return inspection
}

/** Each chat model alone, as if it were the only one. */
async function tryChatModels(env: Environment, chat: string, endpoint: string): Promise<Finding[]> {
  const { FALLBACK_CHAT_MODEL: fallback, FALLBACK_OPENAI_BASE_URL: address, FALLBACK_OPENAI_API_KEY: key } = env
  const alone = { ...env, FALLBACK_CHAT_MODEL: '', FALLBACK_OPENAI_BASE_URL: '', FALLBACK_OPENAI_API_KEY: '' }
  const tried = [tryChatModel({ ...alone, EMBEDDING_MODEL: '', EMBEDDING_WEIGHT: '' }, chat, endpoint)]
  if (fallback) {
    const own = {
      ...alone,
      ...{ EMBEDDING_MODEL: '', EMBEDDING_WEIGHT: '', CHAT_MODEL: fallback },
      ...(address && { OPENAI_BASE_URL: address, OPENAI_API_KEY: '' }),
      ...(key && { OPENAI_API_KEY: key }),
    }
    tried.push(tryChatModel(own, fallback, address ? addressWithoutSecrets(address) : endpoint))
  }
  return (await Promise.all(tried)).flat()
}

async function tryChatModel(env: Environment, name: string, endpoint: string): Promise<Finding[]> {
  const models = await openModels({ ...env, MODEL_MAX_RETRIES: '0' })
  try {
    const signal = AbortSignal.timeout(tryMs)
    const asked = { question, history: [], passages: [], instructions: [] }
    for await (const _ of models.answer(asked, { signal })) break
  } catch (error) {
    return [
      {
        level: 'fault',
        what: `The chat model ${name} does not answer: ${(error as Error).message}`,
        remedy: `Check that ${endpoint} offers ${name}, and the key and the quota of the account. Until then, questions go to people.`,
      },
    ]
  }
  try {
    const passages = [{ id: '1', title: 'Delivery', text: 'Delivery takes three days.' }]
    await models.judge({ question: 'How long does delivery take?', passages }, { signal: AbortSignal.timeout(tryMs) })
  } catch (error) {
    return [
      {
        level: 'warning',
        what: `The chat model ${name} gives no verdicts on answers: ${(error as Error).message}`,
        remedy: 'Answers rest on the local judgement alone. Use a model or a server that supports structured output.',
      },
    ]
  }
  return []
}
