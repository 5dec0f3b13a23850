import type OpenAI from 'openai'
import { boundedFetch } from './bounded-fetch.ts'
import { sharedBreaker } from './circuit-breaker.ts'
import type { Tokenizer } from './count-tokens.ts'
import type { Endpoint } from './stream-completion.ts'
import { unknownHabit } from './withhold-thoughts.ts'

export type OpenAiOptions = {
  /** Of any endpoint that speaks the OpenAI wire format, with its `/v1`. */
  baseUrl: string
  /** Endpoints that need none take any text. */
  apiKey: string
  chatModel: string
  /** Asked when the chat model fails before its first text; at the same endpoint unless it says otherwise. */
  fallback?: { chatModel: string; baseUrl?: string; apiKey?: string }
  /** Absent: the local hashed embeddings. */
  embeddingModel?: string
  /**
   * Weight of the vector list in fusion for the endpoint's embeddings, 0..1. The default of .3 is a start, not a finding:
   * fit it on your own questions. The local embeddings keep their own.
   */
  embeddingWeight?: number
  /** Tokens of a prompt and its answer together. Default 16,000. */
  contextTokens?: number
  /** Tokens of a prompt that what was said before may take. Default 2,000. */
  historyTokens?: number
  /** Tokens of an answer when the request does not say. Default 800. */
  maxAnswerTokens?: number
  /** How long a connection may take. Default 5 s. */
  connectMs?: number
  /** How long the first text of an answer may take, retries included. Default 30 s. */
  firstTokenMs?: number
  /** How long an answer may stand still between two texts. Default 15 s. */
  idleMs?: number
  /** How long a whole answer may take. Default 120 s. */
  totalMs?: number
  /** How long any other request may take. Default 30 s. */
  requestMs?: number
  /** Further tries, with growing pauses and jitter, before the first text came. Default 2. */
  maxRetries?: number
}

/** No reply that we ask for comes near it: 128 vectors of 4,096 numbers take some 12 MB as JSON. */
const maxReplyBytes = 64 * 1024 * 1024
export const defaultRequestMs = 30_000

type ClientOptions = Pick<OpenAiOptions, 'connectMs' | 'requestMs' | 'maxRetries'>

/** A client of one endpoint, bounded in time and in the size of a reply; it keeps a connection for all that it is asked. */
export function openClient(
  Client: typeof OpenAI,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  { connectMs = 5_000, requestMs = defaultRequestMs, maxRetries = 2 }: ClientOptions,
): OpenAI {
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey || 'none',
    // Set, so that nothing else of the environment changes what is sent or logged.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: 'off',
    maxRetries,
    timeout: requestMs,
    fetch: boundedFetch(maxReplyBytes, connectMs),
  })
}

/** The chat model and, after it, its fallback. `client` is that of the chat model. */
export function openEndpoints(
  Client: typeof OpenAI,
  options: OpenAiOptions,
  tokenizer: Tokenizer,
): { client: OpenAI; endpoints: Endpoint[] } {
  const { apiKey, chatModel, fallback, maxRetries = 2 } = options
  const limits = {
    firstTokenMs: options.firstTokenMs ?? 30_000,
    idleMs: options.idleMs ?? 15_000,
    totalMs: options.totalMs ?? 120_000,
    maxRetries,
  }
  const client = openClient(Client, options, options)
  const endpoints: Endpoint[] = [
    {
      client,
      model: chatModel,
      apiKey,
      breaker: sharedBreaker(options.baseUrl, chatModel),
      tokenizer,
      habit: unknownHabit(),
      limits,
    },
  ]
  if (fallback) {
    const baseUrl = fallback.baseUrl ?? options.baseUrl
    // A key is never sent to an address that it was not given for.
    const key = fallback.apiKey ?? (fallback.baseUrl ? '' : apiKey)
    const own = fallback.baseUrl || fallback.apiKey ? openClient(Client, { baseUrl, apiKey: key }, options) : client
    const breaker = sharedBreaker(baseUrl, fallback.chatModel)
    endpoints.push({
      client: own,
      model: fallback.chatModel,
      apiKey: key,
      breaker,
      tokenizer,
      habit: unknownHabit(),
      limits,
    })
  }
  return { client, endpoints }
}
