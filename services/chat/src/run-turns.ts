import { ServiceError, toWireError } from '@frontdesk/contracts'
import { answerQuestion } from './answer-question.ts'
import type { ChatContext } from './context.ts'
import type { Turn } from './conversation-document.ts'
import { startUsageMeter } from './count-usage.ts'
import { finishTurn, type TurnEnd } from './finish-turn.ts'
import { claimFirst, handBack, holdTurn, isFree, keepTurn } from './hold-turn.ts'
import { readHistory } from './list-messages.ts'
import { liveTurnsOf } from './live-turns.ts'
import { watchReaders } from './watch-readers.ts'

/** A turn that was begun this often without ever releasing a word ends as an error. */
const mostAttempts = 5
/** The sweep begins no more while this process works on so many: what others ask of it has limits too. */
const mostResumed = 64

/**
 * Works off the turns of a conversation, one after the other, until none is left or another process holds the lease; it
 * begins with the one that was `claimed` already. Safe to call at any time, from a request or from the sweep.
 */
export function runTurns(conversationId: string, context: ChatContext, claimed?: Turn): void {
  const { running } = liveTurnsOf(context)
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
    if (!lasting.signal.aborted && isFree(after?.body.turns[0], lasting)) runTurns(conversationId, lasting)
  })
}

/** Brings one claimed turn to its end, whatever happens; only a stop of the process hands it back. */
async function runTurn(conversationId: string, turn: Turn, context: ChatContext): Promise<void> {
  const meter = startUsageMeter()
  const end = (how: TurnEnd) => finishTurn(conversationId, turn.id, { ...how, usage: meter.total() }, context)
  if (turn.released !== '') return end({ kind: 'failed', code: 'interrupted' })
  if (turn.attempt > mostAttempts) return end({ kind: 'failed', code: 'internal' })

  const { lost, ...hold } = holdTurn(conversationId, turn.id, context)
  const { deserted, ...watch } = watchReaders(conversationId, turn.id, context)
  const signal = AbortSignal.any([lost, deserted, context.signal])
  let hasReleased = false
  try {
    const history = await readHistory(conversationId, context)
    for await (const step of answerQuestion({ text: turn.question.text, history, meter }, context, signal)) {
      // An outcome that is there counts, whatever happened meanwhile.
      if (step.kind !== 'released') return await end(step)
      if (signal.aborted) break
      if (!(await keepTurn(conversationId, turn.id, context, step.text))) return
      hasReleased = true
      liveTurnsOf(context).ring(turn.id)
    }
    throw new ServiceError('interrupted')
  } catch (error) {
    if (lost.aborted) return
    if (context.signal.aborted && !hasReleased) return handBack(conversationId, turn.id, context)
    const { code } = signal.aborted ? new ServiceError('interrupted') : toWireError(error)
    if (!signal.aborted) context.log.error({ conversationId, turn: turn.id, code, err: error }, 'a turn failed')
    await end({ kind: 'failed', code })
  } finally {
    hold.end()
    watch.end()
  }
}

/** Finds turns that nobody works on: accepted before a crash, or left by a process that died. */
export async function resumeTurns(context: ChatContext): Promise<void> {
  const { running } = liveTurnsOf(context)
  const unfinished = await context.collections.conversations.findAcrossTenants({
    where: { unfinishedSince: { gte: '' } },
    sort: { field: 'unfinishedSince', direction: 'asc' },
    limit: 200,
  })
  for (const { tenant, id, body } of unfinished) {
    if (running.size >= mostResumed) return
    const scoped = context.forTenant(tenant)
    if (isFree(body.turns[0], scoped)) runTurns(id, scoped)
  }
}
