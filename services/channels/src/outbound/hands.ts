import pLimit, { type LimitFunction } from 'p-limit'

/** Messages on their way at once by one channel: a provider that is slow holds up its own, and those of no other. */
const perChannel = 8
/** Conversations of one channel that may wait for a hand here; more wait in the store, where the sweep finds them. */
const mostWaiting = 64

/** Works in a lane, one step after the other, until a step answers false. */
type Work = (step: () => Promise<boolean>) => Promise<void>

/** Who sends what in this process. */
export type Hands = {
  /** Reserves a lane for the caller, who has to call what it gets. `undefined` when somebody has it, or too many wait. */
  take(lane: string, channel: string): Work | undefined
}

function openHands(): Hands {
  /** Lanes that are worked in, and whether somebody asked for them meanwhile. */
  const lanes = new Map<string, { isWanted: boolean }>()
  const channels = new Map<string, { limit: LimitFunction; lanes: number }>()

  return {
    take(lane, channel) {
      const busy = lanes.get(lane)
      if (busy) busy.isWanted = true
      const own = channels.get(channel) ?? { limit: pLimit(perChannel), lanes: 0 }
      if (busy || own.lanes >= perChannel + mostWaiting) return undefined
      const taken = { isWanted: false }
      lanes.set(lane, taken)
      channels.set(channel, own)
      own.lanes++
      return async (step) => {
        try {
          do {
            taken.isWanted = false
            while (await own.limit(step));
          } while (taken.isWanted)
        } finally {
          lanes.delete(lane)
          own.lanes--
          if (own.lanes === 0) channels.delete(channel)
        }
      }
    },
  }
}

const handsOfProcess = new WeakMap<object, Hands>()

/** The hands of one running service, named by an object that it keeps as long as it runs. */
export function handsOf(owner: object): Hands {
  const hands = handsOfProcess.get(owner) ?? openHands()
  handsOfProcess.set(owner, hands)
  return hands
}
