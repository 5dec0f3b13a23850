import { z } from 'zod'
import { chat } from './chat.ts'
import { actor } from './inbox.ts'
import { ingest } from './ingest.ts'

import { finishedJob } from './jobs.ts'
import type { OutboundEventType } from './outbound-event-types.ts'
import { conversation, timestamp } from './records.ts'
import { foreignId, identifier, marked } from './text-marks.ts'
import { webhookEndpoint } from './webhook-dispatcher.ts'

const by = actor.omit({ name: true }).describe('Who did it')
const changed = z.object({ conversation, actor: by })
const tagged = changed.extend({ tags: z.array(z.string()).describe('Only the changed tags') })

/** A text that means nothing in part: a policy that changes it takes it away. */
const whole = marked(z.string(), { is: 'whole' }).nullable().optional()
/** A contact as other systems learn of it. */
const outboundContact = z.object({
  id: identifier,
  name: whole,
  email: whole,
  phone: whole,
  externalId: foreignId.nullable(),
  tags: z.array(z.string()),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** What the `data` of each outbound event holds: the OpenAPI document shows it, and the policies filter it by it. */
export const outboundEvents = {
  'conversation.created': chat.events.conversationCreated,
  'conversation.resolved': chat.events.conversationResolved,
  'conversation.escalated': chat.events.conversationEscalated,
  'conversation.sla_breached': chat.events.conversationSlaBreached,
  'conversation.assigned': {
    body: changed.extend({
      assignee: identifier.nullable().describe('null: there is no assignee now'),
      previousAssignee: identifier.nullable(),
    }),
  },
  'conversation.team_changed': {
    body: changed.extend({
      teamId: identifier.nullable().describe('null: there is no team now'),
      previousTeamId: identifier.nullable(),
    }),
  },
  'conversation.closed': { body: changed },
  'conversation.reopened': { body: changed },
  'conversation.tagged': { body: tagged },
  'conversation.untagged': { body: tagged },
  'conversation.rated': chat.events.conversationRated,
  'message.received': chat.events.messageReceived,
  'message.sent': chat.events.messageSent,
  'feedback.received': chat.events.messageRated,
  'contact.created': { body: z.object({ contact: outboundContact }) },
  'contact.updated': { body: z.object({ contact: outboundContact }) },
  'contact.merged': {
    body: z.object({
      contact: outboundContact,
      mergedId: identifier.describe('The contact that was merged into this one'),
    }),
  },
  'contact.deleted': { body: z.object({ contact: z.object({ id: identifier }) }) },
  'knowledge.updated': ingest.events.knowledgeUpdated,
  'knowledge.contradicted': ingest.events.knowledgeContradicted,
  'job.finished': { body: finishedJob },
  'endpoint.disabled': {
    body: z.object({ endpoint: webhookEndpoint.pick({ id: true, enabled: true, disabledReason: true }) }),
  },
} satisfies Record<OutboundEventType, { body: z.ZodType }>
