import { z } from 'zod'
import { openBuiltinEmbedding } from './embed-builtin.ts'
import { embeddingModels } from './embed-remotely.ts'
import { localModels } from './local.ts'
import type { OpenAiOptions } from './open-endpoints.ts'
import { openaiModels } from './openai.ts'
import type { Models } from './port.ts'
import { reranker } from './rerank.ts'

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsUnset, z.string().optional())
const address = z.preprocess(blankIsUnset, z.url({ protocol: /^https?$/ }).optional())
const share = z.preprocess(blankIsUnset, z.coerce.number().min(0).max(1).optional())
const whole = (least: number) => z.preprocess(blankIsUnset, z.coerce.number().int().min(least).optional())

/** The settings that choose the models. An API key alone changes nothing: many environments happen to have one. */
export const modelSettings = z
  .object({
    OPENAI_BASE_URL: address,
    OPENAI_API_KEY: text,
    CHAT_MODEL: text,
    /** `builtin`, `off` or the name of a model of the endpoint. */
    EMBEDDING_MODEL: text,
    /** Where built-in models are kept. */
    MODELS_DIR: text,
    /** Weights of the built-in embedding model that were downloaded elsewhere. */
    EMBEDDING_WEIGHTS_FILE: text,
    /** The weight of its cosine relative to the lexical score, 0..1. */
    EMBEDDING_WEIGHT: share,
    /** The whole address of a reranker that speaks the format that Cohere, Jina and vLLM share. */
    RERANK_URL: address,
    RERANK_MODEL: text,
    RERANK_API_KEY: text,
    RERANK_TIMEOUT_MS: whole(1),
    /** Asked when CHAT_MODEL fails before its first text; at the same address with the same key unless these say otherwise. */
    FALLBACK_CHAT_MODEL: text,
    FALLBACK_OPENAI_BASE_URL: address,
    FALLBACK_OPENAI_API_KEY: text,
    /** Tokens of a prompt with its answer, of an answer, and of the conversation history. */
    MODEL_CONTEXT_TOKENS: whole(2_000),
    MODEL_ANSWER_TOKENS: whole(16),
    MODEL_HISTORY_TOKENS: whole(0),
    MODEL_CONNECT_TIMEOUT_MS: whole(1),
    MODEL_FIRST_TOKEN_TIMEOUT_MS: whole(1),
    MODEL_IDLE_TIMEOUT_MS: whole(1),
    MODEL_TOTAL_TIMEOUT_MS: whole(1),
    /** Retries before the first text. */
    MODEL_MAX_RETRIES: whole(0),
  })
  .check(({ value, issues }) => {
    const fault = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value })
    const { OPENAI_BASE_URL, OPENAI_API_KEY, CHAT_MODEL } = value
    const EMBEDDING_MODEL = isOwn(value.EMBEDDING_MODEL) ? undefined : value.EMBEDDING_MODEL
    if (OPENAI_BASE_URL && !CHAT_MODEL && !EMBEDDING_MODEL)
      fault('CHAT_MODEL', 'must be set when OPENAI_BASE_URL is (or EMBEDDING_MODEL alone, to search by meaning)')
    if (value.FALLBACK_CHAT_MODEL && !CHAT_MODEL) fault('CHAT_MODEL', 'must be set when FALLBACK_CHAT_MODEL is')
    if (!value.FALLBACK_CHAT_MODEL && (value.FALLBACK_OPENAI_BASE_URL || value.FALLBACK_OPENAI_API_KEY)) {
      fault('FALLBACK_CHAT_MODEL', 'must be set when FALLBACK_OPENAI_BASE_URL or FALLBACK_OPENAI_API_KEY is')
    }
    if (value.EMBEDDING_WEIGHT !== undefined && (!value.EMBEDDING_MODEL || value.EMBEDDING_MODEL === 'off')) {
      fault('EMBEDDING_MODEL', 'must be set when EMBEDDING_WEIGHT is')
    }
    if (!value.RERANK_URL && (value.RERANK_MODEL || value.RERANK_API_KEY)) {
      fault('RERANK_URL', 'must be set when RERANK_MODEL or RERANK_API_KEY is')
    }
    if ((value.MODEL_ANSWER_TOKENS ?? 0) * 2 > (value.MODEL_CONTEXT_TOKENS ?? 16_000)) {
      fault('MODEL_ANSWER_TOKENS', 'must be at most half of MODEL_CONTEXT_TOKENS')
    }
    const model = CHAT_MODEL ? 'CHAT_MODEL' : EMBEDDING_MODEL ? 'EMBEDDING_MODEL' : undefined
    if (model && !OPENAI_BASE_URL && !OPENAI_API_KEY) {
      fault('OPENAI_BASE_URL', `must be set when ${model} is (or OPENAI_API_KEY, for api.openai.com)`)
    }
  })

