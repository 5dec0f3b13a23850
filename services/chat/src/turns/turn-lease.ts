import { type ErrorCode, isStillOn } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument, Turn } from '../conversations/conversation-document.ts'

/** How long a turn pauses after its first fault in a row, and after many. */
const firstPauseMs = 1_000
const maxPauseMs = 30_000

/** The conversation with one of its turns changed. */
export const withTurn = (
  document: ConversationDocument,
  turnId: string,
  change: (turn: Turn) => Turn,
): ConversationDocument => ({
  ...document,
  turns: document.turns.map((turn) => (turn.id === turnId ? change(turn) : turn)),
})

/** Whether this service has the turn's lease. An expired lease counts until another service claims the turn. */
export const isOurs = (turn: Turn, context: ChatContext): boolean => turn.lease?.owner === context.state.liveTurns.owner

/**
 * Whether this service may work on the turn now: it is the first in line, no other service has a live lease, and it does not
 * pause after a fault (`eager` ignores the pause).
 */
export const isFree = (first: Turn | undefined, context: ChatContext, eager = false): first is Turn =>
  first !== undefined &&
  (first.lease
    ? isOurs(first, context) || !isStillOn(first.lease.until, context.config.TURN_LEASE_MS, context.clock.now())
    : eager || !isStillOn(first.fault?.notBefore ?? 0, maxPauseMs, context.clock.now()))

const leaseOf = (context: ChatContext) => ({
  owner: context.state.liveTurns.owner,
  until: context.clock.now() + context.config.TURN_LEASE_MS,
})

/** The turn with a lease of this service and one more attempt. */
export const claim = (turn: Turn, context: ChatContext): Turn => ({
  ...turn,
  lease: leaseOf(context),
  attempt: turn.attempt + 1,
})

/** Claims the first turn; undefined when it is not free. */
export async function claimFirst(
  conversationId: string,
  context: ChatContext,
  { eager = false } = {},
): Promise<Turn | undefined> {
  if (context.signal.aborted) return undefined
  let claimed: Turn | undefined
  await context.commit(context.collections.conversations, conversationId, (current) => {
    claimed = undefined
    const first = current?.body.turns[0]
    if (!current || !isFree(first, context, eager)) return undefined
    claimed = claim(first, context)
    return { body: withTurn(current.body, first.id, () => claimed!) }
  })
  return claimed
}

/** Renews the lease and, when given, stores the released text. False when the turn is not ours any more. */
export async function renewTurn(
  conversationId: string,
  turnId: string,
  context: ChatContext,
  released?: string,
): Promise<boolean> {
  let isRenewed = false
  await context.commit(context.collections.conversations, conversationId, (current) => {
    const turn = current?.body.turns.find(({ id }) => id === turnId)
    isRenewed = turn !== undefined && isOurs(turn, context)
    if (!current || !isRenewed) return undefined
    const change = { lease: leaseOf(context), ...(released !== undefined && { released }) }
    return { body: withTurn(current.body, turnId, (before) => ({ ...before, ...change })) }
  })
  return isRenewed
}

/**
 * Gives up the lease. On a stop another service may claim the turn at once. With a fault the turn pauses, longer each time;
 * its readers are told, and the attempt does not count.
 */
export async function releaseTurn(
  conversationId: string,
  turnId: string,
  context: ChatContext,
  fault?: ErrorCode,
): Promise<void> {
  await context.commit(context.collections.conversations, conversationId, (current) => {
    const turn = current?.body.turns.find(({ id }) => id === turnId)
    if (!current || !turn || !isOurs(turn, context)) return undefined
    const { lease: _lease, readAt: _readAt, ...rest } = turn
    if (!fault) return { body: withTurn(current.body, turnId, () => rest) }
    const count = (turn.fault?.count ?? 0) + 1
    const notBefore = context.clock.now() + Math.min(firstPauseMs * 2 ** (count - 1), maxPauseMs)
    const paused: Turn = { ...rest, attempt: turn.attempt - 1, fault: { code: fault, count, notBefore } }
    return { body: withTurn(current.body, turnId, () => paused) }
  })
}

/** Renews the lease of a claimed turn until `end`; `lost` aborts when another service has it or it could not be renewed. */
export function renewTurnPeriodically(
  conversationId: string,
  turnId: string,
  context: ChatContext,
): { lost: AbortSignal; end(): void } {
  const { TURN_LEASE_MS } = context.config
  const lost = new AbortController()
  let renewedAt = context.clock.now()
  const renewal = setInterval(async () => {
    const now = context.clock.now()
    try {
      if (await renewTurn(conversationId, turnId, context)) renewedAt = now
      else lost.abort()
    } catch (error) {
      context.log.warn({ conversationId, turn: turnId, err: error }, 'the lease of a turn could not be renewed')
      if (context.clock.now() - renewedAt >= TURN_LEASE_MS) lost.abort()
    }
  }, TURN_LEASE_MS / 3)
  const unregister = context.state.liveTurns.work(turnId, () => lost.abort())
  return {
    lost: lost.signal,
    end() {
      clearInterval(renewal)
      unregister()
    },
  }
}
