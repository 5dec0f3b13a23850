import { hash } from 'node:crypto'
import { isStillOn, ServiceError } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import type { VisitorCaller } from '../keys/caller.ts'
import { makeChallenge } from './challenge.ts'
import { verifiedFactor } from './visitor-limits.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What a visitor does, and new sessions, messages and uploads of a network. */
const allowed = {
  messages: { limit: 20, windowMs: 10 * minuteMs },
  uploads: { limit: 40, windowMs: hourMs },
  transcripts: { limit: 5, windowMs: hourMs },
  details: { limit: 30, windowMs: hourMs },
  networkMessages: { limit: 120, windowMs: hourMs },
  networkUploads: { limit: 120, windowMs: hourMs },
  networkSessions: { limit: 30, windowMs: hourMs },
} as const
/** Operations that a counter remembers, so that a retry is not counted again. */
const remembered = 64

type Counted = { count: number; limit: number }
type Counting = {
  operation?: string
  factor?: number
  check?(counted: Counted): void
  /** Nothing is counted yet: only refused what would be too many. */
  onlyLooks?: boolean
}

/**
 * Counts one operation in a window that begins with the first, for all gateways on one store. The same operation again is not
 * counted, and neither is one that `check` refuses. Throws `rate_limited`.
 */
async function count(
  kind: keyof typeof allowed,
  about: string,
  { operation, factor = 1, check, onlyLooks = false }: Counting,
  { tenant, collections, clock, commit }: GatewayContext,
): Promise<void> {
  const { windowMs } = allowed[kind]
  const limit = allowed[kind].limit * factor
  const id = `vis_${hash('sha256', JSON.stringify([tenant, kind, about]), 'hex').slice(0, 48)}`
  const key = operation?.slice(-16)
  let counted: Counted = { count: 0, limit }
  let endsAt = 0
  await commit(collections.visitorCounters, id, (current) => {
    const now = clock.now()
    const isOn = current !== undefined && isStillOn(current.body.endsAt, windowMs, now)
    const before = isOn ? current.body : { count: 0, endsAt: now + windowMs, operations: [] }
    endsAt = before.endsAt
    const isKnown = key !== undefined && before.operations.includes(key)
    counted = { count: before.count + Number(!isKnown), limit }
    if (isKnown || counted.count > limit) return undefined
    check?.(counted)
    if (onlyLooks) return undefined
    const operations = key === undefined ? [] : [...before.operations, key].slice(-remembered)
    return { body: { count: counted.count, endsAt, operations } }
  })
  if (counted.count > limit)
    throw new ServiceError('rate_limited', {
      detail: 'Too many requests of this kind in a short time. Please wait a while.',
      retryAfterSeconds: Math.max(1, Math.ceil((endsAt - clock.now()) / 1_000)),
    })
}

/** Throws `challenge_required` above half of a limit for whoever nobody vouches for and has shown no proof of work. */
const requireWork =
  (
    { network, verified, hasWorked }: { network: string; verified: boolean; hasWorked: boolean },
    context: GatewayContext,
  ) =>
  ({ count, limit }: Counted): void => {
    if (count > limit / 2 && !hasWorked && !verified)
      throw new ServiceError('challenge_required', { current: makeChallenge(network, context) })
  }

const factorOf = ({ verified }: { verified: boolean }) => (verified ? verifiedFactor : 1)

/**
 * Counts what a visitor does, for the visitor and the network. Whoever has too many alone takes nothing from the others of the
 * network, and whom the network refuses is not counted. Throws `rate_limited`, and `challenge_required` above half of the
 * network's limit for a session that has shown no proof of work.
 */
async function admit(
  kind: 'messages' | 'uploads',
  visitor: VisitorCaller,
  operation: string,
  context: GatewayContext,
): Promise<void> {
  const { id, verified, hasWorked, network = '' } = visitor
  const ofNetwork = kind === 'messages' ? 'networkMessages' : 'networkUploads'
  const check = requireWork({ network, verified, hasWorked }, context)
  await count(kind, id, { operation, onlyLooks: true }, context)
  await count(ofNetwork, `${network} ${verified}`, { operation, factor: factorOf(visitor), check }, context)
  await count(kind, id, { operation }, context)
}

/** Counts a visitor's message. Throws as `admit`. */
export const admitMessage = (visitor: VisitorCaller, operation: string, context: GatewayContext): Promise<void> =>
  admit('messages', visitor, operation, context)

/** Counts a file that a visitor uploads. Throws as `admit`. */
export const admitUpload = (visitor: VisitorCaller, operation: string, context: GatewayContext): Promise<void> =>
  admit('uploads', visitor, operation, context)

/** Counts a change of what a visitor says of themselves. Throws `rate_limited`. */
export const admitDetails = ({ id }: VisitorCaller, operation: string, context: GatewayContext): Promise<void> =>
  count('details', id, { operation }, context)

/** Counts a transcript that a visitor asks for. Throws `rate_limited`. */
export const admitTranscript = ({ id }: VisitorCaller, operation: string, context: GatewayContext): Promise<void> =>
  count('transcripts', id, { operation }, context)

/**
 * Counts a new session. Throws `rate_limited`, and `challenge_required` above half of the network's limit unless proof of work
 * was shown.
 */
export async function admitSession(
  asking: { network: string; verified: boolean; hasWorked: boolean },
  context: GatewayContext,
): Promise<void> {
  const about = `${asking.network} ${asking.verified}`
  await count('networkSessions', about, { factor: factorOf(asking), check: requireWork(asking, context) }, context)
}
