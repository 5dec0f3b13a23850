import { type BodyOf, type Message, messageSent, type messageWrite, ServiceError } from '@frontdesk/contracts'
import { changeConversation, type Deed } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { operationKey, operationsKept, replyIdOf, type Turn, toConversation } from './conversation-document.ts'
import { move } from './conversation-states.ts'
import { discardTurns } from './discard-turns.ts'
import { assumeAtFrom, readSettings } from './keep-settings.ts'
import { findMessage } from './list-messages.ts'
import { liveTurnsOf } from './live-turns.ts'

/**
 * An agent's reply, which takes the conversation over from whoever had it, or a note, which only people read. The same
 * operation again answers the same message. Throws `not_found`, and `conversation_moved` when newer messages exist than
 * the agent saw.
 */
export async function writeMessage(
  { operationId, conversationId, kind, content, agent, sawSequence }: BodyOf<typeof messageWrite>,
  context: ChatContext,
): Promise<Message> {
  const { tenant, event } = context
  const key = operationKey(tenant, operationId)
  const id = replyIdOf(conversationId, key)
  const isReply = kind === 'reply'
  const settings = await readSettings(context)
  const actor = { kind: 'agent', ...agent } as const
  let discarded: Turn[] = []

  const stored = await changeConversation(conversationId, context, ({ body: before }, now) => {
    discarded = []
    if (before.operations.includes(key)) return undefined
    if (sawSequence !== undefined && before.messageCount > sawSequence) throw new ServiceError('conversation_moved')
    const ended = isReply ? discardTurns(conversationId, before, now) : { body: before, messages: [], discarded: [] }
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
      createdAt: now,
    }
    const body = {
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
    const deeds: Deed[] = isTakeOver ? [{ actor, action: 'take_over', from: before.handler, to: 'agent' }] : []
    if (body.assignee !== before.assignee) {
      deeds.push({ actor, action: 'assign', from: before.assignee, to: body.assignee })
    }
    const conversation = toConversation(conversationId, body)
    const sent = [...ended.messages, message].map((each) => event(messageSent, { conversation, message: each }))
    return { body, deeds, events: sent }
  })
  for (const turn of discarded) liveTurnsOf(context).stop(turn.id)
  const message = await findMessage(stored, id, context)
  if (!message) throw new ServiceError('internal', { cause: new Error(`${id} was committed and is not there`) })
  return message
}
