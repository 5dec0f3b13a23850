import { type ErrorCode, type EscalationRule, ServiceError, toWireError } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import { startUsageMeter } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'
import type { Turn } from '../conversations/conversation-document.ts'
import { readHistory, readMessages } from '../conversations/list-messages.ts'
import { countTokens, takeAnswer } from '../visitors/widget-budget.ts'
import { answerTurn } from './answer-turn.ts'
import { finishTurn, type TurnEnd } from './finish-turn.ts'
import { stopWithGrace } from './stop-with-grace.ts'
import { claimFirst, isFree, releaseTurn, renewTurn, renewTurnPeriodically } from './turn-lease.ts'
import { watchReaders } from './watch-readers.ts'

/** A turn that was begun this often without ever releasing a word ends as an error. */
const maxAttempts = 5
/** What may be gone in a moment: with nothing released, the turn pauses and is tried again. */
const awayCodes: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'overloaded',
  'deadline_exceeded',
  'stream_broken',
  'model_unavailable',
  'policy_unavailable',
])
/** The sweep begins no more while this process works on so many: what others ask of it has limits too. */
const maxResumed = 64

/**
 * Works off the turns of a conversation, one after the other, until none is left or another process holds the lease; it
 * begins with the one that was `claimed` already. Safe to call at any time, from a request or from the sweep.
 */
export function runTurns(
  conversationId: string,
  context: ChatContext,
  { claimed, eager = false }: { claimed?: Turn | undefined; eager?: boolean } = {},
): void {
  const { running } = context.state.liveTurns
  const key = `${context.tenant}/${conversationId}`
  if (running.has(key)) return
  running.add(key)
  context.detach('answer turns', async (lasting) => {
    try {
      for (let turn = claimed ?? (await claimFirst(conversationId, lasting, { eager })); turn; ) {
        // Each turn of a conversation was asked for by another request.
        await runTurn(conversationId, turn, lasting.forTenant(lasting.tenant, turn.cause))
        turn = await claimFirst(conversationId, lasting)
      }
    } catch (error) {
      if (error instanceof ServiceError) await failReaders(conversationId, error, lasting)
      throw error
    } finally {
      running.delete(key)
    }
    // A message accepted between the last claim and the line above finds nobody at work.
    const after = await lasting.collections.conversations.get(lasting.tenant, conversationId)
    if (!lasting.signal.aborted && isFree(after?.body.turns[0], lasting)) runTurns(conversationId, lasting)
  })
}

/** Tells who waits for answers of a conversation that none of them can be stored, on a full disk for example. */
async function failReaders(conversationId: string, error: ServiceError, context: ChatContext): Promise<void> {
  const stored = await context.collections.conversations.get(context.tenant, conversationId)
  for (const { id } of stored?.body.turns ?? []) context.state.liveTurns.fail(id, error)
}

/** Brings one claimed turn to its end, whatever happens; only a stop of the process hands it back, before any of it is sent. */
async function runTurn(conversationId: string, turn: Turn, context: ChatContext): Promise<void> {
  const { clock } = context
  const meter = startUsageMeter()
  const end = (how: TurnEnd) => finishTurn(conversationId, turn.id, { ...how, usage: meter.total() }, context)
  // Who stops an answer, or takes over from it, does not know what it cost.
  const countSpent = async () => {
    const usage = meter.total()
    if (usage) await countTokens(turn, usage, context)
  }
  if (turn.released !== '') return end({ kind: 'failed', code: 'interrupted' })
  if (turn.attempt > maxAttempts) return end({ kind: 'failed', code: 'internal' })

  const { lost, ...hold } = renewTurnPeriodically(conversationId, turn.id, context)
  const { deserted, ...watch } = watchReaders(conversationId, turn, context)
  let isPartlySent = false
  const stop = stopWithGrace(context.signal, {
    graceMs: context.config.ANSWER_GRACE_MS,
    isPartlySent: () => isPartlySent,
  })
  const signal = AbortSignal.any([lost, deserted, stop.signal])
  let hasReleased = false
  try {
    const asked = {
      text: turn.question.text,
      history: () => readHistory(conversationId, context),
      countMessages: (rules: EscalationRule[]) =>
        countCustomerMessages(conversationId, turn.question.messageId, rules, context),
      meter,
      mayAnswer: () => takeAnswer(turn, context),
    }
    for await (const step of answerTurn(asked, context.withSignal(stop.signal), signal)) {
      // An outcome that is there counts, whatever happened meanwhile.
      if (step.kind !== 'released') return await end(step)
      if (signal.aborted) break
      isPartlySent = true
      if (!(await renewTurn(conversationId, turn.id, context, step.text))) return await countSpent()
      hasReleased = true
      context.state.liveTurns.notify(turn.id)
    }
    throw new ServiceError('interrupted')
  } catch (error) {
    if (lost.aborted) return await countSpent()
    if (context.signal.aborted && !hasReleased) return releaseTurn(conversationId, turn.id, context)
    const { code, decision } = toWireError(signal.aborted ? new ServiceError('interrupted') : error)
    const isYoung = clock.now() - Date.parse(turn.createdAt) < context.config.GIVE_UP_AFTER_MS
    if (!signal.aborted && !hasReleased && isYoung && awayCodes.has(code)) {
      context.log.warn({ conversationId, turn: turn.id, code, err: error }, 'a turn failed and will be retried')
      await releaseTurn(conversationId, turn.id, context, code)
      return context.state.liveTurns.notify(turn.id)
    }
    if (!signal.aborted) context.log.error({ conversationId, turn: turn.id, code, err: error }, 'a turn failed')
    await end({ kind: 'failed', code, ...(decision && { decisions: [decision] }) })
  } finally {
    hold.end()
    stop.end()
    watch.end()
  }
}

/** Messages of a conversation that are counted: a rule's `turns` goes no further. */
const countedMessages = 999

/** How many messages the customer has sent up to this one; looked for only where a rule wants to know. */
export async function countCustomerMessages(
  conversationId: string,
  messageId: string,
  rules: EscalationRule[],
  context: ChatContext,
): Promise<number> {
  if (!rules.some(({ enabled, when }) => enabled && when.kind === 'turns')) return 0
  const { items } = await readMessages({ conversationId, limit: countedMessages }, context)
  const question = items.find(({ id }) => id === messageId)
  const upTo = question?.sequence ?? Number.MAX_SAFE_INTEGER
  return items.filter(({ author, sequence }) => author.kind === 'customer' && sequence <= upTo).length
}

/** Finds turns that nobody works on: accepted before a crash, or left by a process that died. */
export async function resumeTurns(context: ChatContext): Promise<void> {
  const { running } = context.state.liveTurns
  const unfinished = await context.collections.conversations.findAcrossTenants({
    where: { unfinishedSince: { gte: '' } },
    sort: ascending('unfinishedSince'),
    limit: 200,
  })
  for (const { tenant, id, body } of unfinished) {
    if (running.size >= maxResumed) return
    const scoped = context.forTenant(tenant)
    if (isFree(body.turns[0], scoped)) runTurns(id, scoped)
  }
}
