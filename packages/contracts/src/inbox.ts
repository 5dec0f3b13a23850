import { z } from 'zod'
import { event, query, stream } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { limits } from './limits.ts'
import {
  channel,
  conversation,
  conversationStatus,
  handler,
  message,
  pageOf,
  pageRequest,
  tags,
  timestamp,
} from './records.ts'

/** Who did something: a person of the tenant, a program with a key, a customer, the AI, or time itself. */
export const actor = z.object({
  kind: z.enum(['agent', 'api', 'customer', 'ai', 'system']),
  id: z.string().optional(),
  name: z.string().optional(),
})
export type Actor = z.output<typeof actor>

const activityValue = z.union([z.string(), z.array(z.string()), z.null()])
/** A line of a conversation's log: who, when, what, and where a value changed, from what to what. */
export const activity = z.object({
  id: z.string(),
  at: timestamp,
  actor: actor.omit({ name: true }),
  action: z.string(),
  from: activityValue.optional(),
  to: activityValue.optional(),
  detail: z.string().optional(),
  messageId: z.string().optional().describe('Of the message that it is about'),
})
export type Activity = z.output<typeof activity>

/** What people may change of a conversation. `null` takes away; `status` `escalated` hands it over. */
export const conversationPatch = z.strictObject({
  assignee: z.string().min(1).max(128).nullable().optional(),
  tags: tags.optional(),
  status: conversationStatus.optional(),
  subject: z.string().trim().min(1).max(500).nullable().optional(),
  snoozedUntil: z.iso.datetime({ offset: true }).nullable().optional(),
})

export const conversationUpdate = query(
  'query.chat.conversation.update.v1',
  z.object({ conversationId: id, patch: conversationPatch, actor }),
  conversation,
)

/**
 * An agent's reply or note. `conversation_moved` when newer messages exist than `sawSequence`. The same operation again
 * answers the same message.
 */
export const messageWrite = query(
  'query.chat.message.write.v1',
  z.object({
    operationId,
    conversationId: id,
    kind: z.enum(['reply', 'note']),
    content: z.string().min(1).max(limits.messageCharacters),
    agent: z.object({ id, name: z.string() }),
    sawSequence: z.number().int().min(0).optional(),
  }),
  message,
)

export const handedOver = z.object({
  conversationId: z.string(),
  status: z.literal('escalated'),
  assignee: z.string().nullable(),
  reason: z.string(),
  summary: z.string(),
  handedOverAt: timestamp,
  alreadyHandedOver: z.boolean().describe('True: it was in the hands of people before, and nothing changed'),
})
/** Gives a conversation to people. When they have it already nothing changes, and the reply says so. */
export const conversationHandOver = query(
  'query.chat.conversation.hand-over.v1',
  z.object({
    operationId,
    conversationId: id,
    reason: z.string().trim().min(1).max(200).optional(),
    note: z.string().trim().min(1).max(limits.messageCharacters).optional(),
    assignee: id.optional(),
    actor,
  }),
  handedOver,
  { timeoutMs: 15_000 },
)
/** The AI answers again. */
export const conversationHandBack = query(
  'query.chat.conversation.hand-back.v1',
  z.object({ conversationId: id, actor }),
  conversation,
)
export const activityList = query(
  'query.chat.activity.list.v1',
  pageRequest.extend({ conversationId: id }),
  pageOf(activity),
)

/** Which conversations: all of the conditions hold. `q` finds those with a message that has all of its words. */
export const conversationFilter = z.strictObject({
  status: conversationStatus.optional(),
  handler: handler.optional(),
  channel: channel.optional(),
  assignee: z.string().min(1).max(128).optional(),
  tag: z.string().min(1).max(64).optional(),
  contactId: z.string().min(1).max(128).optional(),
  q: z.string().trim().min(1).max(200).optional(),
  from: z.iso.datetime({ offset: true }).or(z.iso.date()).optional().describe('Last message at this time or later'),
  to: z.iso.datetime({ offset: true }).or(z.iso.date()).optional().describe('Before this time; a day counts whole'),
})
export type ConversationFilter = z.output<typeof conversationFilter>

/** Something of a conversation changed that is no message: who did what, and what it is like now. */
export const conversationChanged = event(
  'event.chat.conversation.changed.v1',
  z.object({ conversation, activities: z.array(activity) }),
)

export const bulkAction = z.enum(['close', 'reopen', 'resolve', 'assign', 'unassign', 'tag', 'untag', 'export'])
export const bulkInput = z.strictObject({
  action: bulkAction,
  ids: z.array(id).min(1).max(limits.bulkConversations).optional(),
  filter: conversationFilter.optional(),
  assignee: id.optional(),
  tag: z.string().trim().min(1).max(64).optional(),
  format: z.enum(['json', 'csv']).optional(),
})
export const bulkResult = z.object({
  action: bulkAction,
  requested: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  results: z.array(z.object({ id: z.string(), ok: z.boolean(), code: z.string().optional() })),
})
export type BulkResult = z.output<typeof bulkResult>

/** Does one thing to up to 1,000 conversations. A kill in the midst loses nothing: the rest follows by itself. */
export const bulkRun = query('query.chat.bulk.run.v1', z.object({ operationId, bulk: bulkInput, actor }), bulkResult, {
  timeoutMs: 60_000,
  maxInFlight: 16,
})
/** The conversations of an export, as text in pieces; put together they are the file. */
export const bulkExport = stream(
  'stream.chat.bulk.export.v1',
  z.object({ operationId, bulk: bulkInput, actor }),
  z.object({ text: z.string() }),
  { maxInFlight: 16 },
)

/** A bulk action as the log keeps it. */
export const bulkRecord = bulkResult.omit({ results: true }).extend({
  id: z.string(),
  at: timestamp,
  actor: actor.omit({ name: true }),
  assignee: z.string().optional(),
  tag: z.string().optional(),
})
export const bulkPerformed = event('event.chat.bulk.performed.v1', bulkRecord)

/** A change of the tenant: numbered without a gap, in the order in which everyone sees them. */
export const change = z.object({
  number: z.number().int(),
  type: z.enum([
    'conversation.created',
    'conversation.changed',
    'conversation.escalated',
    'conversation.resolved',
    'conversation.erased',
    'contact.changed',
    'message.received',
    'message.sent',
    'message.delivery',
    'knowledge.updated',
    'settings.changed',
    'bulk.performed',
    'reset',
  ]),
  at: timestamp,
  conversation: conversation.optional().describe('As it is when this is sent'),
  conversationId: z.string().optional().describe('Of a conversation that is gone, in place of `conversation`'),
  contactId: z.string().optional().describe('Of `contact.changed`: it changed, was merged into another, or erased'),
  message: message.optional(),
  source: z.object({ id: z.string(), title: z.string(), status: z.string() }).optional(),
  change: z.string().optional().describe('Of a source: `created`, `updated`, `restored`, `deleted`, `failed`'),
  bulkId: z.string().optional(),
})
export type Change = z.output<typeof change>
/** Changes after a number, as they come, until the reader goes away; without one only those that come from now on. */
export const changeFollow = stream(
  'stream.chat.change.follow.v1',
  z.object({ after: z.number().int().min(0).optional() }),
  change.or(z.object({ type: z.literal('ready'), number: z.number().int() })),
  { maxInFlight: 1_024 },
)
