import { createParser } from 'eventsource-parser'
import type OpenAI from 'openai'

/** What a model endpoint said in place of a chunk: an error inside a stream whose status was 200. */
class EndpointError extends Error {
  readonly status: number | undefined
  readonly code: unknown
  readonly type: unknown

  constructor(error: { message?: unknown; type?: unknown; code?: unknown; status?: unknown }) {
    super(typeof error.message === 'string' ? error.message : 'the endpoint sent an error in its stream')
    this.name = 'EndpointError'
    this.status = statusOf(error)
    this.code = error.code
    this.type = error.type
  }
}

/** What faults of the request and of the account are called in a stream: the names of the OpenAI API, Azure and vLLM. */
const standsFor = new Map<unknown, number>([
  ['context_length_exceeded', 400],
  ['string_above_max_length', 400],
  ['content_filter', 400],
  ['content_policy_violation', 400],
  ['invalid_prompt', 400],
  ['insufficient_quota', 429],
  ['billing_hard_limit_reached', 429],
  ['rate_limit_exceeded', 429],
  ['rate_limit_error', 429],
  ['invalid_api_key', 401],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['model_not_found', 404],
  ['not_found_error', 404],
  ['invalid_request_error', 400],
  ['BadRequestError', 400],
])

/** The HTTP status that stands for an error of a stream. */
function statusOf({ type, code, status }: { type?: unknown; code?: unknown; status?: unknown }): number | undefined {
  for (const given of [Number(code), Number(status)]) if (given >= 400 && given <= 599) return given
  for (const name of [code, type]) {
    const stands = standsFor.get(name)
    if (stands !== undefined) return stands
  }
  return undefined
}

/** The last thing a stream said: that it is complete, or nothing (its connection ended). */
export type StreamEnd = 'done' | 'closed'

/**
 * The chunks of a streamed completion, read as server-sent events (HTML standard, 9.2.6: comments, `retry`, events split
 * over any bytes, all three line endings). Events without data, and data that is no JSON object, are ignored: proxies
 * send them to keep a connection open. Throws for an error in the stream (with the HTTP `status` that stands for it, where
 * one does), and SyntaxError for broken JSON.
 * Cancels the body when the reader stops.
 */
export async function* readCompletionChunks(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<OpenAI.ChatCompletionChunk, StreamEnd> {
  const events: { event?: string | undefined; data: string }[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (let isOpen = true; isOpen; ) {
      const { done, value } = await reader.read()
      isOpen = !done
      // Some servers end the connection without the blank line that ends the last event.
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }))
      for (const { event, data } of events.splice(0)) {
        const text = data.trim()
        if (text === '[DONE]') return 'done'
        if (text === '') continue
        const said: unknown = JSON.parse(text)
        if (typeof said !== 'object' || said === null) continue
        const error = 'error' in said ? said.error : event === 'error' ? said : undefined
        if (error) throw new EndpointError(typeof error === 'object' ? error : { message: error })
        yield said as OpenAI.ChatCompletionChunk
      }
    }
    return 'closed'
  } finally {
    // What it answers is of no interest any more: the connection may be broken already.
    reader.cancel().catch(() => {})
  }
}
