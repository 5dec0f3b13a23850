import { isFresh, ServiceError } from '@frontdesk/contracts'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { GatewayContext } from '../context.ts'
import { networkOf } from '../people/network-of.ts'

const windowMs = 60_000
const maxSenders = 10_000
/** A sender with a verified request is not refused for so long: the flood may come from somebody else at its address. */
const provenMs = 24 * 60 * 60_000
/** Requests of one sender that are verified at once. */
const maxAtOnce = 16
/** Requests that may wait for that when too many of the sender's were refused. */
const maxWaiting = 64
/** Large bodies that are on their way in at once; each is a blob of up to 40 MB until it is verified. */
const maxLargeAtOnce = 6
const maxLargeWaiting = 60

/** The limits that hold for one request until its sender is verified. */
export type LimitedSender = {
  /** Throws `rate_limited` when too many of the sender's were refused, too many wait, and none was accepted lately. */
  admit(): void
  /** Runs the verification when the sender has a free slot. Throws as `admit` does. */
  verify<T extends { status: number }>(work: () => Promise<T>): Promise<T>
  /** Runs work with a large body when there is room for it. Throws `overloaded` when too many wait. */
  large<T>(work: () => Promise<T>): Promise<T>
}

/** A sender's requests that were refused in one minute, and the slots in which its requests are verified. */
type Window = { startedAt: number; refused: number; slots: LimitFunction }

/**
 * Limits requests without a key, by the address that they come from and the kind of channel that they go to (`place`).
 * Of one sender at most 16 are verified at once; after `limit` refused requests in a minute only 64 more may wait. Genuine
 * requests may share an address with a flood (behind a proxy that is not in `TRUSTED_PROXIES`, or from a provider that
 * the attacker is a customer of too): they wait for a slot and are not refused.
 */
export function limitUnauthenticated(
  limit: number,
  { clock }: Pick<GatewayContext, 'clock'>,
): (address: string, place: string) => LimitedSender {
  const windows = new LRUCache<string, Window>({ max: maxSenders })
  const provenAt = new LRUCache<string, number>({ max: maxSenders })
  const large = { proven: pLimit(maxLargeAtOnce), others: pLimit(maxLargeAtOnce) }

  function windowOf(sender: string): Window {
    const known = windows.get(sender)
    const now = clock.now()
    if (known && isFresh(known.startedAt, windowMs, now)) return known
    const fresh = { startedAt: now, refused: 0, slots: known?.slots ?? pLimit(maxAtOnce) }
    windows.set(sender, fresh)
    return fresh
  }

  return (address, place) => {
    const sender = `${place} ${networkOf(address)}`
    const isProven = () => isFresh(provenAt.get(sender) ?? Number.NEGATIVE_INFINITY, provenMs, clock.now())

    function admit() {
      const { startedAt, refused, slots } = windowOf(sender)
      if (refused < limit || slots.pendingCount < maxWaiting || isProven()) return
      const retryAfterSeconds = Math.max(1, Math.ceil((startedAt + windowMs - clock.now()) / 1_000))
      throw new ServiceError('rate_limited', { retryAfterSeconds })
    }

    return {
      admit,
      async verify(work) {
        admit()
        const answer = await windowOf(sender).slots(work)
        if (answer.status < 400) provenAt.set(sender, clock.now())
        else windowOf(sender).refused++
        return answer
      },
      async large(work) {
        const room = isProven() ? large.proven : large.others
        if (room.pendingCount >= maxLargeWaiting) throw new ServiceError('overloaded')
        return room(work)
      },
    }
  }
}
