import { LRUCache } from 'lru-cache'

const maxRemembered = 50_000

/**
 * Counters of tries that were full a moment ago, the end of their window, and until when that is believed: meanwhile they
 * are refused without asking the store. In milliseconds since 1970.
 */
export const openFullCounters = () =>
  new LRUCache<string, { endsAt: number; believedUntil: number }>({ max: maxRemembered })
