import { type Actor, type BodyOf, type Conversation, chat, type Message, type ReplyOf } from '@frontdesk/contracts'
import { getExisting } from '@frontdesk/documents'
import { findSourcesTried } from '../answerability/find-sources-tried.ts'
import type { ChatContext } from '../context.ts'
import { type Change, changeConversation, type NewActivity } from '../conversations/change-conversation.ts'
import {
  type ConversationDocument,
  noConversation,
  operationKey,
  replyIdOf,
  showConversation,
  type Turn,
  toConversation,
} from '../conversations/conversation-document.ts'
import { move } from '../conversations/conversation-states.ts'
import { readSettings } from '../settings/settings-store.ts'
import { requireTeam } from '../teams/team-store.ts'
import { discardTurns } from '../turns/discard-turns.ts'
import { lastWordsForHandover } from './summarize-for-handover.ts'
import { summarizeSoon } from './write-handover-summary.ts'

type HandOver = Omit<BodyOf<typeof chat.queries.conversationHandOver>, 'operationId'> & { operationId?: string }

/** Who a message is from, when it was not the customer or the AI. */
const authorOf = ({ kind, id, name }: Actor): Message['author'] =>
  kind === 'agent' ? { kind, ...(id && { id }), ...(name && { name }) } : { kind: 'system' }

/**
 * Gives a conversation to people, with a summary and the sources tried; answers in the making are discarded. A model that is
 * not quick writes the summary afterwards (`writeHandoverSummary`): until then it is the customer's last message. When people
 * have the conversation already nothing changes. Throws `not_found`.
 */
export async function handOver(
  { conversationId, operationId, reason = 'requested', note, assignee, teamId, actor }: HandOver,
  context: ChatContext,
): Promise<ReplyOf<typeof chat.queries.conversationHandOver>> {
  const { collections, tenant, event } = context
  await requireTeam(teamId, 'teamId', context)
  const seen = await getExisting(collections.conversations, tenant, conversationId, noConversation)
  const isNew = seen.body.status !== 'escalated'
  const written = isNew ? await summarizeSoon(conversationId, context) : ''
  const summary = written ?? (await lastWordsForHandover(conversationId, context))
  const sourcesTried = isNew ? await findSourcesTried(conversationId, context) : []

  const settings = await readSettings(context)
  let alreadyHandedOver = false
  let discarded: Turn[] = []
  const stored = await changeConversation(conversationId, context, ({ body: before }, now) => {
    alreadyHandedOver = before.status === 'escalated'
    discarded = []
    if (alreadyHandedOver) return undefined
    const ended = discardTurns(conversationId, before, settings, now)
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
      ...(teamId && { teamId }),
    }
    const conversation = toConversation(conversationId, body)
    const activities: NewActivity[] = [
      { actor, action: 'hand_over', from: before.status, to: 'escalated', detail: reason },
    ]
    if (assignee && assignee !== before.assignee) {
      activities.push({ actor, action: 'assign', from: before.assignee, to: assignee })
    }
    if (teamId && teamId !== before.teamId) {
      activities.push({ actor, action: 'team', from: before.teamId ?? null, to: teamId })
    }
    return {
      body,
      activities,
      events: [
        ...[...ended.messages, ...notes].map((message) => event(chat.events.messageSent, { conversation, message })),
        event(chat.events.conversationEscalated, { conversation, reason: 'requested', summary, score: 0 }),
        ...(written === undefined ? [event(chat.events.handoverSummaryDeferred, { conversationId, at: now })] : []),
      ],
    }
  })
  for (const { id } of discarded) context.state.liveTurns.stop(id)

  const { assignee: assigned, teamId: assignedTeam, escalation, updatedAt } = stored.body
  return {
    conversationId,
    status: 'escalated',
    assignee: assigned,
    ...(assignedTeam && { teamId: assignedTeam }),
    reason: escalation?.reason ?? '',
    summary: escalation?.summary ?? '',
    handedOverAt: escalation?.at ?? updatedAt,
    alreadyHandedOver,
  }
}

/** What handing back makes of a conversation; undefined when the AI has it already. */
export function handBackBy(actor: Actor, before: ConversationDocument, now: string): Change | undefined {
  if (before.handler === 'ai') return undefined
  const body = { ...move(before, 'hand_back'), assignee: null, updatedAt: now }
  const activities: NewActivity[] = [{ actor, action: 'hand_back', from: before.handler, to: 'ai' }]
  if (before.assignee !== null) activities.push({ actor, action: 'unassign', from: before.assignee, to: null })
  return { body, activities }
}

/** Hands a conversation back: the AI answers the next messages. Throws `not_found`. */
export async function handBack(
  { conversationId, actor }: BodyOf<typeof chat.queries.conversationHandBack>,
  context: ChatContext,
): Promise<Conversation> {
  const stored = await changeConversation(conversationId, context, ({ body }, now) => handBackBy(actor, body, now))
  return showConversation(conversationId, stored.body)
}
