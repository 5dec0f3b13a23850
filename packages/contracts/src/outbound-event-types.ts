import { z } from 'zod'

/** What other systems can be told of, each with the scope that reads the same by a route. */
export const scopeOfOutboundEvent = {
  'conversation.created': 'conversations',
  'conversation.resolved': 'conversations',
  'conversation.escalated': 'conversations',
  'conversation.sla_breached': 'conversations',
  'conversation.assigned': 'conversations',
  'conversation.team_changed': 'conversations',
  'conversation.closed': 'conversations',
  'conversation.reopened': 'conversations',
  'conversation.tagged': 'conversations',
  'conversation.untagged': 'conversations',
  'conversation.rated': 'conversations',
  'message.received': 'conversations',
  'message.sent': 'conversations',
  'feedback.received': 'conversations',
  'contact.created': 'contacts',
  'contact.updated': 'contacts',
  'contact.merged': 'contacts',
  'contact.deleted': 'contacts',
  'knowledge.updated': 'knowledge',
  'knowledge.contradicted': 'knowledge',
  'job.finished': 'knowledge',
  'endpoint.disabled': 'settings',
} as const

export const outboundEventType = z.enum(Object.keys(scopeOfOutboundEvent) as (keyof typeof scopeOfOutboundEvent)[])
export type OutboundEventType = z.output<typeof outboundEventType>
