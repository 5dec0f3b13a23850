import { z } from 'zod'
import { localModels } from './local.ts'
import { openaiModels } from './openai.ts'
import type { Models } from './port.ts'

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsUnset, z.string().optional())

/** The settings that choose the models. An API key alone changes nothing: it stands in many environments by chance. */
export const modelSettings = z
  .object({
    OPENAI_BASE_URL: z.preprocess(blankIsUnset, z.url({ protocol: /^https?$/ }).optional()),
    OPENAI_API_KEY: text,
    CHAT_MODEL: text,
    EMBEDDING_MODEL: text,
  })
  .check(({ value, issues }) => {
    const fault = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value })
    const { OPENAI_BASE_URL, OPENAI_API_KEY, CHAT_MODEL, EMBEDDING_MODEL } = value
    if (OPENAI_BASE_URL && !CHAT_MODEL) fault('CHAT_MODEL', 'must be set when OPENAI_BASE_URL is')
    else if (EMBEDDING_MODEL && !CHAT_MODEL) fault('CHAT_MODEL', 'must be set when EMBEDDING_MODEL is')
    if (CHAT_MODEL && !OPENAI_BASE_URL && !OPENAI_API_KEY) {
      fault('OPENAI_BASE_URL', 'must be set when CHAT_MODEL is (or OPENAI_API_KEY, for api.openai.com)')
    }
  })

/**
 * The models that the environment names: an OpenAI-compatible endpoint when `CHAT_MODEL` is set, the local ones otherwise.
 * Throws one error that lists every fault of the settings, and `model_unavailable` when the endpoint does not embed.
 */
export async function openModels(env: Record<string, string | undefined>): Promise<Models> {
  const parsed = modelSettings.safeParse(env)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`These settings are not valid:\n  ${faults.join('\n  ')}`)
  }
  const { OPENAI_BASE_URL, OPENAI_API_KEY, CHAT_MODEL, EMBEDDING_MODEL } = parsed.data
  if (!CHAT_MODEL) return localModels()
  return openaiModels({
    baseUrl: OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: OPENAI_API_KEY ?? '',
    chatModel: CHAT_MODEL,
    ...(EMBEDDING_MODEL && { embeddingModel: EMBEDDING_MODEL }),
  })
}
