import type { ChannelsContext } from '../context.ts'
import type { Outbound } from '../providers/provider.ts'
import { withMessageId } from './mail-references.ts'
import { mailIdOf } from './record-thread.ts'

/** Our own mails are part of the thread that the next one names, and an answer to one is found by it. */
export async function recordSentMail(
  conversationId: string,
  { messageId }: NonNullable<Outbound['mail']>,
  { tenant, collections, commit }: ChannelsContext,
): Promise<void> {
  const thread = await commit(collections.threads, conversationId, (current) => {
    if (!current || current.body.messageIds.includes(messageId)) return undefined
    return { body: { ...current.body, messageIds: withMessageId(current.body.messageIds, messageId) } }
  })
  if (!thread) return
  const id = mailIdOf(thread.body.channelId, messageId)
  await collections.mailIds.addMany(tenant, [{ id, body: { conversationId } }])
}
