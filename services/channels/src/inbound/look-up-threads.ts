import { descending } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { normaliseSubject, type ThreadLookup } from '../email/thread.ts'
import { mailIdOf } from '../threads/record-thread.ts'

/** Where conversations of a channel are found by what a mail names. */
export function lookupIn(channelId: string, { tenant, collections, clock }: ChannelsContext): ThreadLookup {
  const threadOf = async (conversationId: string | undefined) => {
    const stored = conversationId && (await collections.threads.get(tenant, conversationId))
    return stored ? { conversationId: stored.id, channelId: stored.body.channelId } : undefined
  }
  return {
    async byMessageId(messageId) {
      const stored = await collections.mailIds.get(tenant, mailIdOf(channelId, messageId))
      return threadOf(stored?.body.conversationId)
    },
    byConversationId: threadOf,
    async bySubject(subject, from, withinMs) {
      const since = new Date(clock.now() - withinMs).toISOString()
      const { items } = await collections.threads.find(tenant, {
        where: { channelId, address: from, lastInboundAt: { gte: since } },
        sort: descending('lastInboundAt'),
        limit: 50,
      })
      return threadOf(items.find(({ body }) => body.subjectKey === normaliseSubject(subject).subject)?.id)
    },
  }
}
