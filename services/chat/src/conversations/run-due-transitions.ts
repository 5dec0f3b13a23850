import { chat } from '@frontdesk/contracts'
import { ascending, type Stored } from '@frontdesk/documents'
import { findSourcesTried } from '../answerability/find-sources-tried.ts'
import type { ChatContext } from '../context.ts'
import { remindOfUnclaimed } from '../escalation/escalation-steps.ts'
import { listRules } from '../escalation/rule-store.ts'
import { lastWordsForHandover } from '../escalation/summarize-for-handover.ts'
import { readSettings } from '../settings/settings-store.ts'
import { type ForPeople, isEscalatedByBreach } from '../sla/note-sla.ts'
import { type Change, changeConversation } from './change-conversation.ts'
import { type ConversationDocument, toConversation } from './conversation-document.ts'
import { move, stateAfter, stateOf } from './conversation-states.ts'

/**
 * Resolves a conversation whose customer wrote nothing more; when the table does not allow it, only the due time is
 * removed.
 */
function assumeResolved(
  conversationId: string,
  before: ConversationDocument,
  context: ChatContext,
  now: string,
): Change {
  const { assumeAt: _, ...rest } = before
  if (before.turns.length > 0 || !stateAfter('assume', stateOf(before))) return { body: rest }
  const by = before.handler === 'ai' ? 'ai' : 'agent'
  const body: ConversationDocument = { ...move(rest, 'assume'), resolved: { by, how: 'assumed' }, updatedAt: now }
  return {
    body,
    activities: [
      { actor: { kind: 'system' }, action: 'resolve', from: before.status, to: 'resolved', detail: 'assumed' },
    ],
    events: [
      context.event(chat.events.conversationResolved, {
        conversation: toConversation(conversationId, body),
        how: 'assumed',
      }),
    ],
  }
}

const isDue = (at: string | undefined, now: string): at is string => at !== undefined && at <= now

/** What people read of a conversation that a missed target escalates; undefined where it does not, or went to them before. */
async function readForPeople(
  conversationId: string,
  body: ConversationDocument,
  context: ChatContext,
  now: string,
): Promise<ForPeople | undefined> {
  if (body.escalation || !isDue(body.slaDueAt, now) || !isEscalatedByBreach(body)) return undefined
  const summary = await lastWordsForHandover(conversationId, context)
  return { summary, sourcesTried: await findSourcesTried(conversationId, context) }
}

/**
 * Makes the transitions that are due by time: wakes snoozed conversations, reassigns those that nobody claimed, and resolves
 * those that ended long ago. True when there were some. Safe to run in several processes at once: one compare-and-set changes each
 * conversation.
 */
export async function runDueTransitions(context: ChatContext): Promise<boolean> {
  const now = new Date(context.clock.now()).toISOString()
  const due = await context.collections.conversations.findAcrossTenants({
    where: { dueAt: { lte: now } },
    sort: ascending('dueAt'),
    limit: 200,
  })
  // One after the other of a tenant; those of one do not wait for another's.
  const byTenant = Map.groupBy(due, ({ tenant }) => tenant)
  await Promise.all([...byTenant].map(([tenant, own]) => makeTransitions(own, context.forTenant(tenant), now)))
  return due.length > 0
}

async function makeTransitions(due: Stored<ConversationDocument>[], scoped: ChatContext, now: string): Promise<void> {
  const [settings, rules] = await Promise.all([readSettings(scoped), listRules(scoped)])
  for (const { id, body: seen } of due) {
    if (scoped.signal.aborted) return
    const forPeople = await readForPeople(id, seen, scoped, now)
    await changeConversation(id, scoped, ({ body }, at) => {
      if (isDue(body.snoozedUntil, at)) {
        const woken = move(body, 'wake')
        const activity = { actor: { kind: 'system' } as const, action: 'wake', from: body.snoozedUntil, to: null }
        return { body: { ...woken, updatedAt: at }, activities: [activity] }
      }
      if (isDue(body.unclaimed?.at, at)) return remindOfUnclaimed(id, body, rules, scoped, at)
      // Whatever commits it notes the targets that were missed.
      if (isDue(body.slaDueAt, at)) return { body: { ...body, updatedAt: at }, forPeople }
      if (!isDue(body.assumeAt, at)) return undefined
      // Whoever turned it off meanwhile does not want it any more.
      if (settings.assumedResolutionHours === null) {
        const { assumeAt: _, ...rest } = body
        return { body: rest }
      }
      return assumeResolved(id, body, scoped, at)
    })
  }
}
