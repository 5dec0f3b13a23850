import { ServiceError } from '@frontdesk/contracts'
import type { Authenticator, Caller } from './caller.ts'

/** How often a stream that lasts looks whether its caller’s key or session still holds. */
const checkKeyEveryMs = 1_000

/** Aborts with `unauthenticated` when the key is revoked or runs out, or the session ends. */
export function watchKey(caller: Caller, authenticator: Authenticator): { ended: AbortSignal; stop(): void } {
  const ended = new AbortController()
  const timer = setInterval(async () => {
    try {
      await authenticator.recheck(caller)
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unauthenticated') ended.abort(error)
    }
  }, checkKeyEveryMs)
  timer.unref()
  return { ended: ended.signal, stop: () => clearInterval(timer) }
}
