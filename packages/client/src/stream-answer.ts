import { streamError } from './follow-events.ts'
import { FrontdeskError } from './frontdesk-error.ts'
import { readEvents } from './read-events.ts'
import { backoffMs, type Send, wait } from './send-request.ts'
import type { ChatEvent, Question } from './types.ts'

const maxReconnects = 5
const maxWaitMs = 10_000

/** The connection or a part of the platform failed in the middle: the answer is still written without its reader. */
const isCut = (error: unknown): boolean =>
  error instanceof FrontdeskError
    ? error.status === 0 && ['stream_broken', 'unavailable'].includes(error.code)
    : !(error instanceof SyntaxError)

/**
 * Asks, and reads the answer as it is written: `start`, any number of `delta`, and one of `done`, `blocked`, `escalated`.
 * If the connection breaks, it continues where it stopped, so that no text is missing or repeated. An `error` event, or
 * five interruptions in a row without data between them, throws `FrontdeskError`.
 */
export async function* streamAnswer(
  send: Send,
  question: Question,
  { headers, signal }: { headers: Record<string, string>; signal?: AbortSignal | undefined },
): AsyncGenerator<ChatEvent> {
  let messageId: string | undefined
  let isStarted = false
  let lastId = ''
  const open = () =>
    messageId === undefined
      ? { method: 'POST', path: '/api/chat/stream', body: JSON.stringify(question), headers, signal }
      : { method: 'GET', path: `/api/chat/stream/${messageId}`, headers: { 'last-event-id': lastId }, signal }

  for (let cuts = 0; ; cuts++) {
    let waitMs: number | undefined
    let cause: unknown
    try {
      const response = await send(open(), (reply) => reply)
      for await (const event of readEvents(response, (ms) => (waitMs = ms))) {
        if (event.event === 'error') throw streamError(event)
        cuts = 0
        lastId = event.id
        const data: ChatEvent = event.data
        if (data.type === 'start') {
          messageId = data.messageId
          if (isStarted) continue
          isStarted = true
        }
        yield data
        if (data.type !== 'start' && data.type !== 'delta') return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isCut(error)) throw error
      cause = error
    }
    if (cuts >= maxReconnects) {
      throw new FrontdeskError({ status: 0, code: 'stream_broken', detail: 'The answer was cut off' }, { cause })
    }
    await wait(waitMs ?? backoffMs(cuts, maxWaitMs), signal)
  }
}
