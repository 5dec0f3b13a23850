import type { Schemas } from '@frontdesk/client'

type Event = Schemas['WebhookEventType']

/** Every event, in the order of docs/webhooks.md. One that the API gains does not compile until it is here. */
const order: Record<Event, true> = {
  'conversation.created': true,
  'conversation.assigned': true,
  'conversation.team_changed': true,
  'conversation.tagged': true,
  'conversation.untagged': true,
  'conversation.escalated': true,
  'conversation.resolved': true,
  'conversation.closed': true,
  'conversation.reopened': true,
  'conversation.rated': true,
  'conversation.sla_breached': true,
  'message.received': true,
  'message.sent': true,
  'feedback.received': true,
  'contact.created': true,
  'contact.updated': true,
  'contact.merged': true,
  'contact.deleted': true,
  'knowledge.updated': true,
  'knowledge.contradicted': true,
  'job.finished': true,
  'endpoint.disabled': true,
}
export const webhookEvents = Object.keys(order) as Event[]
