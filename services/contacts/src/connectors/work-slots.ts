import pLimit, { type LimitFunction } from 'p-limit'

type Bounds = {
  /** Of one group at once. */
  perGroup: number
  /** Of one group that may wait for their turn here; more wait in the store, where a sweep finds them. */
  mostWaiting: number
  /** Of all groups, waiting ones too. */
  most: number
}

/** Does a piece of work when it is its turn, and again when somebody wanted it meanwhile. */
type Work = (work: () => Promise<void>) => Promise<void>

/** Who does what in this process. */
export type WorkSlots = {
  /** Reserves a piece of work for the caller, who has to call what it gets. `undefined`: somebody has it, or too many wait. */
  take(id: string, group: string): Work | undefined
}

function openWorkSlots({ perGroup, mostWaiting, most }: Bounds): WorkSlots {
  const taken = new Map<string, { isWanted: boolean }>()
  const groups = new Map<string, { limit: LimitFunction; taken: number }>()

  return {
    take(id, group) {
      const busy = taken.get(id)
      if (busy) busy.isWanted = true
      const own = groups.get(group) ?? { limit: pLimit(perGroup), taken: 0 }
      if (busy || own.taken >= perGroup + mostWaiting || taken.size >= most) return undefined
      const mine = { isWanted: false }
      taken.set(id, mine)
      groups.set(group, own)
      own.taken++
      return async (work) => {
        try {
          do {
            mine.isWanted = false
            await own.limit(work)
          } while (mine.isWanted)
        } finally {
          taken.delete(id)
          own.taken--
          if (own.taken === 0) groups.delete(group)
        }
      }
    },
  }
}

/** The slots of each running service, named by an object that it keeps as long as it runs. */
export function workSlotsWith(bounds: Bounds): (owner: object) => WorkSlots {
  const slots = new WeakMap<object, WorkSlots>()
  return (owner) => {
    const known = slots.get(owner) ?? openWorkSlots(bounds)
    slots.set(owner, known)
    return known
  }
}
