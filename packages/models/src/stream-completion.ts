import { ServiceError } from '@frontdesk/contracts'
import type OpenAI from 'openai'
import { startDeadline } from './deadline.ts'
import { describeFailure } from './describe-failure.ts'
import type { ChatMessage } from './write-prompt.ts'

type Options = { model: string; apiKey: string; firstTokenMs: number; idleMs: number }
type Request = { maxTokens: number; signal: AbortSignal }

/** No answer that we ask for comes near it; an endpoint that goes on for ever is cut off here. */
const maxAnswerCharacters = 100_000
const failed = (detail: string) => new ServiceError('model_unavailable', { detail })

/**
 * Streams chat completions. Ends only when the endpoint said that the answer is finished: a connection that ends before
 * that, even cleanly, throws. What was refused before the first text is tried again as the client is configured to.
 */
export function streamCompletion(client: OpenAI, { model, apiKey, firstTokenMs, idleMs }: Options) {
  // Models differ in the names they take; the first refusal teaches us, for as long as the process lives.
  let limitName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'
  let withTemperature = true

  async function create(messages: ChatMessage[], maxTokens: number, signal: AbortSignal) {
    for (;;) {
      try {
        return await client.chat.completions.create(
          {
            model,
            messages,
            stream: true,
            [limitName]: maxTokens,
            // Low: the same question should get the same facts.
            ...(withTemperature && { temperature: 0.2 }),
          },
          { signal, timeout: firstTokenMs },
        )
      } catch (error) {
        if (!adapts(error)) throw error
      }
    }
  }

  function adapts(error: unknown): boolean {
    const { status, message = '' } = error as { status?: number; message?: string }
    if (status !== 400) return false
    if (limitName === 'max_tokens' && message.includes('max_completion_tokens')) {
      limitName = 'max_completion_tokens'
      return true
    }
    if (withTemperature && message.includes('temperature')) {
      withTemperature = false
      return true
    }
    return false
  }

  return async function* complete(messages: ChatMessage[], { maxTokens, signal }: Request): AsyncGenerator<string> {
    signal.throwIfAborted()
    const deadline = startDeadline(signal)
    deadline.within(firstTokenMs, `The model endpoint sent no text within ${firstTokenMs / 1_000} s.`)
    let characters = 0
    let finished: string | null = null
    try {
      const stream = await deadline.race(create(messages, maxTokens, deadline.signal))
      const chunks = stream[Symbol.asyncIterator]()
      for (;;) {
        const { done, value: chunk } = await deadline.race(chunks.next())
        if (done) break
        const choice = chunk.choices?.[0]
        finished = choice?.finish_reason ?? finished
        const text = choice?.delta?.content ?? ''
        if (text === '') continue
        characters += text.length
        if (characters > maxAnswerCharacters) {
          throw failed(`The model endpoint sent more than ${maxAnswerCharacters} characters.`)
        }
        deadline.within(idleMs, `The model endpoint stood still for ${idleMs / 1_000} s in the middle of an answer.`)
        yield text
      }
      // The SDK ends its iteration quietly when its request was aborted.
      deadline.check()
      if (finished === null) throw failed('The model endpoint ended the connection in the middle of an answer.')
      if (finished === 'content_filter') throw failed("The model endpoint's own content filter ended the answer.")
      if (characters === 0) throw failed('The model endpoint sent an empty answer.')
    } catch (error) {
      deadline.check()
      throw describeFailure(error, 'answer', apiKey)
    } finally {
      // Also when the reader left the loop: closes the HTTP request.
      deadline.end()
    }
  }
}
