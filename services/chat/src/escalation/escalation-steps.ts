import { assertNever, chat, type EscalationRule, type Message, type Settings } from '@frontdesk/contracts'
import { words } from '@frontdesk/language'
import type { ChatContext } from '../context.ts'
import type { Change, NewActivity } from '../conversations/change-conversation.ts'
import {
  type ConversationDocument,
  operationKey,
  replyIdOf,
  toConversation,
} from '../conversations/conversation-document.ts'
import { move } from '../conversations/conversation-states.ts'
import { isOutsideHours } from '../hours/business-hours.ts'
import type { ModelFault } from '../turns/outcome.ts'
import { isFrustrated } from './recognise-frustration.ts'
import { asksForPerson } from './recognise-request.ts'

export type EscalationReason = 'low_confidence' | 'requested' | 'frustrated' | 'rule' | 'contradiction' | ModelFault
/** Why a conversation goes to people, and the rule that says so, if it was one. */
export type Escalation = { reason: EscalationReason; rule?: EscalationRule | undefined }

/** What the rules look at. `customerMessages` includes this one. */
export type Asked = { text: string; customerMessages: number }

const reasonOf = {
  low_confidence: 'low_confidence',
  requested: 'requested',
  frustrated: 'frustrated',
  turns: 'rule',
  keywords: 'rule',
  outside_hours: 'rule',
} as const satisfies Record<EscalationRule['when']['kind'], EscalationReason>

const spaced = (text: string) => ` ${words(text).join(' ')} `

function applies({ when }: EscalationRule, asked: Asked, settings: Settings, now: number): boolean {
  switch (when.kind) {
    case 'low_confidence':
      return false
    case 'requested':
      return asksForPerson(asked.text)
    case 'frustrated':
      return isFrustrated(asked.text)
    case 'turns':
      return asked.customerMessages >= when.turns
    case 'keywords': {
      const said = spaced(asked.text)
      return when.keywords.some((keyword) => said.includes(spaced(keyword)))
    }
    case 'outside_hours':
      return isOutsideHours(settings.businessHours, now)
    default:
      return assertNever(when)
  }
}

/**
 * Whether a message goes to people before anything is looked up: the first rule that applies, in their order. Asking for a
 * person and frustration escalate also without a rule; a tenant with a rule of that kind, enabled or not, decides itself.
 */
export function escalationBefore(
  asked: Asked,
  rules: EscalationRule[],
  settings: Settings,
  now: number,
): Escalation | undefined {
  const rule = rules.find((each) => each.enabled && applies(each, asked, settings, now))
  if (rule) return { reason: reasonOf[rule.when.kind], rule }
  const has = (kind: string) => rules.some(({ when }) => when.kind === kind)
  if (!has('requested') && asksForPerson(asked.text)) return { reason: 'requested' }
  if (!has('frustrated') && isFrustrated(asked.text)) return { reason: 'frustrated' }
  return undefined
}

/** The rule for answers that are not sure enough: what follows from it, and from which confidence on. */
export const lowConfidenceRule = (rules: EscalationRule[]): EscalationRule | undefined =>
  rules.find(({ enabled, when }) => enabled && when.kind === 'low_confidence')

/** The confidence that an answer needs; undefined: the fitted default. */
export function thresholdFrom(rules: EscalationRule[], settings: Settings): number | undefined {
  const when = lowConfidenceRule(rules)?.when
  const ofRule = when?.kind === 'low_confidence' ? when.threshold : undefined
  return ofRule ?? settings.escalationThreshold ?? undefined
}

/** Applies a rule to a conversation that people handle: assignee, team, and the deadline to claim it. */
export function applyRule(
  before: ConversationDocument,
  rule: EscalationRule | undefined,
  now: string,
): { body: ConversationDocument; activities: NewActivity[] } {
  const { unclaimed: _, ...body } = before
  if (!rule) return { body, activities: [] }
  const { assignee, teamId, team, unclaimedAfterMinutes: minutes } = rule.then
  const actor = { kind: 'system', id: rule.id } as const
  const activities: NewActivity[] = []
  if (assignee && assignee !== before.assignee) {
    activities.push({ actor, action: 'assign', from: before.assignee, to: assignee, detail: rule.name })
  }
  if (teamId && teamId !== before.teamId) {
    activities.push({ actor, action: 'team', from: before.teamId ?? null, to: teamId, detail: rule.name })
  }
  const tags = team && !before.tags.includes(team) ? [...before.tags, team] : before.tags
  if (tags !== before.tags) activities.push({ actor, action: 'tag', from: before.tags, to: tags, detail: rule.name })
  return {
    activities,
    body: {
      ...body,
      tags,
      ...(assignee && { assignee }),
      ...(teamId && { teamId }),
      ...(minutes && {
        unclaimed: { ruleId: rule.id, at: new Date(Date.parse(now) + minutes * 60_000).toISOString() },
      }),
    },
  }
}

/** Nobody claimed a conversation in time: the next rule acts, if there is one; the log says so in any case. */
export function remindOfUnclaimed(
  conversationId: string,
  before: ConversationDocument,
  rules: EscalationRule[],
  context: ChatContext,
  now: string,
): Change {
  const { unclaimed, ...rest } = before
  if (!unclaimed || before.status !== 'escalated' || before.handler !== 'queue') return { body: rest }
  const past = rules.find(({ id }) => id === unclaimed.ruleId)
  const next = rules.find(({ id, enabled }) => enabled && id === past?.then.next)
  const applied = applyRule(move(rest, 'remind'), next, now)
  const detail = next ? `next: ${next.name}` : undefined
  const activity: NewActivity = {
    actor: { kind: 'system', id: unclaimed.ruleId },
    action: 'unclaimed',
    ...(detail && { detail }),
  }
  const activities = [activity, ...applied.activities]
  if (!next?.then.message) return { body: { ...applied.body, updatedAt: now }, activities }

  const message: Message = {
    id: replyIdOf(conversationId, operationKey(context.tenant, `${unclaimed.ruleId} ${unclaimed.at}`)),
    conversationId,
    sequence: before.messageCount + 1,
    author: { kind: 'system' },
    kind: 'message',
    content: next.then.message,
    createdAt: now,
  }
  const body = { ...applied.body, messageCount: message.sequence, updatedAt: now, lastMessageAt: now }
  const conversation = toConversation(conversationId, body)
  return { body, activities, events: [context.event(chat.events.messageSent, { conversation, message })] }
}
