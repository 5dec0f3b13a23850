import {
  type Actor,
  type BodyOf,
  type Conversation,
  conversationEscalated,
  type conversationHandBack,
  type conversationHandOver,
  type Message,
  messageSent,
  type ReplyOf,
  ServiceError,
} from '@frontdesk/contracts'
import { changeConversation, type Deed } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { operationKey, replyIdOf, type Turn, toConversation } from './conversation-document.ts'
import { move } from './conversation-states.ts'
import { discardTurns } from './discard-turns.ts'
import { findSourcesTried } from './find-sources-tried.ts'
import { liveTurnsOf } from './live-turns.ts'
import { summarizeForHandover } from './summarize-for-handover.ts'

type HandOver = Omit<BodyOf<typeof conversationHandOver>, 'operationId'> & { operationId?: string }

/** Who a message is from, when it was not the customer or the AI. */
const authorOf = ({ kind, id, name }: Actor): Message['author'] =>
  kind === 'agent' ? { kind, ...(id && { id }), ...(name && { name }) } : { kind: 'system' }

/**
 * Gives a conversation to people, with a summary and the sources tried; answers in the making are discarded. When people
 * have it already nothing changes. Throws `not_found`.
 */
export async function handOver(
  { conversationId, operationId, reason = 'requested', note, assignee, actor }: HandOver,
  context: ChatContext,
): Promise<ReplyOf<typeof conversationHandOver>> {
  const { collections, tenant, event } = context
  const seen = await collections.conversations.get(tenant, conversationId)
  if (!seen) throw new ServiceError('not_found', { detail: 'There is no such conversation.' })
  const isNew = seen.body.status !== 'escalated'
  const summary = isNew ? await summarizeForHandover(conversationId, context) : ''
  const sourcesTried = isNew ? await findSourcesTried(conversationId, context) : []

  let alreadyHandedOver = false
  let discarded: Turn[] = []
  const stored = await changeConversation(conversationId, context, ({ body: before }, now) => {
    alreadyHandedOver = before.status === 'escalated'
    discarded = []
    if (alreadyHandedOver) return undefined
    const ended = discardTurns(conversationId, before, now)
    discarded = ended.discarded
    const notes: Message[] = note
      ? [
          {
            id: replyIdOf(conversationId, operationKey(tenant, operationId ?? `hand-over ${now}`)),
            conversationId,
            sequence: ended.body.messageCount + 1,
            author: authorOf(actor),
            kind: 'note',
            content: note,
            createdAt: now,
          },
        ]
      : []
    const body = {
      ...move(ended.body, 'hand_over'),
      messageCount: ended.body.messageCount + notes.length,
      escalation: { reason, at: now, summary, sourcesTried },
      updatedAt: now,
      ...(assignee && { assignee }),
    }
    const conversation = toConversation(conversationId, body)
    const deeds: Deed[] = [{ actor, action: 'hand_over', from: before.status, to: 'escalated', detail: reason }]
    if (assignee && assignee !== before.assignee) {
      deeds.push({ actor, action: 'assign', from: before.assignee, to: assignee })
    }
    return {
      body,
      deeds,
      events: [
        ...[...ended.messages, ...notes].map((message) => event(messageSent, { conversation, message })),
        event(conversationEscalated, { conversation, reason: 'requested', summary, score: 0 }),
      ],
    }
  })
  for (const { id } of discarded) liveTurnsOf(context).stop(id)

  const { assignee: assigned, escalation, updatedAt } = stored.body
  return {
    conversationId,
    status: 'escalated',
    assignee: assigned,
    reason: escalation?.reason ?? '',
    summary: escalation?.summary ?? '',
    handedOverAt: escalation?.at ?? updatedAt,
    alreadyHandedOver,
  }
}

/** People give a conversation back: the AI answers what comes from now on. Throws `not_found`. */
export async function handBack(
  { conversationId, actor }: BodyOf<typeof conversationHandBack>,
  context: ChatContext,
): Promise<Conversation> {
  const stored = await changeConversation(conversationId, context, ({ body: before }, now) => {
    if (before.handler === 'ai') return undefined
    const body = { ...move(before, 'hand_back'), assignee: null, updatedAt: now }
    const deeds: Deed[] = [{ actor, action: 'hand_back', from: before.handler, to: 'ai' }]
    if (before.assignee !== null) deeds.push({ actor, action: 'unassign', from: before.assignee, to: null })
    return { body, deeds }
  })
  return toConversation(conversationId, stored.body)
}
