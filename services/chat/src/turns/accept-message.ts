import { type Attachment, type BodyOf, chat, type Message, newConversationId, ServiceError } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import { timestampOf } from '@frontdesk/service'
import { isSenderBlocked } from '../blocking/block-conversations.ts'
import type { ChatContext } from '../context.ts'
import { complete, type NewActivity } from '../conversations/change-conversation.ts'
import {
  answerIdOf,
  type ConversationDocument,
  noConversation,
  operationKey,
  operationsKept,
  questionIdOf,
  type Turn,
  toConversation,
} from '../conversations/conversation-document.ts'
import { move } from '../conversations/conversation-states.ts'
import { messagesInOutbox } from '../conversations/list-messages.ts'
import { withUploads } from '../visitors/claim-uploads.ts'
import { requireOwn } from '../visitors/visitor-conversations.ts'
import { contactOf, type VisitorRecord, visitorOf } from '../visitors/visitor-document.ts'
import { discardTurns } from './discard-turns.ts'
import { claim } from './turn-lease.ts'

/** More questions than this waiting in one conversation are refused until some are answered. */
const maxWaitingTurns = 20
/** Of a visitor of a chat widget: one that is answered, and three that wait. */
const maxVisitorTurns = 4
const faultsOf = (document: ConversationDocument | undefined, answerId: string): number =>
  document?.turns.find(({ id }) => id === answerId)?.fault?.count ?? 0

/** `claimed`: the turn that was accepted, when it is the first in line; this process has its lease already. */
type Accepted = {
  conversationId: string
  answerId: string
  claimed?: Turn | undefined
  /** How often the turn had failed before, when the operation is repeated. */
  faults: number
}

const newConversation = (
  { channel, contact, subject, visitor }: BodyOf<typeof chat.streams.messageAnswer>,
  known: VisitorRecord | undefined,
  language: string | null,
  now: string,
  isBlocked: boolean,
): ConversationDocument => ({
  // Nobody has anything to do with what a blocked contact writes.
  status: isBlocked ? 'closed' : 'open',
  handler: 'ai',
  channel,
  ...(contact && { contact }),
  ...(visitor && { visitor: visitorOf({ ...visitor, page: visitor.page ?? known?.page }, known) }),
  ...(subject && { subject }),
  ...(isBlocked && { blocked: true }),
  assignee: null,
  tags: [],
  language,
  createdAt: now,
  updatedAt: now,
  lastMessageAt: now,
  messageCount: 0,
  turns: [],
  operations: [],
})

/** Why people get a conversation whose newest message a machine may have sent. */
const automatedMail = 'automated mail'

/** Gives a conversation to people because of its newest message, and ends answers in the making without a word of ours. */
function leaveToPeople(
  conversationId: string,
  before: ConversationDocument,
  now: string,
): { body: ConversationDocument; messages: Message[]; discarded: Turn[] } {
  const ended = discardTurns(conversationId, before, null, now)
  const escalation = { reason: automatedMail, at: now, summary: '', sourcesTried: [] }
  return { ...ended, body: { ...move(ended.body, 'hand_over'), escalation } }
}

const handedOverBy = ({ status }: ConversationDocument): NewActivity => ({
  ...{ actor: { kind: 'system' }, action: 'hand_over', from: status, to: 'escalated', detail: automatedMail },
})

/**
 * Commits a customer's message, and the turn that will answer it when the AI handles the conversation. The same
 * operation again changes nothing. A blocked contact's message is stored and changes nothing else. Throws `not_found` for a conversation that is not there, `overloaded` when too many
 * questions of it wait.
 */
