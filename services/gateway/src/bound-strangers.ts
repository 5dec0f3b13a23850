import { ServiceError } from '@frontdesk/contracts'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { GatewayContext } from './context.ts'

const windowMs = 60_000
const rememberedSenders = 10_000
/** Large bodies that are on their way in at once; each is a blob of up to 40 MB until it is verified. */
const largeAtOnce = 6
const largeWaiting = 60

/** What whoever has not shown yet who they are may take of this process. */
export type Strangers = {
  /** Counts a request of a sender to a place. Throws `rate_limited`. */
  count(sender: string): void
  /** Runs work with a large body when there is room for it. Throws `overloaded` when too many wait. */
  large<T>(work: () => Promise<T>): Promise<T>
}

/** Bounds the requests of strangers: `limit` a minute from one address to one place, and few large bodies at once. */
export function boundStrangers(limit: number, { clock }: Pick<GatewayContext, 'clock'>): Strangers {
  const windows = new LRUCache<string, { startedAt: number; taken: number }>({ max: rememberedSenders })
  const large = pLimit(largeAtOnce)
  return {
    count(sender) {
      const now = clock.now()
      const known = windows.get(sender)
      const window = known && now < known.startedAt + windowMs ? known : { startedAt: now, taken: 0 }
      windows.set(sender, window)
      if (window.taken >= limit) {
        const resetSeconds = Math.max(1, Math.ceil((window.startedAt + windowMs - now) / 1_000))
        throw new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds })
      }
      window.taken++
    },
    large(work) {
      if (large.pendingCount >= largeWaiting) throw new ServiceError('overloaded')
      return large(work)
    },
  }
}
