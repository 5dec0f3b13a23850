import { ServiceError } from '@frontdesk/contracts'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { GatewayContext } from './context.ts'

const windowMs = 60_000
const rememberedSenders = 10_000
/** A sender of which a request verified is not refused for so long: it may not be who floods. */
const provenMs = 24 * 60 * 60_000
/** Requests of one sender that are verified at once. */
const atOnce = 16
/** Requests that may wait for that when too many of the sender's were refused. */
const mostWaiting = 64
/** Large bodies that are on their way in at once; each is a blob of up to 40 MB until it is verified. */
const largeAtOnce = 6
const largeWaiting = 60

/** What one request of somebody who has not shown yet who they are may take of this process. */
export type Stranger = {
  /** Throws `rate_limited` when too many of the sender's were refused, too many wait, and none was accepted lately. */
  admit(): void
  /** Runs what verifies the request, in turn with the sender's others. Throws as `admit` does. */
  verify<T extends { status: number }>(work: () => Promise<T>): Promise<T>
  /** Runs work with a large body when there is room for it. Throws `overloaded` when too many wait. */
  large<T>(work: () => Promise<T>): Promise<T>
}

/** Of a sender: the requests that were refused in one minute, and the turns that they take. */
type Window = { startedAt: number; refused: number; turns: LimitFunction }

/** Whose an address is: all of 2^64 IPv6 addresses are given to one (RFC 6177). */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : parsed.toString()
}

/**
 * Bounds the requests of strangers from one address to one place: a few are verified at once, and after `limit` refused ones
 * in a minute not many more may wait. Genuine requests may share an address with a flood (a proxy that is not trusted, a
 * provider whose customer the stranger is): they wait for their turn, and are not refused.
 */
export function boundStrangers(
  limit: number,
  { clock }: Pick<GatewayContext, 'clock'>,
): (address: string, place: string) => Stranger {
  const windows = new LRUCache<string, Window>({ max: rememberedSenders })
  const provenAt = new LRUCache<string, number>({ max: rememberedSenders })
  const large = { proven: pLimit(largeAtOnce), others: pLimit(largeAtOnce) }

  function windowOf(sender: string): Window {
    const known = windows.get(sender)
    const now = clock.now()
    if (known && now < known.startedAt + windowMs) return known
    const fresh = { startedAt: now, refused: 0, turns: known?.turns ?? pLimit(atOnce) }
    windows.set(sender, fresh)
    return fresh
  }

  return (address, place) => {
    const sender = `${place} ${networkOf(address)}`
    const isProven = () => clock.now() < (provenAt.get(sender) ?? Number.NEGATIVE_INFINITY) + provenMs

    function admit() {
      const { startedAt, refused, turns } = windowOf(sender)
      if (refused < limit || turns.pendingCount < mostWaiting || isProven()) return
      const retryAfterSeconds = Math.max(1, Math.ceil((startedAt + windowMs - clock.now()) / 1_000))
      throw new ServiceError('rate_limited', { retryAfterSeconds })
    }

    return {
      admit,
      async verify(work) {
        admit()
        const answer = await windowOf(sender).turns(work)
        if (answer.status < 400) provenAt.set(sender, clock.now())
        else windowOf(sender).refused++
        return answer
      },
      async large(work) {
        const room = isProven() ? large.proven : large.others
        if (room.pendingCount >= largeWaiting) throw new ServiceError('overloaded')
        return room(work)
      },
    }
  }
}
