import { z } from 'zod'
import { event, query, stream } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { conversationFilter } from './inbox.ts'
import { limits } from './limits.ts'
import {
  answerSource,
  attachment,
  channel,
  contactDetails,
  conversation,
  escalationReason,
  message,
  pageOf,
  pageRequest,
} from './records.ts'

/**
 * What a turn sends, in order: one `start`, any number of `delta`, one end. `offset` counts the characters (UTF-16
 * code units) of the answer sent so far; a reader that comes back names the last one it saw.
 */
export const turnPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), offset: z.number().int(), conversationId: z.string(), messageId: z.string() }),
  z.object({ type: z.literal('delta'), offset: z.number().int(), text: z.string() }),
  z.object({
    type: z.literal('done'),
    offset: z.number().int(),
    confidence: z.number(),
    sources: z.array(answerSource),
    conversationId: z.string(),
    messageId: z.string(),
  }),
  z.object({
    type: z.literal('blocked'),
    offset: z.number().int(),
    policy: z.string(),
    reason: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('escalated'),
    offset: z.number().int(),
    reason: escalationReason,
    score: z.number(),
    message: z.string(),
    conversationId: z.string(),
  }),
  z.object({ type: z.literal('error'), offset: z.number().int(), message: z.string(), code: z.string() }),
])
export type TurnPart = z.output<typeof turnPart>

/** An answer under way takes some 200 kB of a process (test/bench/answering.ts), so these take some 200 MB. */
const mostStreams = 1_000

/** Commits the customer's message and its turn, then follows the turn to its end. An unknown conversation is `not_found`. */
export const messageAnswer = stream(
  'stream.chat.message.answer.v1',
  z.object({
    operationId,
    message: z.string().min(1).max(8_000),
    conversationId: id.optional(),
    channel: channel.default('api'),
    contact: contactDetails.optional(),
    subject: z.string().trim().min(1).max(500).optional().describe('Of a new conversation'),
    attachments: z.array(attachment).min(1).max(limits.attachments).optional(),
    unread: z.literal(true).optional().describe('Nobody follows the turn here: the stream ends after `start`'),
  }),
  turnPart,
  { maxInFlight: mostStreams },
)

/** Follows a turn (its `messageId`) from an offset on, whether it is under way or long over. */
export const turnFollow = stream(
  'stream.chat.turn.follow.v1',
  z.object({ messageId: id, offset: z.number().int().min(0) }),
  turnPart,
  { maxInFlight: mostStreams },
)

export const conversationList = query(
  'query.chat.conversation.list.v1',
  pageRequest.extend(conversationFilter.shape),
  pageOf(conversation),
)
export const conversationRead = query('query.chat.conversation.read.v1', z.object({ conversationId: id }), conversation)
/** Messages of a conversation, newest first; those that are not projected yet are there too. */
export const messageList = query(
  'query.chat.message.list.v1',
  pageRequest.extend({ conversationId: id }),
  pageOf(message),
)
/** What the customer thought of an answer; `helpful: true` resolves the conversation as confirmed. */
export const messageRate = query(
  'query.chat.message.rate.v1',
  z.object({ messageId: id, helpful: z.boolean(), comment: z.string().max(2_000).optional() }),
  z.object({ messageId: z.string(), conversationId: z.string(), helpful: z.boolean() }),
)

const day = z.iso.date().describe('A day in UTC: 2026-01-31')
const counted = { questions: z.number().int(), promptTokens: z.number().int(), completionTokens: z.number().int() }
/** What questions cost, by day. Both days count; at most 366. */
export const usageRead = query(
  'query.chat.usage.read.v1',
  z.object({ from: day, to: day }),
  z.object({ from: z.string(), to: z.string(), ...counted, days: z.array(z.object({ day: z.string(), ...counted })) }),
  { timeoutMs: 30_000 },
)

/** What another threshold would have done to the newest questions, by the confidence that each was decided on. */
export const thresholdPreview = query(
  'query.chat.threshold.preview.v1',
  z.object({
    threshold: z.coerce.number().min(0).max(1),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  z.object({
    threshold: z.number(),
    current: z.number().describe('The threshold that holds now, rules aside'),
    questions: z.number().int().describe('Questions looked at: the newest 1,000 that were decided by confidence'),
    answered: z.object({ was: z.number().int(), would: z.number().int() }),
    escalated: z.object({ was: z.number().int(), would: z.number().int() }),
    changed: z
      .array(
        z.object({
          conversationId: z.string(),
          messageId: z.string().describe('Of the answer'),
          askedAt: z.string(),
          question: z.string(),
          confidence: z.number(),
          was: z.enum(['answered', 'escalated']),
          would: z.enum(['answered', 'escalated']),
        }),
      )
      .describe('Questions that would have gone the other way, newest first, at most `limit`'),
  }),
)

const aboutMessage = z.object({ conversation: conversation.pick({ id: true, channel: true, status: true }), message })
export const conversationCreated = event('event.chat.conversation.created.v1', z.object({ conversation }))
export const conversationResolved = event(
  'event.chat.conversation.resolved.v1',
  z.object({ conversation, how: z.enum(['confirmed', 'assumed']) }),
)
export const conversationEscalated = event(
  'event.chat.conversation.escalated.v1',
  z.object({ conversation, reason: escalationReason, summary: z.string(), score: z.number() }),
)
export const messageReceived = event('event.chat.message.received.v1', aboutMessage)
export const messageSent = event('event.chat.message.sent.v1', aboutMessage)

/** The contact that a conversation is with. One that is linked already stays so. */
export const contactLink = query(
  'query.chat.contact.link.v1',
  z.object({ conversationId: id, contactId: id }),
  z.object({}),
)
/**
 * Conversations of a contact are another's from now on, or (null) nobody's: at most 200 a call, so it is asked again until it
 * answers that none changed.
 */
export const contactRelink = query(
  'query.chat.contact.relink.v1',
  z.object({ from: id, into: id.nullable() }),
  z.object({ changed: z.number().int() }),
  { timeoutMs: 30_000 },
)

/** What a customer said of the answers in a conversation. */
export const feedbackRead = query(
  'query.chat.feedback.read.v1',
  z.object({ conversationId: id }),
  z.object({
    items: z.array(
      z.object({ messageId: z.string(), helpful: z.boolean(), comment: z.string().optional(), at: z.string() }),
    ),
  }),
)
