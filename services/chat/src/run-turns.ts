import { randomUUID } from 'node:crypto'
import { ServiceError, toWireError } from '@frontdesk/contracts'
import { answerQuestion } from './answer-question.ts'
import type { ChatContext } from './context.ts'
import type { ConversationDocument, Turn } from './conversation-document.ts'
import { finishTurn } from './finish-turn.ts'
import { historyBefore } from './list-messages.ts'
import { desertion, ring } from './live-turns.ts'

/** This process, in leases. */
const owner = randomUUID()
/** Conversations whose turns this process works on now. */
const running = new Set<string>()
/** A turn that was begun this often without ever releasing a word ends as an error. */
const mostAttempts = 5

const withTurn = (
  document: ConversationDocument,
  turnId: string,
  change: (turn: Turn) => Turn,
): ConversationDocument => ({
  ...document,
  turns: document.turns.map((turn) => (turn.id === turnId ? change(turn) : turn)),
})

/** The turn with a lease of this process on it, begun once more. */
export const claim = (turn: Turn, { clock, config }: ChatContext): Turn => ({
  ...turn,
  lease: { owner, until: clock.now() + config.TURN_LEASE_MS },
  attempt: turn.attempt + 1,
})

/**
 * Works off the turns of a conversation, one after the other, until none is left or another process holds the lease; it
 * begins with the one that was `claimed` already. Safe to call at any time, from a request or from the sweep.
 */
export function runTurns(conversationId: string, context: ChatContext, claimed?: Turn): void {
  const key = `${context.tenant}/${conversationId}`
  if (running.has(key)) return
  running.add(key)
  context.detach('answer turns', async (lasting) => {
    try {
      for (let turn = claimed ?? (await claimFirst(conversationId, lasting)); turn; ) {
        await runTurn(conversationId, turn, lasting)
        turn = await claimFirst(conversationId, lasting)
      }
    } finally {
      running.delete(key)
    }
    // A message accepted between the last claim and the line above finds nobody at work.
    const after = await lasting.collections.conversations.get(lasting.tenant, conversationId)
    const isWaiting = after?.body.turns.some(({ lease }) => !lease || lease.owner === owner)
    if (!lasting.signal.aborted && isWaiting) runTurns(conversationId, lasting)
  })
}

/** Takes the first turn, when nobody else has it. */
async function claimFirst(conversationId: string, context: ChatContext): Promise<Turn | undefined> {
  if (context.signal.aborted) return undefined
  const { clock, commit, collections } = context
  let claimed: Turn | undefined
  await commit(collections.conversations, conversationId, (current) => {
    claimed = undefined
    const first = current?.body.turns[0]
    if (!current || !first) return undefined
    if (first.lease && first.lease.owner !== owner && first.lease.until > clock.now()) return undefined
    claimed = claim(first, context)
    return { body: withTurn(current.body, first.id, () => claimed!) }
  })
  return claimed
}

/** Brings one claimed turn to its end, whatever happens; only a stop of the process hands it back. */
async function runTurn(conversationId: string, turn: Turn, context: ChatContext): Promise<void> {
  if (turn.released !== '') return finishTurn(conversationId, turn.id, { kind: 'failed', code: 'interrupted' }, context)
  if (turn.attempt > mostAttempts)
    return finishTurn(conversationId, turn.id, { kind: 'failed', code: 'internal' }, context)

  const { config } = context
  const deserted = desertion(turn.id, config.ABANDON_AFTER_MS)
  const lost = new AbortController()
  const signal = AbortSignal.any([deserted.signal, lost.signal, context.signal])
  const renewal = setInterval(() => {
    keep(conversationId, turn.id, undefined, context).catch(() => lost.abort())
  }, config.TURN_LEASE_MS / 3)
  try {
    const history = await historyBefore(conversationId, turn.question.messageId, context)
    for await (const step of answerQuestion({ text: turn.question.text, history }, context, signal)) {
      if (signal.aborted) break
      if (step.kind === 'released') {
        await keep(conversationId, turn.id, step.text, context)
        ring(turn.id)
      } else {
        await finishTurn(conversationId, turn.id, step, context)
        return
      }
    }
    throw new ServiceError('interrupted')
  } catch (error) {
    if (lost.signal.aborted) return
    if (context.signal.aborted) return handBack(conversationId, turn.id, context)
    const { code } = deserted.signal.aborted ? { code: 'interrupted' as const } : toWireError(error)
    if (!deserted.signal.aborted)
      context.log.error({ conversationId, turn: turn.id, code, err: error }, 'a turn failed')
    await finishTurn(conversationId, turn.id, { kind: 'failed', code }, context)
  } finally {
    clearInterval(renewal)
    deserted.end()
  }
}

/** Renews the lease and stores what was released. Throws `interrupted` when the turn is not ours any more. */
async function keep(conversationId: string, turnId: string, released: string | undefined, context: ChatContext) {
  const { clock, config, commit, collections } = context
  await commit(collections.conversations, conversationId, (current) => {
    const turn = current?.body.turns[0]
    if (!current || turn?.id !== turnId || turn.lease?.owner !== owner) throw new ServiceError('interrupted')
    const lease = { owner, until: clock.now() + config.TURN_LEASE_MS }
    return { body: withTurn(current.body, turnId, (kept) => ({ ...kept, lease, released: released ?? kept.released })) }
  })
}

/** On a stop: whoever comes next may take it at once. */
async function handBack(conversationId: string, turnId: string, context: ChatContext) {
  await context.commit(context.collections.conversations, conversationId, (current) => {
    const turn = current?.body.turns[0]
    if (!current || turn?.id !== turnId || turn.lease?.owner !== owner) return undefined
    return { body: withTurn(current.body, turnId, ({ lease: _, ...rest }) => rest) }
  })
}

/** Finds turns that nobody works on: accepted before a crash, or left by a process that died. */
export async function resumeTurns(context: ChatContext): Promise<void> {
  const unfinished = await context.collections.conversations.findAcrossTenants({
    where: { unfinishedSince: { gte: '' } },
    sort: { field: 'unfinishedSince', direction: 'asc' },
    limit: 200,
  })
  for (const { tenant, id, body } of unfinished) {
    const first = body.turns[0]
    if (first && (first.lease?.until ?? 0) < context.clock.now()) runTurns(id, context.forTenant(tenant))
  }
}
