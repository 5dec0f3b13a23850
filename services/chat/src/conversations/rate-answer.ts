import {
  type BodyOf,
  chat,
  limits,
  type Message,
  questionIdFor,
  type ReplyOf,
  ServiceError,
} from '@frontdesk/contracts'
import { ascending, cursorAt, fittingIn, getExisting, readCursor, type Sort, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { complete } from './change-conversation.ts'
import { type ConversationDocument, conversationIdOf, noConversation, toConversation } from './conversation-document.ts'
import { move } from './conversation-states.ts'
import { findMessage, messagesInOutbox } from './list-messages.ts'

const unknown = () => new ServiceError('not_found', { detail: 'There is no such answer.' })

/**
 * Keeps what a customer thought of an answer. `helpful: true` resolves its conversation as confirmed, once, whatever became
 * of it meanwhile: who asked says that it is settled. Only where people are to answer what the customer wrote after that
 * question it stays theirs, for a hand-over that was promised happens. Throws `not_found`.
 */
export async function rateAnswer(rating: BodyOf<typeof chat.queries.messageRate>, context: ChatContext) {
  const conversationId = conversationIdOf(rating.messageId)
  if (!conversationId) throw unknown()
  while (!(await rate(conversationId, rating, context))) context.signal.throwIfAborted()
  return { messageId: rating.messageId, conversationId, helpful: rating.helpful }
}

/** Whether the customer wrote again after the question that an answer is to. */
async function wroteAgain(stored: Stored<ConversationDocument>, answer: Message, context: ChatContext) {
  const question = await findMessage(stored, questionIdFor(answer.id), context)
  const after = (question ?? answer).sequence
  const isLater = ({ author, sequence }: Message) => author.kind === 'customer' && sequence > after
  if (messagesInOutbox(stored).some(isLater)) return true
  const where = { conversationId: stored.id, sequence: { gt: after }, 'author.kind': 'customer' }
  return (await context.collections.messages.find(stored.tenant, { where, limit: 1 })).items.length > 0
}

/** False when somebody wrote meanwhile, and it has to be looked at again. */
async function rate(
  conversationId: string,
  { messageId, helpful, comment, visitorId }: BodyOf<typeof chat.queries.messageRate>,
  context: ChatContext,
): Promise<boolean> {
  const { collections, commit, clock, event } = context
  const stored = await collections.conversations.get(context.tenant, conversationId)
  if (!stored || (visitorId !== undefined && stored.body.visitor?.id !== visitorId)) throw unknown()
  const rated = await findMessage(stored, messageId, context)
  if (rated?.author.kind !== 'ai') throw unknown()
  const waitsForPeople = helpful && (await wroteAgain(stored, rated, context))

  let isCurrent = true
  await commit(collections.conversations, conversationId, (current) => {
    if (!current) throw unknown()
    isCurrent = current.body.messageCount === stored.body.messageCount
    if (!isCurrent) return undefined
    const now = timestampOf(clock)
    const said = { helpful, ...(comment && { comment }), at: now }
    const before = current.body.feedback?.[messageId]
    const feedback = { ...current.body.feedback, [messageId]: said }
    const { status, handler, resolved } = current.body
    const resolves = helpful && resolved?.how !== 'confirmed' && (handler === 'ai' || !waitsForPeople)
    const after: ConversationDocument = {
      ...(resolves ? move(current.body, 'resolve') : current.body),
      feedback,
      updatedAt: now,
      ...(resolves && { resolved: { by: 'ai', how: 'confirmed' } }),
    }
    const conversation = toConversation(conversationId, after)
    const isNews = before?.helpful !== helpful || before.comment !== said.comment
    const events = [
      ...(isNews ? [event(chat.events.messageRated, { conversation, feedback: { messageId, ...said } })] : []),
      ...(resolves ? [event(chat.events.conversationResolved, { conversation, how: 'confirmed' })] : []),
    ]
    const activities = resolves
      ? [{ actor: { kind: 'customer' } as const, action: 'resolve', from: status, to: 'resolved', detail: 'confirmed' }]
      : []
    return complete(conversationId, { body: after, events, activities }, context, now, { body: current.body })
  })
  return isCurrent
}

const oldestFirst: Sort = ascending('at')
type Place = { at: string; messageId: string }
const isAfter = (a: Place, b: Place): boolean => (a.at === b.at ? a.messageId > b.messageId : a.at > b.at)

/**
 * What was said of the answers in a conversation, or of some of them, oldest first, as much as fits into a message on the
 * bus. Throws `not_found`, and `invalid_request` for a bad cursor.
 */
export async function readFeedback(
  { conversationId, messageIds, cursor }: BodyOf<typeof chat.queries.feedbackRead>,
  { tenant, collections }: ChatContext,
): Promise<ReplyOf<typeof chat.queries.feedbackRead>> {
  const last = cursor === undefined ? undefined : readCursor(cursor, oldestFirst)
  const after = last && { at: String(last.value), messageId: last.id }
  const stored = await getExisting(collections.conversations, tenant, conversationId, noConversation)
  const wanted = messageIds && new Set(messageIds)
  const items = Object.entries(stored.body.feedback ?? {})
    .map(([messageId, said]) => ({ messageId, ...said }))
    .filter((each) => (!wanted || wanted.has(each.messageId)) && (!after || isAfter(each, after)))
    .sort((a, b) => (isAfter(a, b) ? 1 : -1))
  const fitting = items.slice(0, fittingIn(limits.pageBytes, items))
  const end = fitting.at(-1)
  const nextCursor =
    end && fitting.length < items.length ? cursorAt({ value: end.at, id: end.messageId }, oldestFirst) : null
  return { items: fitting, nextCursor }
}
