import pLimit, { type LimitFunction } from 'p-limit'

/** How much one process does at once. */
export type SlotLimits = {
  /** Pieces of work of one key at once; default 2. */
  perKey?: number
  /** Of all keys; default 8. More than `perKey`, so that one key never holds up the others. */
  total?: number
  /** Pieces of one key that may wait here for a slot; more wait in the store, where a sweep finds them. Default 64. */
  maxWaiting?: number
}

/** Does a step when there is a slot, again while it answers true, and again when somebody asked for it meanwhile. */
export type Slot = (step: () => Promise<unknown>) => Promise<void>

export type Slots = {
  /** Reserves a piece of work for the caller, who has to call what it gets. Undefined: somebody has it, or too many wait. */
  take(id: string, key: string): Slot | undefined
}

/** Divides the capacity of one process: a limit for each key, so that slow work holds up only its own. */
export function openSlots({ perKey = 2, total = 8, maxWaiting = 64 }: SlotLimits = {}): Slots {
  const taken = new Map<string, { isWanted: boolean }>()
  const keys = new Map<string, { limit: LimitFunction; taken: number }>()
  const all = pLimit(total)

  return {
    take(id, key) {
      const busy = taken.get(id)
      if (busy) busy.isWanted = true
      const own = keys.get(key) ?? { limit: pLimit(perKey), taken: 0 }
      if (busy || own.taken >= perKey + maxWaiting) return undefined
      const mine = { isWanted: false }
      taken.set(id, mine)
      keys.set(key, own)
      own.taken++
      return async (step) => {
        try {
          do {
            mine.isWanted = false
            while ((await own.limit(() => all(step))) === true);
          } while (mine.isWanted)
        } finally {
          taken.delete(id)
          own.taken--
          if (own.taken === 0) keys.delete(key)
        }
      }
    },
  }
}
