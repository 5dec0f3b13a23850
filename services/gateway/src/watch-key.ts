import { ServiceError } from '@frontdesk/contracts'
import type { Authenticator, Caller } from './authenticate.ts'

/** How often a stream that lasts looks whether its key still holds. */
const checkKeyEveryMs = 1_000

/** Aborts with `unauthenticated` when the key is revoked or runs out. */
export function watchKey({ presented }: Caller, authenticator: Authenticator): { ended: AbortSignal; stop(): void } {
  const ended = new AbortController()
  const timer = setInterval(async () => {
    try {
      await authenticator.authenticate({ 'x-api-key': presented })
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unauthenticated') ended.abort(error)
    }
  }, checkKeyEveryMs)
  timer.unref()
  return { ended: ended.signal, stop: () => clearInterval(timer) }
}
