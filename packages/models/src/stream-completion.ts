import { pauseBy, ServiceError, systemClock } from '@frontdesk/contracts'
import type OpenAI from 'openai'
import type { Attempt, Breaker } from './circuit-breaker.ts'
import type { Tokenizer } from './count-tokens.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { describeFailure } from './describe-failure.ts'
import type { Usage } from './port.ts'
import { readCompletionChunks } from './read-completion-chunks.ts'
import { faultOf, pauseBefore, retryAfterOf } from './retry-pause.ts'
import type { ChatMessage } from './write-prompt.ts'

/** An endpoint's client, the model asked of it, and what guards both. */
export type Endpoint = {
  client: OpenAI
  model: string
  apiKey: string
  breaker: Breaker
  tokenizer: Tokenizer
  limits: { firstTokenMs: number; idleMs: number; totalMs: number; maxRetries: number }
}
export type CompletionRequest = {
  messages: ChatMessage[]
  maxTokens: number
  signal: AbortSignal
  onUsage?: ((usage: Usage) => void) | undefined
}

/** No answer that we ask for comes near it; an endpoint that goes on for ever is cut off here. */
const maxAnswerCharacters = 100_000
const failed = (detail: string, isOutage = true) => new ServiceError('model_unavailable', { detail, isOutage })

/**
 * Streams chat completions. Ends only when the endpoint said that the answer is finished: a connection that ends before
 * that, even cleanly, throws. What fails before the first text is tried again, with jitter; nothing after it is.
 */
export function streamCompletion(endpoint: Endpoint) {
  const { model, apiKey, breaker, limits } = endpoint
  const create = adaptiveCreate(endpoint)

  return async function* complete(request: CompletionRequest): AsyncGenerator<string> {
    const { signal } = request
    signal.throwIfAborted()
    const deadline = startDeadline(signal)
    let endsAt = performance.now() + limits.totalMs
    const within = (ms: number, detail: string) => {
      const left = endsAt - performance.now()
      if (ms <= left) deadline.within(ms, detail)
      else deadline.within(left, `The model endpoint did not finish an answer within ${limits.totalMs / 1_000} s.`)
    }
    const firstTextBy = performance.now() + limits.firstTokenMs
    within(limits.firstTokenMs, `The model endpoint sent no text within ${limits.firstTokenMs / 1_000} s.`)
    let hasText = false
    try {
      for (let attempt = 1; ; attempt++) {
        // Thrown as it is: there is nothing to retry while the breaker is open.
        const tried = breaker.enter()
        try {
          for await (const text of stream(request, deadline, tried)) {
            hasText = true
            // The time that the reader takes is not the endpoint's.
            deadline.pause()
            const left = performance.now()
            yield text
            endsAt += performance.now() - left
            within(
              limits.idleMs,
              `The model endpoint sent nothing for ${limits.idleMs / 1_000} s in the middle of an answer.`,
            )
          }
          return
        } catch (error) {
          const retryAfterMs = retryAfterOf(error)
          note(tried, error, signal, retryAfterMs)
          deadline.check()
          const pauseMs = pauseBefore(attempt, retryAfterMs)
          const isWorthwhile = faultOf(error).isRetryable && performance.now() + pauseMs < firstTextBy
          if (hasText || attempt > limits.maxRetries || !isWorthwhile) throw error
          await deadline.race(pauseBy(systemClock, pauseMs, deadline.signal))
        } finally {
          // When the reader left the loop, nothing above was reached.
          tried.left()
        }
      }
    } catch (error) {
      deadline.check()
      throw describeFailure(error, 'answer', apiKey)
    } finally {
      // Also when the reader left the loop: closes the HTTP request.
      deadline.end()
    }
  }

  /** One request from its beginning to its end. */
  async function* stream({ messages, maxTokens, onUsage }: CompletionRequest, deadline: Deadline, tried: Attempt) {
    let text = ''
    let finished: string | null = null
    let usage: OpenAI.CompletionUsage | undefined
    let chunks: ReturnType<typeof readCompletionChunks> | undefined
    try {
      const reply = await deadline.race(create(messages, maxTokens, deadline.signal))
      if (!reply.body) throw failed('The model endpoint sent an empty reply.')
      chunks = readCompletionChunks(reply.body)
      for (;;) {
        const { done, value: chunk } = await deadline.race(chunks.next())
        if (done) {
          // An endpoint that names no reason ends its answer with `[DONE]` alone.
          if (chunk === 'done') finished ??= 'stop'
          break
        }
        usage = chunk.usage ?? usage
        const choice = chunk.choices?.[0]
        finished = choice?.finish_reason ?? finished
        const part = choice?.delta?.content ?? ''
        if (part === '') continue
        tried.responded()
        text += part
        if (text.length > maxAnswerCharacters) {
          throw failed(`The model endpoint sent more than ${maxAnswerCharacters} characters.`)
        }
        yield part
      }
      if (finished === null) throw failed('The model endpoint ended the connection in the middle of an answer.')
      // From here on the endpoint did its part, whatever the model made of the question.
      tried.succeeded()
      if (finished === 'content_filter')
        throw failed("The model endpoint's own content filter ended the answer.", false)
      if (text === '') throw failed('The model endpoint sent an empty answer.', false)
    } finally {
      // Not awaited: it may be waiting for bytes, until the end of the deadline closes the request.
      chunks?.return('closed').catch(() => {})
      if (usage || text !== '') {
        const used = usageOf(usage, messages, text)
        breaker.used(used)
        onUsage?.(used)
      }
    }
  }

  function usageOf(said: OpenAI.CompletionUsage | undefined, messages: ChatMessage[], text: string): Usage {
    if (said) return { model, promptTokens: said.prompt_tokens, completionTokens: said.completion_tokens }
    const { count } = endpoint.tokenizer
    const promptTokens = messages.reduce((sum, { content }) => sum + count(content), 0)
    return { model, promptTokens, completionTokens: count(text), isEstimated: true }
  }
}

/**
 * Reports the end of a request to the breaker: an abort by the caller and an invalid request say nothing about the
 * endpoint.
 */
export function note(tried: Attempt, error: unknown, caller: AbortSignal, retryAfterMs = retryAfterOf(error)): void {
  if (!caller.aborted && faultOf(error).isEndpoints) tried.failed(retryAfterMs)
  else tried.left()
}

/** Opens streams; a refusal throws the SDK's error. Models and servers differ in the parameters they take; a refusal teaches us, as long as the process lives. */
function adaptiveCreate({ client, model, limits }: Endpoint) {
  let limitName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'
  let withTemperature = true
  let withUsage = true

  function adapts(error: unknown): boolean {
    const { status, message = '' } = error as { status?: number; message?: string }
    if (status !== 400 && status !== 422) return false
    if (limitName === 'max_tokens' && message.includes('max_completion_tokens')) limitName = 'max_completion_tokens'
    else if (withTemperature && message.includes('temperature')) withTemperature = false
    else if (withUsage && message.includes('stream_options')) withUsage = false
    else return false
    return true
  }

  return async function create(messages: ChatMessage[], maxTokens: number, signal: AbortSignal): Promise<Response> {
    for (;;) {
      try {
        return await client.chat.completions
          .create(
            {
              model,
              messages,
              stream: true,
              [limitName]: maxTokens,
              ...(withUsage && { stream_options: { include_usage: true } }),
              // Low: the same question should get the same facts.
              ...(withTemperature && { temperature: 0.2 }),
            },
            { signal, timeout: limits.totalMs, maxRetries: 0 },
          )
          .asResponse()
      } catch (error) {
        if (!adapts(error)) throw error
      }
    }
  }
}
