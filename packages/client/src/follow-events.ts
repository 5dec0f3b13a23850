import { FrontdeskError } from './frontdesk-error.ts'
import { readEvents, type SentEvent } from './read-events.ts'
import { backoffMs, type Outgoing, type Send, wait } from './send-request.ts'
import type { FollowOptions } from './types.ts'

const maxWaitMs = 30_000

/** What an `error` event says. */
export const streamError = ({ data }: SentEvent): FrontdeskError =>
  new FrontdeskError({ status: 0, code: data.code ?? 'internal', detail: data.message ?? 'The stream failed' })

const finalCodes = new Set(['unauthenticated', 'forbidden', 'not_found', 'invalid_request'])

/** Whether a retry can't help, because the request itself is refused. */
const isFinal = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof FrontdeskError &&
    (finalCodes.has(error.code) || (error.status >= 400 && error.status <= 499 && error.status !== 429)))

/**
 * The events of an endless stream, after the event `after`. If the connection breaks, it reconnects without limit and
 * continues where it stopped. It ends only if the caller leaves the loop, if the signal aborts (throws its reason), or on a
 * permanent error (throws `FrontdeskError`).
 */
export async function* followEvents(
  send: Send,
  request: Outgoing,
  { after, onCut }: Pick<FollowOptions, 'after' | 'onCut'> = {},
): AsyncGenerator<SentEvent> {
  const { signal } = request
  let lastId = after ?? ''
  for (let failures = 0; ; failures++) {
    let waitMs: number | undefined
    try {
      const headers = { ...request.headers, accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
      const response = await send({ ...request, headers }, (reply) => reply)
      for await (const event of readEvents(response, (ms) => (waitMs = ms))) {
        if (event.event === 'error') throw streamError(event)
        failures = 0
        if (event.id !== '') lastId = event.id
        yield event
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (isFinal(error)) throw error
      if (error instanceof FrontdeskError) waitMs ??= error.retryAfterMs
    }
    onCut?.()
    await wait(waitMs ?? backoffMs(failures, maxWaitMs), signal)
  }
}
