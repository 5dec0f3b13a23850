import type { ChannelsContext } from '../context.ts'
import { mailIdOf } from '../inbound/keep-thread.ts'
import type { Outbound } from '../provider.ts'

/** Message-IDs of a thread that are kept, as many as the threads of mails that come in keep. */
const mostIds = 50

/** Our own mails are part of the thread that the next one names, and an answer to one is found by it. */
export async function rememberMail(
  conversationId: string,
  { messageId }: NonNullable<Outbound['mail']>,
  { tenant, collections, commit }: ChannelsContext,
): Promise<void> {
  const thread = await commit(collections.threads, conversationId, (current) => {
    if (!current || current.body.messageIds.includes(messageId)) return undefined
    return { body: { ...current.body, messageIds: [...current.body.messageIds, messageId].slice(-mostIds) } }
  })
  if (!thread) return
  const id = mailIdOf(thread.body.channelId, messageId)
  await collections.mailIds.addMany(tenant, [{ id, body: { conversationId } }])
}
