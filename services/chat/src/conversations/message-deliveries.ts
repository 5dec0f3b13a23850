import type { Message } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument } from './conversation-document.ts'

/** The messages with what became of those that go out by a channel. */
export async function withDeliveries(
  { tenant, body: { channel } }: Stored<ConversationDocument>,
  messages: Message[],
  { collections }: ChatContext,
): Promise<Message[]> {
  if (channel === 'api' || channel === 'widget') return messages
  const ids = messages
    .filter(({ author, kind }) => author.kind !== 'customer' && kind === 'message')
    .map(({ id }) => id)
  if (ids.length === 0) return messages
  const known = new Map((await collections.messageDeliveries.getMany(tenant, ids)).map(({ id, body }) => [id, body]))
  return messages.map((message) => {
    const { state, at, code } = known.get(message.id) ?? {}
    return state && at ? { ...message, delivery: { state, at, ...(code && { code }) } } : message
  })
}
