import { z } from 'zod'
import { visitorClaims, visitorDetails, visitorPage } from './conversation-visitor.ts'
import { query } from './define.ts'
import { id } from './identifiers.ts'
import { conversation, pageOf, pageRequest } from './records.ts'

const ofVisitor = { visitorId: id }
const aVisitor = { visitorId: id, widgetId: id }
const ofConversation = { ...ofVisitor, conversationId: id }
const nothing = z.object({})

/** A conversation with what its visitor has not read of it: messages, counted up to 20. `preview` is never a note. */
export const visitorConversation = conversation.extend({ unreadMessages: z.number().int() })
export type VisitorConversation = z.output<typeof visitorConversation>

const visitor = z.object({
  verified: z.boolean(),
  name: z.string().optional(),
  email: z.string().optional(),
  isEmailVerified: z.boolean().optional(),
})

/** What chat answers about the visitors of chat widgets. A conversation that is not the visitor’s own is `not_found`. */
export const visitorQueries = {
  /**
   * Who a visitor is, as their site says. What the anonymous visitor `joins` said in this browser is theirs from now on, too.
   */
  visitorIdentify: query(
    'query.chat.visitor.identify.v1',
    z.object({ ...aVisitor, claims: visitorClaims, joins: id.optional() }),
    nothing,
    { timeoutMs: 30_000 },
  ),
  /** What a visitor says of themselves; their open conversations show it. */
  visitorUpdate: query(
    'query.chat.visitor.update.v1',
    z.object({ ...aVisitor, details: visitorDetails, page: visitorPage.optional() }),
    visitor,
  ),
  visitorRead: query('query.chat.visitor.read.v1', z.object(ofVisitor), visitor),
  /** Newest first. */
  visitorConversationList: query(
    'query.chat.visitor-conversation.list.v1',
    pageRequest.extend(ofVisitor),
    pageOf(visitorConversation),
  ),
  visitorConversationRead: query(
    'query.chat.visitor-conversation.read.v1',
    z.object(ofConversation),
    visitorConversation,
  ),
  /** The visitor has read a conversation up to a message; an earlier one changes nothing. */
  visitorMarkRead: query(
    'query.chat.visitor-conversation.mark-read.v1',
    z.object({ ...ofConversation, sequence: z.number().int().min(0) }),
    nothing,
  ),
  /** The visitor is done: the conversation is closed. */
  visitorConversationClose: query('query.chat.visitor-conversation.close.v1', z.object(ofConversation), nothing),
  /**
   * The visitor wants all their conversations deleted: from now on they are nobody's, and they are erased everywhere soon.
   * A repeated request changes nothing.
   */
  visitorConversationsDelete: query('query.chat.visitor-conversations.delete.v1', z.object(ofVisitor), nothing, {
    timeoutMs: 30_000,
  }),
}
