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
export type Hands = {
  /** Reserves a piece of work for the caller, who has to call what it gets. `undefined`: somebody has it, or too many wait. */
  take(id: string, group: string): Work | undefined
}

function openHands({ perGroup, mostWaiting, most }: Bounds): Hands {
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

/** The hands of each running service, named by an object that it keeps as long as it runs. */
export function handsWith(bounds: Bounds): (owner: object) => Hands {
  const hands = new WeakMap<object, Hands>()
  return (owner) => {
    const known = hands.get(owner) ?? openHands(bounds)
    hands.set(owner, known)
    return known
  }
}
