import pLimit, { type LimitFunction } from 'p-limit'

/** Deliveries on their way at once: to one endpoint, so that it is not flooded, and from this process. */
const perEndpoint = 4
const overall = 32
/** Lanes of one endpoint that may wait for a hand; more wait in the store, where the sweep finds them. */
const mostWaiting = 64

/** Works in a lane, one step after the other, until a step answers false. */
type Work = (step: () => Promise<boolean>) => Promise<void>

/** Who works on what in this process. */
export type Hands = {
  /**
   * Reserves a lane for the caller, who has to call what it gets. `undefined` when somebody has it already, or too many
   * lanes of the endpoint wait.
   */
  take(lane: string, endpoint: string): Work | undefined
}

/** Bounds the work of one process. A hanging endpoint holds its own hands, and those of no other. */
function openHands(): Hands {
  const all = pLimit(overall)
  const lanes = new Set<string>()
  const endpoints = new Map<string, { limit: LimitFunction; lanes: number }>()

  function leave(lane: string, endpoint: string) {
    lanes.delete(lane)
    const own = endpoints.get(endpoint)!
    own.lanes--
    if (own.lanes === 0) endpoints.delete(endpoint)
  }

  return {
    take(lane, endpoint) {
      const own = endpoints.get(endpoint) ?? { limit: pLimit(perEndpoint), lanes: 0 }
      if (lanes.has(lane) || own.lanes >= mostWaiting + perEndpoint) return undefined
      own.lanes++
      endpoints.set(endpoint, own)
      lanes.add(lane)
      return async (step) => {
        try {
          while (await own.limit(() => all(step)));
        } finally {
          leave(lane, endpoint)
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
