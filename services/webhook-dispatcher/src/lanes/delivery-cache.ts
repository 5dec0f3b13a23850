import type { Stored } from '@frontdesk/documents'
import type { DeliveryDocument } from '../deliveries/delivery-document.ts'

/** What is older is read again: it may have lost its words to an erasure meanwhile. */
const freshMs = 3_000
/** Of all bodies together. */
const maxCharacters = 8_000_000
/** Lanes whose newest settled sequence is remembered. */
const maxLanes = 10_000

type Waiting = { delivery: Stored<DeliveryDocument>; since: number }

/** What this process knows of lanes without reading them: what came a moment ago, and what was settled last. */
export type DeliveryCache = {
  /** A pending delivery that was just recorded or read; of one lane in their order. */
  add(lane: string, delivery: Stored<DeliveryDocument>): void
  /** A delivery was delivered, or has failed for good. */
  settled(lane: string, sequence: number): void
  /** The delivery that follows directly on the one that was settled last; undefined when only the store can tell. */
  takeNext(lane: string): Stored<DeliveryDocument> | undefined
  /** Whether something came for it that was not taken yet, be it at hand or in the store alone. */
  has(lane: string): boolean
  /** Something earlier goes again. */
  forget(lane: string): void
  /** Bodies have changed in the store. */
  clear(): void
}

/**
 * Sequences have no gap, so the one behind the last settled one is the next, whoever recorded what meanwhile, and 1 the first. Where a filter
 * leaves gaps, or the next one is not at hand or not fresh, the store is asked.
 */
export function openDeliveryCache(now: () => number = () => performance.now()): DeliveryCache {
  const waiting = new Map<string, Waiting[]>()
  const last = new Map<string, number>()
  let characters = 0

  function forget(lane: string) {
    for (const { delivery } of waiting.get(lane) ?? []) characters -= delivery.body.body.length
    waiting.delete(lane)
    last.delete(lane)
  }

  return {
    forget,
    has: (lane) => waiting.has(lane),
    clear() {
      waiting.clear()
      characters = 0
    },
    add(lane, delivery) {
      const line = waiting.get(lane) ?? []
      waiting.set(lane, line)
      // A lane without what is behind in it has to read that.
      if (characters + delivery.body.body.length > maxCharacters) return
      characters += delivery.body.body.length
      line.push({ delivery, since: now() })
    },
    settled(lane, sequence) {
      last.delete(lane)
      last.set(lane, sequence)
      if (last.size > maxLanes) last.delete(last.keys().next().value!)
    },
    takeNext(lane) {
      const line = waiting.get(lane)
      const after = last.get(lane)
      const next = line?.[0]
      if (!line || !next) {
        waiting.delete(lane)
        return undefined
      }
      const follows = next.delivery.body.event.sequence === (after ?? 0) + 1
      if (!follows || now() - next.since > freshMs) {
        forget(lane)
        return undefined
      }
      line.shift()
      characters -= next.delivery.body.body.length
      if (line.length === 0) waiting.delete(lane)
      return next.delivery
    },
  }
}
