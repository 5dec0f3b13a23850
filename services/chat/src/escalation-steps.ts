import {
  type BusinessHours,
  type EscalationRule,
  type Message,
  messageSent,
  type Settings,
  type Weekday,
} from '@frontdesk/contracts'
import { words } from '@frontdesk/language'
import type { Change, Deed } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, operationKey, replyIdOf, toConversation } from './conversation-document.ts'
import { move } from './conversation-states.ts'
import { isFrustrated } from './recognise-frustration.ts'
import { asksForPerson } from './recognise-request.ts'

export type EscalationReason = 'low_confidence' | 'requested' | 'frustrated' | 'rule'
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

/** Whether nobody answers at this time (milliseconds since 1970). Without business hours somebody always does. */
export function isOutsideHours(hours: BusinessHours | null, now: number): boolean {
  if (!hours) return false
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: hours.timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((each) => each.type === type)!.value
  const time = `${part('hour')}:${part('minute')}`
  const open = hours.days[part('weekday').toLowerCase() as Weekday] ?? []
  return !open.some(({ from, to }) => from <= time && time < to)
}

/** What a customer reads who is handed over, when the tenant has words of its own for it. */
export function ownWords({ rule }: Escalation, { businessHours }: Settings, now: number): string | undefined {
  return rule?.then.message ?? (isOutsideHours(businessHours, now) ? businessHours?.message : undefined)
}

/** What a rule does to a conversation in the hands of people: whose it is, which team's, and when somebody has to have come. */
export function applyRule(
  before: ConversationDocument,
  rule: EscalationRule | undefined,
  now: string,
): { body: ConversationDocument; deeds: Deed[] } {
  const { unclaimed: _, ...body } = before
  if (!rule) return { body, deeds: [] }
  const { assignee, team, unclaimedAfterMinutes: minutes } = rule.then
  const actor = { kind: 'system', id: rule.id } as const
  const deeds: Deed[] = []
  if (assignee && assignee !== before.assignee) {
    deeds.push({ actor, action: 'assign', from: before.assignee, to: assignee, detail: rule.name })
  }
  const tags = team && !before.tags.includes(team) ? [...before.tags, team] : before.tags
  if (tags !== before.tags) deeds.push({ actor, action: 'tag', from: before.tags, to: tags, detail: rule.name })
  return {
    deeds,
    body: {
      ...body,
      tags,
      ...(assignee && { assignee }),
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
  const deed: Deed = { actor: { kind: 'system', id: unclaimed.ruleId }, action: 'unclaimed', ...(detail && { detail }) }
  const deeds = [deed, ...applied.deeds]
  if (!next?.then.message) return { body: { ...applied.body, updatedAt: now }, deeds }

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
  return { body, deeds, events: [context.event(messageSent, { conversation, message })] }
}