/** Values of EMBEDDING_MODEL that name no model of the endpoint. */
const isOwn = (name: string | undefined) => name === 'builtin' || name === 'off'

/** Whether a model of the endpoint embeds. */
export const hasRemoteEmbedding = ({ EMBEDDING_MODEL }: Record<string, string | undefined>): boolean =>
  Boolean(EMBEDDING_MODEL) && !isOwn(EMBEDDING_MODEL)

/**
 * The models that the environment names: an OpenAI-compatible endpoint when `CHAT_MODEL` is set, the local ones otherwise;
 * with the built-in embedding model for `EMBEDDING_MODEL=builtin`, and that of the endpoint for any other name. `absent` is told
 * why the built-in model can't be used; then texts are found by their words, as with `off` and without the setting.
 * Throws one error that lists every fault of the settings, and `model_unavailable` when the endpoint does not embed.
 */
export async function openModels(
  env: Record<string, string | undefined>,
  { absent }: { absent?: (reason: string) => void } = {},
): Promise<Models> {
  const parsed = modelSettings.safeParse(env)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`These settings are not valid:\n  ${faults.join('\n  ')}`)
  }
  const { EMBEDDING_MODEL, EMBEDDING_WEIGHT, RERANK_URL, RERANK_MODEL, RERANK_API_KEY, RERANK_TIMEOUT_MS } = parsed.data
  const models = await openNamed(parsed.data)
  if (EMBEDDING_MODEL === 'builtin') {
    const builtin = await openBuiltinEmbedding(env, EMBEDDING_WEIGHT)
    if ('reason' in builtin) absent?.(builtin.reason)
    else Object.assign(models, builtin)
  }
  if (!RERANK_URL) return models
  const timeoutMs = RERANK_TIMEOUT_MS ?? defaultRerankMs
  return { ...models, rerank: reranker({ url: RERANK_URL, model: RERANK_MODEL, apiKey: RERANK_API_KEY, timeoutMs }) }
}

function openNamed(settings: z.output<typeof modelSettings>): Models | Promise<Models> {
  const { CHAT_MODEL: chatModel } = settings
  const { embeddingModel, ...options } = optionsOf(settings)
  if (chatModel) return openaiModels({ ...options, ...(embeddingModel && { embeddingModel }), chatModel })
  return embeddingModel ? embeddingModels({ ...options, embeddingModel }) : localModels()
}

/** A question waits for it before anything is written. */
const defaultRerankMs = 800

function optionsOf(settings: z.output<typeof modelSettings>): Omit<OpenAiOptions, 'chatModel'> {
  const { FALLBACK_CHAT_MODEL, FALLBACK_OPENAI_BASE_URL, FALLBACK_OPENAI_API_KEY } = settings
  const options = {
    baseUrl: settings.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: settings.OPENAI_API_KEY ?? '',
    embeddingModel: isOwn(settings.EMBEDDING_MODEL) ? undefined : settings.EMBEDDING_MODEL,
    embeddingWeight: settings.EMBEDDING_WEIGHT,
    fallback: FALLBACK_CHAT_MODEL
      ? {
          chatModel: FALLBACK_CHAT_MODEL,
          ...(FALLBACK_OPENAI_BASE_URL && { baseUrl: FALLBACK_OPENAI_BASE_URL }),
          ...(FALLBACK_OPENAI_API_KEY && { apiKey: FALLBACK_OPENAI_API_KEY }),
        }
      : undefined,
    contextTokens: settings.MODEL_CONTEXT_TOKENS,
    maxAnswerTokens: settings.MODEL_ANSWER_TOKENS,
    historyTokens: settings.MODEL_HISTORY_TOKENS,
    connectMs: settings.MODEL_CONNECT_TIMEOUT_MS,
    firstTokenMs: settings.MODEL_FIRST_TOKEN_TIMEOUT_MS,
    idleMs: settings.MODEL_IDLE_TIMEOUT_MS,
    totalMs: settings.MODEL_TOTAL_TIMEOUT_MS,
    maxRetries: settings.MODEL_MAX_RETRIES,
  }
  // What is not set keeps its default.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Omit<
    OpenAiOptions,
    'chatModel'
  >
}