export async function acceptMessage(
  body: BodyOf<typeof chat.streams.messageAnswer>,
  context: ChatContext,
): Promise<Accepted> {
  const { tenant, collections, clock, commit, event } = context
  const key = operationKey(tenant, body.operationId)
  const conversationId = body.conversationId ?? newConversationId(tenant, body.operationId)
  const questionId = questionIdOf(conversationId, key)
  const answerId = answerIdOf(conversationId, key)
  const detected = detectLanguage(body.message)

  // Long ago the same operation may have left the conversation's memory; its message has not.
  if (body.conversationId && (await collections.messages.get(tenant, questionId))) {
    const stored = await collections.conversations.get(tenant, conversationId)
    return { conversationId, answerId, faults: faultsOf(stored?.body, answerId) }
  }

  const known = body.visitor && (await collections.visitors.get(tenant, body.visitor.id))?.body
  const contact = body.visitor ? contactOf(known) : body.contact
  const isBlocked = !body.conversationId && (await isSenderBlocked(contact, context))
  let claimed: Turn | undefined
  let discarded: Turn[] = []
  const { visitor, uploads } = body
  if (visitor && body.conversationId) await requireOwn(body.conversationId, visitor.id, context)
  const accept = (attachments: Attachment[] | undefined) =>
    commit(collections.conversations, conversationId, (current) => {
      claimed = undefined
      discarded = []
      if (!current && body.conversationId) throw noConversation()
      if (current && body.visitor && current.body.visitor?.id !== body.visitor.id) throw noConversation()
      // A conversation without a name is named after its first operation, so one that is there was made by this one.
      if (current && !body.conversationId) return undefined
      if (current?.body.operations.includes(key)) return undefined
      if (current && messagesInOutbox(current).some(({ id }) => id === questionId)) return undefined
      const now = timestampOf(clock)
      const found = current?.body ?? newConversation({ ...body, contact }, known, detected, now, isBlocked)
      const goesToPeople = body.isForPeople === true && found.handler === 'ai' && !found.blocked
      const left = goesToPeople ? leaveToPeople(conversationId, found, now) : undefined
      discarded = left?.discarded ?? []
      const before = left?.body ?? found
      if (body.visitor && before.turns.length >= maxVisitorTurns)
        throw new ServiceError('rate_limited', { detail: 'Three messages are already waiting for an answer.' })
      if (before.turns.length >= maxWaitingTurns) {
        throw new ServiceError('overloaded', {
          detail: `${maxWaitingTurns} messages of this conversation are waiting for answers.`,
        })
      }
      const isForAi = before.handler === 'ai' && !before.blocked
      const question: Message = {
        id: questionId,
        conversationId,
        sequence: before.messageCount + 1,
        author: { kind: 'customer', ...(before.contact?.name && { name: before.contact.name }) },
        kind: 'message',
        content: body.message,
        createdAt: now,
        ...(body.clientId && { clientId: body.clientId }),
        ...(attachments && { attachments }),
        ...(!isForAi && { outcome: 'waiting' as const }),
      }
      const turn: Turn = {
        id: answerId,
        question: { messageId: questionId, text: body.message },
        createdAt: now,
        cause: context.cause,
        attempt: 0,
        released: '',
        ...(body.keepRunningMs !== undefined && { keepRunningMs: body.keepRunningMs }),
        ...(body.budget && { budget: body.budget }),
      }
      // The first in line is taken with the same write: another one only to claim it would make every customer wait.
      if (isForAi && before.turns.length === 0) claimed = claim(turn, context)
      const { assumeAt: _, ...moved } = before.blocked ? before : move(before, 'message')
      const after: ConversationDocument = {
        ...moved,
        language: before.language ?? detected,
        updatedAt: now,
        lastMessageAt: now,
        messageCount: before.messageCount + 1,
        operations: [...before.operations, key].slice(-operationsKept),
        ...(isForAi && {
          turns: [...before.turns, claimed ?? turn],
          unfinishedSince: before.unfinishedSince ?? now,
        }),
      }
      const conversation = toConversation(conversationId, after)
      const events = [
        ...(left?.messages ?? []).map((message) => event(chat.events.messageSent, { conversation, message })),
        ...(current ? [] : [event(chat.events.conversationCreated, { conversation })]),
        event(chat.events.messageReceived, { conversation, message: question }),
        ...(left
          ? [event(chat.events.conversationEscalated, { conversation, reason: 'requested', summary: '', score: 0 })]
          : []),
      ]
      const reopened = before.status !== after.status
      const activities: NewActivity[] = [
        ...(left ? [handedOverBy(found)] : []),
        ...(reopened
          ? [{ actor: { kind: 'customer' } as const, action: 'reopen', from: before.status, to: after.status }]
          : []),
      ]
      return complete(conversationId, { body: after, events, activities }, context, now, { body: current?.body })
    })
  const stored = visitor
    ? await withUploads({ conversationId, messageId: questionId, owner: visitor.id, ids: uploads }, context, accept)
    : await accept(body.attachments)
  for (const { id } of discarded) context.state.liveTurns.stop(id)
  return { conversationId, answerId, claimed, faults: faultsOf(stored?.body, answerId) }
}
