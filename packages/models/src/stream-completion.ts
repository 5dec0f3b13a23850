import { pauseBy, ServiceError, systemClock } from '@frontdesk/contracts'
import type OpenAI from 'openai'
import { alternateRoles } from './alternate-roles.ts'
import type { Attempt, Breaker } from './circuit-breaker.ts'
import { EmptyAnswer, isCuttingEnd, isRefusingEnd } from './classify-failure.ts'
import type { Tokenizer } from './count-tokens.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { describeChatFailure } from './describe-failure.ts'
import { type LimitName, otherLimitName } from './limit-name.ts'
import type { Usage } from './port.ts'
import { readCompletionChunks } from './read-completion-chunks.ts'
import { faultOf, pauseBefore, retryAfterOf } from './retry-pause.ts'
import { type ThinkingHabit, withholdThoughts } from './withhold-thoughts.ts'
import type { ChatMessage } from './write-prompt.ts'

/** An endpoint's client, the model asked of it, and what guards both. */
export type Endpoint = {
  client: OpenAI
  model: string
  apiKey: string
  breaker: Breaker
  tokenizer: Tokenizer
  habit: ThinkingHabit
  limits: { firstTokenMs: number; idleMs: number; totalMs: number; maxRetries: number }
}
export type CompletionRequest = {
  messages: ChatMessage[]
  maxTokens: number
  signal: AbortSignal
  onUsage?: ((usage: Usage) => void) | undefined
  /** The limit of tokens cut the text off. */
  onTruncated?: (() => void) | undefined
  /** The text is read when it is whole. */
  isWhole?: boolean
}

/** No answer that we ask for comes near it; an endpoint that goes on for ever is cut off here. */
const maxAnswerCharacters = 100_000
const failed = (detail: string) => new ServiceError('model_unavailable', { detail })
/** The endpoint did its part, and the same request would end like this again. */
const failedForGood = (detail: string) => new ServiceError('model_failed', { detail })
const refused = (detail: string) => new ServiceError('model_refused', { detail })

/**
 * Streams chat completions. Ends only when the endpoint said that the answer is finished: a connection that ends before
 * that, even cleanly, throws. What fails before the first text is tried again, with jitter, unless it would fail again;
 * nothing after it is. Thoughts are left out, and count as life.
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
    const stalled = `The model endpoint sent nothing for ${limits.idleMs / 1_000} s in the middle of an answer.`
    let hasText = false
    try {
      for (let attempt = 1; ; attempt++) {
        // Thrown as it is: there is nothing to retry while the breaker is open.
        const tried = breaker.enter()
        try {
          for await (const text of stream(request, deadline, tried)) {
            if (text === '') {
              within(limits.idleMs, stalled)
              continue
            }
            hasText = true
            // The time that the reader takes is not the endpoint's.
            deadline.pause()
            const left = performance.now()
            yield text
            endsAt += performance.now() - left
            within(limits.idleMs, stalled)
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
      throw describeChatFailure(error, 'answer', apiKey)
    } finally {
      // Also when the reader left the loop: closes the HTTP request.
      deadline.end()
    }
  }

  /** One request from its beginning to its end. Yields empty parts while the model thinks. */
  async function* stream(request: CompletionRequest, deadline: Deadline, tried: Attempt) {
    const { messages, maxTokens, onUsage, onTruncated, isWhole = false } = request
    const visible = withholdThoughts(endpoint.habit, { isWhole })
    let text = ''
    let refusal = ''
    let hasVisible = false
    const show = (part: string) => {
      hasVisible ||= part.trim() !== ''
      return part
    }
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
        const delta: Delta = choice?.delta ?? {}
        refusal += delta.refusal ?? ''
        const part = delta.content ?? ''
        if (part === '') {
          if (delta.reasoning_content || delta.reasoning) yield ''
          continue
        }
        tried.responded()
        text += part
        if (text.length > maxAnswerCharacters) {
          throw failed(`The model endpoint sent more than ${maxAnswerCharacters} characters.`)
        }
        yield show(visible.push(part))
      }
      if (finished === null) throw failed('The model endpoint ended the connection in the middle of an answer.')
      // From here on the endpoint did its part, whatever the model made of the question.
      tried.succeeded()
      if (isRefusingEnd(finished)) throw refused("The model endpoint's own content filter ended the answer.")
      const isCut = isCuttingEnd(finished)
      const rest = show(visible.end(isCut))
      if (refusal !== '' && !hasVisible) throw refused('The model refused to answer.')
      if (!hasVisible && isCut) {
        throw failedForGood(
          'The model used up its tokens before it wrote an answer (is MODEL_ANSWER_TOKENS large enough?).',
        )
      }
      if (!hasVisible && text !== '') throw failedForGood('The model sent nothing but thoughts.')
      if (!hasVisible) throw new EmptyAnswer()
      if (isCut) onTruncated?.()
      if (rest !== '') yield rest
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

/** Of a delta. Servers with a parser for thoughts send these beside the text. */
type Delta = { content?: string | null; refusal?: string | null; reasoning_content?: unknown; reasoning?: unknown }

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
  let limitName: LimitName = 'max_tokens'
  let withTemperature = true
  let withUsage = true

  function adapts(error: unknown): boolean {
    const { status, message = '' } = error as { status?: number; message?: string }
    if (status !== 400 && status !== 422) return false
    if (withTemperature && message.includes('temperature')) withTemperature = false
    else if (withUsage && message.includes('stream_options')) withUsage = false
    else return false
    return true
  }

  return async function create(messages: ChatMessage[], maxTokens: number, signal: AbortSignal): Promise<Response> {
    let isOtherName = false
    for (;;) {
      try {
        return await client.chat.completions
          .create(
            {
              model,
              messages: alternateRoles(messages),
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
        const other = isOtherName ? undefined : otherLimitName(error, limitName)
        if (other) {
          limitName = other
          isOtherName = true
        } else if (!adapts(error)) throw error
      }
    }
  }
}
