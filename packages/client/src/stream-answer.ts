import { streamError } from './follow-events.ts'
import { FrontdeskError } from './frontdesk-error.ts'
import { readEvents } from './read-events.ts'
import { backoffMs, type Send, wait } from './send-request.ts'
import type { ChatEvent, Question } from './types.ts'

const maxReconnects = 5
const maxWaitMs = 10_000

/** The connection broke, or a part of the platform went away in the middle: the answer goes on without its reader. */
const isCut = (error: unknown): boolean =>
  error instanceof FrontdeskError
    ? error.status === 0 && ['stream_broken', 'unavailable'].includes(error.code)
    : !(error instanceof SyntaxError)

/**
 * Asks, and reads the answer as it is written: `start`, any number of `delta`, and one of `done`, `blocked`, `escalated`.
 * When the connection is cut it goes on where it stopped, so that no text is missing or comes twice. An `error` event, or
 * five cuts in a row without anything between them, throws `FrontdeskError`.
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
