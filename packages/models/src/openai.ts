import { ServiceError } from '@frontdesk/contracts'
import type OpenAI from 'openai'
import { boundedFetch } from './bounded-fetch.ts'
import { loadTokenizer } from './count-tokens.ts'
import { startDeadline } from './deadline.ts'
import { describeFailure } from './describe-failure.ts'
import { embedRemotely } from './embed-remotely.ts'
import { embedLocally, localEmbedding } from './local.ts'
import type { Models } from './port.ts'
import { streamCompletion } from './stream-completion.ts'
import { wholeCharacters } from './whole-characters.ts'
import { answerPrompt, summaryPrompt } from './write-prompt.ts'

export type OpenAiOptions = {
  /** Of any endpoint that speaks the OpenAI wire format, with its `/v1`. */
  baseUrl: string
  /** Endpoints that need none take any text. */
  apiKey: string
  chatModel: string
  /** Absent: the local hashed embeddings. */
  embeddingModel?: string
  /**
   * Weight of the vector list in fusion for the endpoint's embeddings, 0..1. The default of .3 is a start, not a finding:
   * fit it on your own questions. The local embeddings keep their own.
   */
  embeddingWeight?: number
  /** Tokens of a prompt and its answer together. Default 16,000. */
  contextTokens?: number
  /** Tokens of an answer when the request does not say. Default 800. */
  maxAnswerTokens?: number
  /** How long the first text of an answer may take, retries included. Default 30 s. */
  firstTokenMs?: number
  /** How long an answer may stand still between two texts. Default 15 s. */
  idleMs?: number
  /** How long any other request may take. Default 30 s. */
  requestMs?: number
  /** Further tries, with growing pauses and jitter, before the first text came. Default 2. */
  maxRetries?: number
}

/** No reply that we ask for comes near it: 128 vectors of 4,096 numbers take some 12 MB as JSON. */
const maxReplyBytes = 64 * 1024 * 1024
const summaryTokens = 200
const checkMs = 900
/** A readiness probe asks the endpoint at most this often. */
const checkedForMs = 10_000

/**
 * Models behind an OpenAI-compatible endpoint. Asks for one embedding when it opens, to learn the dimensions. Every
 * failure is `model_unavailable` with a detail that names what happened (status, timeout, cut) and never the key; an abort
 * closes the HTTP request and throws the signal's reason.
 */
export async function openaiModels(options: OpenAiOptions): Promise<Models> {
  const { apiKey, chatModel, embeddingModel } = options
  const { contextTokens = 16_000, maxAnswerTokens = 800, requestMs = 30_000, maxRetries = 2 } = options
  // Loaded here, so a process with the local models pays for neither.
  const [{ default: Client }, tokenizer] = await Promise.all([import('openai'), loadTokenizer()])
  const client = new Client({
    baseURL: options.baseUrl,
    apiKey: apiKey || 'none',
    // Set, so that nothing else of the environment changes what is sent or logged.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: 'off',
    maxRetries,
    timeout: requestMs,
    fetch: boundedFetch(maxReplyBytes),
  })
  const complete = streamCompletion(client, {
    model: chatModel,
    apiKey,
    firstTokenMs: options.firstTokenMs ?? 30_000,
    idleMs: options.idleMs ?? 15_000,
  })
  const remote = embeddingModel ? embedRemotely(client, { model: embeddingModel, apiKey, requestMs }) : undefined

  return {
    chat: chatModel,
    embedding: remote
      ? { model: embeddingModel!, dimensions: await remote.dimensions(), weight: options.embeddingWeight ?? 0.3 }
      : localEmbedding,
    writesFreely: true,
    embed: remote ? remote.embed : embedLocally,
    answer(request, { signal }) {
      const maxTokens = Math.min(request.maxTokens ?? maxAnswerTokens, maxAnswerTokens)
      return wholeCharacters(
        complete(answerPrompt(request, tokenizer, contextTokens - maxTokens), { maxTokens, signal }),
      )
    },
    async summarize(request, { signal }) {
      let text = ''
      const messages = summaryPrompt(request, tokenizer, contextTokens - summaryTokens)
      for await (const part of wholeCharacters(complete(messages, { maxTokens: summaryTokens, signal }))) text += part
      return text.trim()
    },
    check: endpointCheck(client, apiKey),
  }
}

function endpointCheck(client: OpenAI, apiKey: string): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - checkedAt < checkedForMs) return
    const deadline = startDeadline()
    deadline.within(checkMs, `The model endpoint did not answer within ${checkMs} ms.`)
    try {
      await deadline.race(client.models.list({ signal: deadline.signal, maxRetries: 0 }).asResponse())
    } catch (error) {
      // An endpoint without this route is there all the same.
      const status = (error as { status?: number }).status
      if (status !== 404 && status !== 405) {
        throw error instanceof ServiceError ? error : describeFailure(error, 'answer', apiKey)
      }
    } finally {
      deadline.end()
    }
    checkedAt = performance.now()
  }
}
