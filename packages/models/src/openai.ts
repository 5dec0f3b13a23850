import { ServiceError } from '@frontdesk/contracts'
import type OpenAI from 'openai'
import { z } from 'zod'
import { boundedFetch } from './bounded-fetch.ts'
import { sharedBreaker } from './circuit-breaker.ts'
import { completeStructured } from './complete-structured.ts'
import { assessment, assessPrompt, noteDraft, notePrompt, translatePrompt } from './copilot-prompts.ts'
import { loadTokenizer } from './count-tokens.ts'
import { startDeadline } from './deadline.ts'
import { describeFailure } from './describe-failure.ts'
import { embedRemotely } from './embed-remotely.ts'
import { embedLocally, localEmbedding } from './local.ts'
import type { CallOptions, Models } from './port.ts'
import { restylePrompt } from './restyle-prompt.ts'
import { type Endpoint, streamCompletion } from './stream-completion.ts'
import { wholeCharacters } from './whole-characters.ts'
import { askFirst, streamFirst } from './with-fallback.ts'
import { withholdRules } from './withhold-rules.ts'
import { answerPrompt, type ChatMessage, judgePrompt, rewritePrompt, summaryPrompt } from './write-prompt.ts'

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
const summaryTokens = 200
/** Room for a verdict, or a question, and for models that think first. */
const structuredTokens = 400
/** Three lists of short sentences. */
const noteTokens = 700
/** A question that stands alone is a sentence; anything longer is not what was asked for. */
const longestRewrite = 1_000
const checkMs = 900
/** A readiness probe asks the endpoint at most this often. */
const checkedForMs = 10_000

const verdict = z.strictObject({ answers: z.enum(['yes', 'partly', 'no']) })
const rewritten = z.strictObject({ question: z.string().trim().min(1).max(longestRewrite) })

/**
 * Models behind an OpenAI-compatible endpoint. Asks for one embedding when it opens, to learn the dimensions. Every
 * failure is `model_unavailable` with a detail that names what happened (status, timeout, cut) and never the key; an abort
 * closes the HTTP request and throws the signal's reason.
 */
export async function openaiModels(options: OpenAiOptions): Promise<Models> {
  const { apiKey, chatModel, embeddingModel, fallback } = options
  const { contextTokens = 16_000, historyTokens = 2_000, maxAnswerTokens = 800 } = options
  const { connectMs = 5_000, requestMs = 30_000, maxRetries = 2 } = options
  // Loaded here, so a process with the local models pays for neither.
  const [{ default: Client }, tokenizer] = await Promise.all([import('openai'), loadTokenizer(chatModel)])
  const limits = {
    firstTokenMs: options.firstTokenMs ?? 30_000,
    idleMs: options.idleMs ?? 15_000,
    totalMs: options.totalMs ?? 120_000,
    maxRetries,
  }
  const fetch = boundedFetch(maxReplyBytes, connectMs)
  const clientOf = (baseURL: string, key: string) =>
    new Client({
      baseURL,
      apiKey: key || 'none',
      // Set, so that nothing else of the environment changes what is sent or logged.
      organization: null,
      project: null,
      adminAPIKey: null,
      logLevel: 'off',
      maxRetries,
      timeout: requestMs,
      fetch,
    })
  const client = clientOf(options.baseUrl, apiKey)
  const endpoints: Endpoint[] = [
    { client, model: chatModel, apiKey, breaker: sharedBreaker(options.baseUrl, chatModel), tokenizer, limits },
  ]
  if (fallback) {
    const baseUrl = fallback.baseUrl ?? options.baseUrl
    // A key is never sent to an address that it was not given for.
    const key = fallback.apiKey ?? (fallback.baseUrl ? '' : apiKey)
    const own = fallback.baseUrl || fallback.apiKey ? clientOf(baseUrl, key) : client
    const breaker = sharedBreaker(baseUrl, fallback.chatModel)
    endpoints.push({ client: own, model: fallback.chatModel, apiKey: key, breaker, tokenizer, limits })
  }
  const streams = endpoints.map(streamCompletion)
  const objects = endpoints.map(completeStructured)
  const checks = endpoints.map(({ client, apiKey }) => endpointCheck(client, apiKey))
  const remote = embeddingModel ? embedRemotely(client, { model: embeddingModel, apiKey, requestMs }) : undefined

  const write = (messages: ChatMessage[], maxTokens: number, call: CallOptions) =>
    wholeCharacters(streamFirst(streams.map((stream) => () => stream({ ...call, messages, maxTokens }))))
  const decide = <T extends z.ZodObject>(
    schema: T,
    name: string,
    messages: ChatMessage[],
    call: CallOptions,
    maxTokens = structuredTokens,
  ) => askFirst(objects.map((ask) => () => ask(schema, name, { ...call, messages, maxTokens })))

  return {
    chat: chatModel,
    embedding: remote
      ? { model: embeddingModel!, dimensions: await remote.dimensions(), weight: options.embeddingWeight ?? 0.3 }
      : localEmbedding,
    writesFreely: true,
    embed: remote ? remote.embed : embedLocally,
    answer(request, call) {
      const maxTokens = Math.min(request.maxTokens ?? maxAnswerTokens, maxAnswerTokens)
      const budget = { prompt: contextTokens - maxTokens, history: historyTokens }
      const prompt = answerPrompt(request, tokenizer, budget)
      return withholdRules(write(prompt, maxTokens, call), prompt[0]!.content)
    },
    async summarize(request, call) {
      let text = ''
      const messages = summaryPrompt(request, tokenizer, contextTokens - summaryTokens)
      for await (const part of write(messages, summaryTokens, call)) text += part
      return text.trim()
    },
    async judge(request, call) {
      const messages = judgePrompt(request, tokenizer, contextTokens - structuredTokens)
      return (await decide(verdict, 'verdict', messages, call)).answers
    },
    async rewrite(request, call) {
      const messages = rewritePrompt(request, tokenizer, Math.min(historyTokens, contextTokens - structuredTokens))
      return (await decide(rewritten, 'question', messages, call)).question
    },
    async restyle(request, call) {
      let text = ''
      // Another tone may take more words, hardly twice as many.
      const maxTokens = 2 * tokenizer.count(request.text) + 64
      for await (const part of write(restylePrompt(request), maxTokens, call)) text += part
      return text.trim()
    },
    async translate(request, call) {
      let text = ''
      // Swedish takes more tokens than English.
      const maxTokens = 3 * tokenizer.count(request.text) + 64
      for await (const part of write(translatePrompt(request), maxTokens, call)) text += part
      return text.trim()
    },
    async assess(request, call) {
      const messages = assessPrompt(request, tokenizer, contextTokens - structuredTokens)
      const { sentiment, certainty } = await decide(assessment, 'assessment', messages, call)
      return { label: sentiment, score: certainty }
    },
    draftNote(request, call) {
      const messages = notePrompt(request, tokenizer, contextTokens - noteTokens)
      return decide(noteDraft, 'note', messages, call, noteTokens)
    },
    check: () => askFirst(checks),
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
