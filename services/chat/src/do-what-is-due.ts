import { conversationResolved } from '@frontdesk/contracts'
import { type Change, changeConversation } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, toConversation } from './conversation-document.ts'
import { move, stateAfter, stateOf } from './conversation-states.ts'
import { remindOfUnclaimed } from './escalation-steps.ts'
import { listRules } from './keep-rules.ts'
import { readSettings } from './keep-settings.ts'

/** Counts a conversation as resolved whose customer said nothing more; what the table refuses only loses its time. */
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
    deeds: [{ actor: { kind: 'system' }, action: 'resolve', from: before.status, to: 'resolved', detail: 'assumed' }],
    events: [
      context.event(conversationResolved, { conversation: toConversation(conversationId, body), how: 'assumed' }),
    ],
  }
}

const isDue = (at: string | undefined, now: string): at is string => at !== undefined && at <= now

/**
 * Does what time alone does: wakes what slept, moves on what nobody claimed, counts as resolved what ended long ago. Safe to
 * run in several processes at once: each conversation is changed by one compare-and-set.
 */
export async function doWhatIsDue(context: ChatContext): Promise<void> {
  const now = new Date(context.clock.now()).toISOString()
  const due = await context.collections.conversations.findAcrossTenants({
    where: { dueAt: { lte: now } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 200,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return
    const scoped = context.forTenant(tenant)
    const [settings, rules] = await Promise.all([readSettings(scoped), listRules(scoped)])
    await changeConversation(id, scoped, ({ body }, at) => {
      if (isDue(body.snoozedUntil, at)) {
        const woken = move(body, 'wake')
        const deed = { actor: { kind: 'system' } as const, action: 'wake', from: body.snoozedUntil, to: null }
        return { body: { ...woken, updatedAt: at }, deeds: [deed] }
      }
      if (isDue(body.unclaimed?.at, at)) return remindOfUnclaimed(id, body, rules, scoped, at)
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
