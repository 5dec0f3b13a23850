import { ServiceError } from '@frontdesk/contracts'
import type { RouteInput } from '../routes/route.ts'
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

/**
 * Reads a stream of a service that has no end of its own, as long as the client stays, the caller's key or session holds and
 * none of `ends` aborts. Throws why it ended, and `stream_broken` when the service ended it.
 */
export async function* followWhileAllowed<T>(
  { caller, authenticator, clientSignal }: Pick<RouteInput, 'caller' | 'authenticator' | 'clientSignal'>,
  open: (signal: AbortSignal) => AsyncIterable<T>,
  ends: AbortSignal[] = [],
): AsyncGenerator<T> {
  const key = watchKey(caller, authenticator)
  try {
    yield* open(AbortSignal.any([clientSignal(), key.ended, ...ends]))
    for (const signal of [key.ended, ...ends]) signal.throwIfAborted()
    throw new ServiceError('stream_broken')
  } finally {
    key.stop()
  }
}
