import type { Activity, Actor, Message, SlaLateAnswer, SlaResult } from '@frontdesk/contracts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'
import { move } from '../conversations/conversation-states.ts'
import { dueOf, noteServiceLevel, slaStatusOf } from './service-level.ts'
import type { SlaRules } from './sla-policy-document.ts'

const maxTags = 50
/** A line for the log of the conversation. */
type NewActivity = Pick<Activity, 'action' | 'from' | 'to' | 'detail'> & { actor: Actor }

/** What people who take a conversation over read of it first. */
export type ForPeople = { summary: string; sourcesTried: string[] }

/** What of a conversation decides whether a missed target escalates it. */
type Escalatable = Pick<ConversationDocument, 'status' | 'handler' | 'blocked' | 'escalation' | 'serviceLevel'>

/**
 * Whether the policy escalates a conversation whose target was missed: while people have it, and once until it is resolved or
 * handed back.
 */
export const isEscalatedByBreach = ({ status, handler, blocked, escalation, serviceLevel }: Escalatable): boolean =>
  serviceLevel?.onBreach?.escalate === true &&
  handler !== 'ai' &&
  !blocked &&
  (status === 'open' || (status === 'escalated' && escalation?.reason !== 'sla'))

/**
 * A conversation with its service level after a change, the targets that ended by it, a late answer, what a missed one did,
 * and whether it escalated the conversation.
 */
export function noteSla(
  before: ConversationDocument | undefined,
  changed: ConversationDocument,
  messages: Message[],
  { rules, forPeople }: { rules: SlaRules | undefined; forPeople?: ForPeople | undefined },
  now: string,
): {
  body: ConversationDocument
  results: SlaResult[]
  late: SlaLateAnswer[]
  activities: NewActivity[]
  isEscalated: boolean
} {
  const { serviceLevel, slaDueAt: _due, slaStatus: _status, ...rest } = changed
  const { level, results, late } = noteServiceLevel(
    { level: serviceLevel, conversation: before },
    rest,
    messages,
    rules,
    now,
  )
  const activities: NewActivity[] = []
  let isEscalated = false
  let body: ConversationDocument = rest
  const dueAt = dueOf(level)
  const status = slaStatusOf(level)
  if (level) {
    body = { ...rest, serviceLevel: level, ...(dueAt && { slaDueAt: dueAt }), ...(status && { slaStatus: status }) }
  }
  for (const { result, target, policyId, policyName } of results) {
    if (result !== 'breached') continue
    const actor = { kind: 'system' as const, id: policyId }
    activities.push({ actor, action: 'sla_breached', to: target, detail: policyName })
    if (isEscalatedByBreach(body)) {
      isEscalated = true
      activities.push({ actor, action: 'escalate', from: body.status, to: 'escalated', detail: `sla: ${policyName}` })
      const { summary = '', sourcesTried = [] } = body.escalation ?? forPeople ?? {}
      body = { ...move(body, 'hand_over'), escalation: { reason: 'sla', at: now, summary, sourcesTried } }
    }
    body = applyBreach(body, actor, policyName, activities)
  }
  return { body, results, late, activities, isEscalated }
}

/** What the policy does to a conversation whose target was missed. */
function applyBreach(
  before: ConversationDocument,
  actor: NewActivity['actor'],
  detail: string,
  activities: NewActivity[],
): ConversationDocument {
  const { addTags = [], teamId } = before.serviceLevel?.onBreach ?? {}
  let body = before
  const tags = [...new Set([...before.tags, ...addTags])].slice(0, maxTags)
  if (tags.length > before.tags.length) {
    activities.push({ actor, action: 'tag', from: before.tags, to: tags, detail })
    body = { ...body, tags }
  }
  if (teamId === undefined || teamId === before.teamId) return body
  activities.push({ actor, action: 'team', from: before.teamId ?? null, to: teamId, detail })
  if (before.assignee !== null) {
    activities.push({ actor, action: 'unassign', from: before.assignee, to: null, detail })
  }
  return { ...body, teamId, assignee: null }
}
