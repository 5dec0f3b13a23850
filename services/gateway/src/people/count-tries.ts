import { hash } from 'node:crypto'
import { isFresh, isStillOn, platformTenant, ServiceError } from '@frontdesk/contracts'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'

/** A network as it is stored with an agent. */
export const networkHash = (network: string, agentId: string): string =>
  hash('sha256', `${agentId} ${network}`, 'hex').slice(0, 32)

/** Whether an agent signed in from a network before. */
export const isKnownNetwork = (agentId: string, { signIn }: AgentRecord, network: string): boolean =>
  signIn?.networks?.includes(networkHash(network, agentId)) ?? false

const windowMs = 15 * 60_000
/** How long a counter that was full is taken for full: tries that were right are taken back meanwhile, here and elsewhere. */
const believedMs = 2_000

/** So many tries are let in by one window of 15 minutes. */
export const maxTries = { ofAddress: 10, ofNetwork: 100 }

/**
 * What is counted: tries from one network, those of them that are about one thing (an address, an account), and with
 * `anywhere` those about that thing from wherever they come.
 */
export type Tried = { network: string; about?: string; anywhere?: string }

type Counter = { id: string; limit: number }

const counterOf = (limit: number, ...parts: string[]): Counter => ({
  id: `try_${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 48)}`,
  limit,
})

/** The counters of a try; the one of its network comes last. */
export const countersOf = (kind: string, { network, about, anywhere }: Tried): Counter[] => [
  ...(anywhere === undefined ? [] : [counterOf(maxTries.ofAddress, kind, 'anywhere', anywhere, '')]),
  ...(about === undefined ? [] : [counterOf(maxTries.ofAddress, kind, network, about)]),
  counterOf(maxTries.ofNetwork, kind, network),
]

/**
 * Counts a try before it is made, for all gateways on one store: ten in 15 minutes about one thing from one network, and a
 * hundred from one network. Without `anywhere` nothing is counted by the account alone, so nobody else can lock its owner
 * out. Throws `rate_limited`. Resolves with what takes the try back, for one that was right.
 */
export async function countTry(kind: string, tried: Tried, context: GatewayContext): Promise<() => Promise<void>> {
  const { collections, clock, state } = context
  const platform = context.forTenant(platformTenant)
  const refuse = (endsAt: number): never => {
    throw new ServiceError('rate_limited', {
      detail: 'Too many attempts. Wait a while, or use a link for a new password.',
      retryAfterSeconds: Math.max(1, Math.ceil((endsAt - clock.now()) / 1_000)),
    })
  }
  const taken: Counter[] = []
  const refund = () => refundCounters(taken, context)
  for (const counter of countersOf(kind, tried)) {
    const { id, limit } = counter
    const full = state.fullCounters.get(id)
    if (full && isFresh(full.believedUntil - believedMs, believedMs, clock.now())) {
      await refund()
      refuse(full.endsAt)
    }
    let isTaken = false
    const stored = await platform.commit(collections.tries, id, (current) => {
      const now = clock.now()
      const isOn = current !== undefined && isStillOn(current.body.endsAt, windowMs, now)
      const { count, endsAt } = isOn ? current.body : { count: 0, endsAt: now + windowMs }
      isTaken = count < limit
      return isTaken ? { body: { count: count + 1, endsAt } } : undefined
    })
    if (!isTaken) {
      const { endsAt } = stored!.body
      state.fullCounters.set(id, { endsAt, believedUntil: Math.min(endsAt, clock.now() + believedMs) })
      await refund()
      refuse(endsAt)
    }
    taken.push(counter)
  }
  return refund
}

async function refundCounters(counters: Counter[], context: GatewayContext): Promise<void> {
  const { collections, clock, state } = context
  for (const { id } of counters) {
    await context
      .forTenant(platformTenant)
      .commit(collections.tries, id, (current) =>
        current && current.body.count > 0 && isStillOn(current.body.endsAt, windowMs, clock.now())
          ? { body: { ...current.body, count: current.body.count - 1 } }
          : undefined,
      )
    state.fullCounters.delete(id)
  }
}

/** Takes a try back that another request made with `countTry`. */
export const takeTryBack = (kind: string, tried: Tried, context: GatewayContext): Promise<void> =>
  refundCounters(countersOf(kind, tried), context)

/**
 * Counts what is refused about one thing, wherever it comes from. Answers the number within this window, so that its
 * caller can tell of the first ones and then of ever fewer.
 */
export async function countRefusal(kind: string, about: string, context: GatewayContext): Promise<number> {
  const { collections, clock } = context
  const stored = await context
    .forTenant(platformTenant)
    .commit(collections.tries, counterOf(0, kind, about).id, (current) => {
      const now = clock.now()
      const isOn = current !== undefined && isStillOn(current.body.endsAt, windowMs, now)
      return { body: isOn ? { ...current.body, count: current.body.count + 1 } : { count: 1, endsAt: now + windowMs } }
    })
  return stored!.body.count
}

/** Of what `countRefusal` counts, the first ten are told, then the 100th, the 1,000th: `failed` is their number until then. */
export const isTold = (count: number): boolean => count <= 10 || /^10+$/.test(String(count))
