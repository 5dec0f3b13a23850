import {
  type Actor,
  type Attachment,
  type BodyOf,
  chat,
  invalidNamedField,
  type Message,
  ServiceError,
  type ThenAction,
} from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { handBackBy } from '../escalation/hand-over.ts'
import { assumeAtFrom, readSettings } from '../settings/settings-store.ts'
import { requireTeam } from '../teams/team-store.ts'
import { discardTurns } from '../turns/discard-turns.ts'
import { applyPatch } from './apply-patch.ts'
import { type Change, changeConversation, type NewActivity } from './change-conversation.ts'
import {
  type ConversationDocument,
  operationKey,
  operationsKept,
  replyIdOf,
  type Turn,
  toConversation,
} from './conversation-document.ts'
import { move } from './conversation-states.ts'
import { findMessage } from './list-messages.ts'
import { withAttachments } from './message-attachments.ts'

/** Throws `invalid_request` for a time that is over. */
function checkThen(then: ThenAction | undefined, { clock }: ChatContext): void {
  if (typeof then !== 'object' || Date.parse(then.snoozeUntil) > clock.now()) return
  throw invalidNamedField('then.snoozeUntil', 'Must be in the future.')
}

/** The change of a conversation with a message; undefined when nothing changes. */
function become(
  conversationId: string,
  before: ConversationDocument,
  then: ThenAction,
  actor: Actor,
  context: ChatContext,
  now: string,
): Change | undefined {
  if (then === 'handback') return handBackBy(actor, before, now)
  const patch = then === 'close' ? ({ status: 'closed' } as const) : { snoozedUntil: then.snoozeUntil }
  return applyPatch(conversationId, before, patch, actor, context, now)
}

/**
 * An agent's reply, which takes the conversation over from whoever had it, or a note, which only people read. The same
 * operation again answers the same message. Throws `not_found`, and `conversation_moved` when newer messages exist than
 * the agent saw. What is to become of the conversation then is part of the same write; `conflict` when that is refused.
 */
export async function writeMessage(
  { attachments: ids, ...body }: BodyOf<typeof chat.queries.messageWrite>,
  context: ChatContext,
): Promise<Message> {
  const { operationId, conversationId, kind } = body
  checkThen(body.then, context)
  const messageId = replyIdOf(conversationId, operationKey(context.tenant, operationId))
  return withAttachments({ conversationId, messageId, ids, isReply: kind === 'reply' }, context, (attachments) =>
    commitMessage({ ...body, attachments }, context),
  )
}

type Written = Omit<BodyOf<typeof chat.queries.messageWrite>, 'attachments'> & { attachments: Attachment[] | undefined }

async function commitMessage(
  { operationId, conversationId, kind, content, agent, sawSequence, ...more }: Written,
  context: ChatContext,
): Promise<Message> {
  const { tenant, event } = context
  const key = operationKey(tenant, operationId)
  const id = replyIdOf(conversationId, key)
  const isReply = kind === 'reply'
  if (isReply && more.mentions) throw invalidNamedField('mentions', 'Only a note can mention somebody.')
  for (const teamId of more.mentions?.teams ?? []) await requireTeam(teamId, 'mentions.teams', context)
  const settings = await readSettings(context)
  const actor = { kind: 'agent', ...agent } as const
  let discarded: Turn[] = []

  const stored = await changeConversation(conversationId, context, ({ body: before }, now) => {
    discarded = []
    if (before.operations.includes(key)) return undefined
    if (sawSequence !== undefined && before.messageCount > sawSequence) throw new ServiceError('conversation_moved')
    const ended = isReply
      ? discardTurns(conversationId, before, settings, now)
      : { body: before, messages: [], discarded: [] }
    discarded = ended.discarded
    const isTakeOver = isReply && before.handler !== 'agent'
    const { assumeAt: _, ...moved } = move(ended.body, isReply ? (isTakeOver ? 'take_over' : 'reply') : 'note')
    const message: Message = {
      id,
      conversationId,
      sequence: moved.messageCount + 1,
      author: actor,
      kind: isReply ? 'message' : 'note',
      content,
      ...(more.format && { format: more.format }),
      ...(more.clientId && { clientId: more.clientId }),
      ...(more.mentions && { mentions: more.mentions }),
      ...(more.attachments && { attachments: more.attachments }),
      createdAt: now,
    }
    const written: ConversationDocument = {
      ...(isReply ? moved : before),
      messageCount: message.sequence,
      updatedAt: now,
      operations: [...before.operations, key].slice(-operationsKept),
      ...(isReply && {
        lastMessageAt: now,
        assignee: before.assignee ?? agent.id,
        ...assumeAtFrom(settings, now),
      }),
    }
    const activities: NewActivity[] = isTakeOver
      ? [{ actor, action: 'take_over', from: before.handler, to: 'agent' }]
      : []
    if (written.assignee !== before.assignee) {
      activities.push({ actor, action: 'assign', from: before.assignee, to: written.assignee })
    }
    const after = more.then && become(conversationId, written, more.then, actor, context, now)
    const { body, activities: then = [], events = [] } = after ?? { body: written }
    const conversation = toConversation(conversationId, body)
    const sent = [...ended.messages, message].map((each) =>
      event(chat.events.messageSent, { conversation, message: each }),
    )
    return { body, activities: [...activities, ...then], events: [...sent, ...events] }
  })
  for (const turn of discarded) context.state.liveTurns.stop(turn.id)
  const message = await findMessage(stored, id, context)
  if (!message) throw new ServiceError('internal', { cause: new Error(`${id} was committed but could not be read`) })
  return message
}
