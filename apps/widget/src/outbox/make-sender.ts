import type { ApiError } from '../api/api-error.ts'
import { backoffMs, pause } from '../chat/follow-answers.ts'
import type { DrainResult } from './outbox.ts'

type Options = {
  drain(): Promise<DrainResult>
  /** The platform refuses this visitor: nothing is tried again by itself. */
  refused(error: ApiError): void
  /** Nothing is sent until then (milliseconds since 1970), because the platform asked to wait; 0: it is sent. */
  paused(until: number): void
}

/** Sends what waits, again and again until nothing does. A call while it is at work makes it look again. */
export function makeSender({ drain, refused, paused }: Options): () => Promise<void> {
  let isDraining = false
  let isRequested = false
  return async function send() {
    isRequested = true
    if (isDraining) return
    isDraining = true
    try {
      for (let tries = 0; isRequested && navigator.onLine; ) {
        isRequested = false
        const result = await drain()
        if (result === 'empty') {
          tries = 0
          paused(0)
        } else if ([401, 403].includes(result.error.status)) refused(result.error)
        else {
          const waitMs = result.retryAfterMs ?? backoffMs(tries++)
          paused(result.error.status === 429 ? Date.now() + waitMs : 0)
          await pause(waitMs)
          isRequested = true
        }
      }
    } finally {
      isDraining = false
    }
  }
}
