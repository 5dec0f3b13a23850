import { z } from 'zod'
import { draftKind } from './drafts.ts'
import { id } from './identifiers.ts'
import { limits } from './limits.ts'
import { channel, conversation, conversationStatus, handler, message, tags, timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** Who did something: a person of the tenant, a program with a key, a customer, the AI, or time itself. */
export const actor = z.object({
  kind: z.enum(['agent', 'api', 'customer', 'ai', 'system']),
  id: identifier.optional(),
  name: z.string().optional(),
})
export type Actor = z.output<typeof actor>

const activityValue = z.union([z.string(), z.array(z.string()), z.null()])
/** A line of a conversation's log: who, when, what, and where a value changed, from what to what. */
export const activity = z.object({
  id: identifier,
  at: timestamp,
  actor: actor.omit({ name: true }),
  action: z.string(),
  from: activityValue.optional(),
  to: activityValue.optional(),
  detail: z.string().optional(),
  messageId: identifier.optional().describe('Id of the message that it is about'),
})
export type Activity = z.output<typeof activity>

/** What people may change of a conversation. `null` takes away; `status` `escalated` hands it over. */
export const conversationPatch = z.strictObject({
  assignee: identifier.min(1).max(128).nullable().optional(),
  teamId: id.nullable().optional(),
  tags: tags.optional(),
  status: conversationStatus.optional(),
  subject: z.string().max(500).trim().min(1).nullable().optional(),
  snoozedUntil: z.iso.datetime({ offset: true }).nullable().optional(),
})
export type ConversationPatch = z.output<typeof conversationPatch>

export const handedOver = z.object({
  conversationId: identifier,
  status: z.literal('escalated'),
  assignee: identifier.nullable(),
  teamId: identifier.optional(),
  reason: z.string(),
  summary: z.string(),
  handedOverAt: timestamp,
  alreadyHandedOver: z.boolean().describe('true: people already had the conversation, and nothing changed'),
})

/** One, or a list of which any may be: in a query the parameter is repeated. */
const anyOf = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1).max(20)])
/** In JSON, or as a query has it. */
const isTrue = z.union([z.literal(true), z.literal('true')])

/**
 * Which conversations: all of the conditions hold, a repeated one if any of its values does. `q` finds those with a message
 * that has all of its words.
 */
export const conversationFilter = z.strictObject({
  status: anyOf(conversationStatus).optional(),
  handler: anyOf(handler).optional(),
  channel: anyOf(channel).optional(),
  assignee: anyOf(identifier.min(1).max(128))
    .optional()
    .describe('An agent’s id, `me` (the agent of `x-agent-id`) or `none`'),
  team: anyOf(identifier.min(1).max(128)).optional().describe('A team’s id, or `none`'),
  tag: anyOf(z.string().min(1).max(64)).optional(),
  sla: anyOf(z.enum(['breached', 'due']))
    .optional()
    .describe('`breached`: a service-level target was missed; `due`: a target is running and none was missed'),
  contactId: anyOf(identifier.min(1).max(128)).optional(),
  snoozed: z.enum(['true', 'false', 'any']).optional(),
  rating: anyOf(z.coerce.number().int().min(1).max(5)).optional().describe('The score that the customer gave'),
  blocked: z.enum(['true', 'false', 'any']).optional().describe('Whether its contact is blocked'),
  unread: isTrue.optional().describe('Only conversations with a message that the calling agent has not read'),
  ids: z.union([id, z.array(id).min(1).max(100)]).optional(),
  q: z.string().max(200).trim().min(1).optional(),
  from: z.iso.datetime({ offset: true }).or(z.iso.date()).optional().describe('Last message at this time or later'),
  to: z.iso
    .datetime({ offset: true })
    .or(z.iso.date())
    .optional()
    .describe('Before this time; a day is included as a whole'),
})
export type ConversationFilter = z.output<typeof conversationFilter>

/**
 * `waiting`: those whose customer waits for an answer, the longest wait first; `due`: those with a service-level target that
 * runs, the one that is due first. The others go by their last message. */
export const conversationSort = z.enum(['newest', 'oldest', 'waiting', 'due'])
export type ConversationSort = z.output<typeof conversationSort>

/** What becomes of the conversation with the message: in the same write, or not at all. */
export const thenAction = z.union([
  z.enum(['close', 'handback']),
  z.strictObject({ snoozeUntil: z.iso.datetime({ offset: true }) }),
])
export type ThenAction = z.output<typeof thenAction>

export const bulkAction = z.enum([
  'close',
  'reopen',
  'resolve',
  'assign',
  'unassign',
  'assign_team',
  'unassign_team',
  'tag',
  'untag',
  'export',
])
export const bulkInput = z.strictObject({
  action: bulkAction,
  ids: z.array(id).min(1).max(limits.bulkConversations).optional(),
  filter: conversationFilter.optional(),
  assignee: id.optional(),
  teamId: id.optional(),
  tag: z.string().max(64).trim().min(1).optional(),
  format: z.enum(['json', 'csv']).optional(),
})
export const bulkResult = z.object({
  action: bulkAction,
  requested: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  results: z.array(z.object({ id: identifier, ok: z.boolean(), code: z.string().optional() })),
})
export type BulkResult = z.output<typeof bulkResult>

/** A bulk action as the log keeps it. */
export const bulkRecord = bulkResult.omit({ results: true }).extend({
  id: identifier,
  at: timestamp,
  actor: actor.omit({ name: true }),
  assignee: identifier.optional(),
  teamId: identifier.optional(),
  tag: z.string().optional(),
})

/** A change of the tenant: numbered without a gap, in the order in which everyone sees them. */
export const change = z.object({
  number: z.number().int(),
  type: z.enum([
    'conversation.created',
    'conversation.changed',
    'conversation.escalated',
    'conversation.resolved',
    'conversation.sla_breached',
    'conversation.rated',
    'conversation.erased',
    'contact.changed',
    'message.received',
    'message.sent',
    'message.delivery',
    'draft.changed',
    'view.changed',
    'reply.changed',
    'team.changed',
    'policy.changed',
    'knowledge.updated',
    'settings.changed',
    'bulk.performed',
    'reset',
  ]),
  at: timestamp,
  conversation: conversation.optional().describe('Its state when this event is sent'),
  conversationId: identifier.optional().describe('Replaces `conversation` if the conversation no longer exists'),
  contactId: identifier.optional().describe('In `contact.changed`: the contact that was changed, merged or erased'),
  message: message.optional(),
  source: z.object({ id: identifier, title: z.string(), status: z.string() }).optional(),
  change: z.string().optional().describe('For a source: `created`, `updated`, `restored`, `deleted`, `failed`'),
  bulkId: identifier.optional(),
  total: z.number().int().optional().describe('In `bulk.performed`: the number of selected conversations'),
  done: z
    .number()
    .int()
    .optional()
    .describe('In `bulk.performed`: the number of conversations that were processed, changed or not'),
  viewId: identifier.optional().describe('Of `view.changed`'),
  replyId: identifier.optional().describe('Of `reply.changed`'),
  teamId: identifier.optional().describe('Of `team.changed`'),
  policyId: identifier
    .optional()
    .describe('Of `policy.changed`; absent if it is not known which policy, or whether any, was changed'),
  draft: z.object({ kind: draftKind, agentId: identifier }).optional().describe('Of `draft.changed`'),
})
export type Change = z.output<typeof change>
