import {
  type BodyOf,
  conversationCreated,
  type Message,
  type messageAnswer,
  messageReceived,
  ServiceError,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import { timestampOf } from '@frontdesk/service'
import { complete } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import {
  answerIdOf,
  type ConversationDocument,
  newConversationId,
  operationKey,
  operationsKept,
  questionIdOf,
  type Turn,
  toConversation,
} from './conversation-document.ts'
import { move } from './conversation-states.ts'
import { claim } from './hold-turn.ts'
import { messagesInOutbox } from './list-messages.ts'

/** More questions than this waiting in one conversation are refused until some are answered. */
const mostTurns = 20
const faultsOf = (document: ConversationDocument | undefined, answerId: string): number =>
  document?.turns.find(({ id }) => id === answerId)?.fault?.count ?? 0

/** `claimed`: the turn that was accepted, when it is the first in line; this process has its lease already. */
type Accepted = {
  conversationId: string
  answerId: string
  claimed?: Turn | undefined
  /** How often the turn had failed before, when this operation is asked again. */
  faults: number
}

const newConversation = (
  { channel, contact, subject }: BodyOf<typeof messageAnswer>,
  language: string | null,
  now: string,
): ConversationDocument => ({
  status: 'open',
  handler: 'ai',
  channel,
  ...(contact && { contact }),
  ...(subject && { subject }),
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

/**
 * Commits a customer's message, and the turn that will answer it when the AI handles the conversation. The same
 * operation again changes nothing. Throws `not_found` for a conversation that is not there, `overloaded` when too many
 * questions of it wait.
 */
export async function acceptMessage(body: BodyOf<typeof messageAnswer>, context: ChatContext): Promise<Accepted> {
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

  let claimed: Turn | undefined
  const stored = await commit(collections.conversations, conversationId, (current) => {
    claimed = undefined
    if (!current && body.conversationId)
      throw new ServiceError('not_found', { detail: 'There is no such conversation.' })
    // A conversation without a name is named after its first operation, so one that is there was made by this one.
    if (current && !body.conversationId) return undefined
    if (current?.body.operations.includes(key)) return undefined
    if (current && messagesInOutbox(current).some(({ id }) => id === questionId)) return undefined
    const now = timestampOf(clock)
    const before = current?.body ?? newConversation(body, detected, now)
    if (before.turns.length >= mostTurns) {
      throw new ServiceError('overloaded', {
        detail: `${mostTurns} messages of this conversation wait for their answers.`,
      })
    }
    const isForAi = before.handler === 'ai'
    const question: Message = {
      id: questionId,
      conversationId,
      sequence: before.messageCount + 1,
      author: { kind: 'customer', ...(before.contact?.name && { name: before.contact.name }) },
      kind: 'message',
      content: body.message,
      createdAt: now,
      ...(body.attachments && { attachments: body.attachments }),
      ...(!isForAi && { outcome: 'waiting' as const }),
    }
    const turn: Turn = {
      id: answerId,
      question: { messageId: questionId, text: body.message },
      createdAt: now,
      attempt: 0,
      released: '',
    }
    // The first in line is taken with the same write: another one only to claim it would make every customer wait.
    if (isForAi && before.turns.length === 0) claimed = claim(turn, context)
    const { assumeAt: _, ...moved } = move(before, 'message')
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
      ...(current ? [] : [event(conversationCreated, { conversation })]),
      event(messageReceived, { conversation, message: question }),
    ]
    const reopened = before.status !== after.status
    const deeds = reopened
      ? [{ actor: { kind: 'customer' } as const, action: 'reopen', from: before.status, to: after.status }]
      : []
    return complete(conversationId, { body: after, events, deeds }, context, now)
  })
  return { conversationId, answerId, claimed, faults: faultsOf(stored?.body, answerId) }
}
