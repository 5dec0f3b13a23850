import { descending } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import type { Arrival } from './arrival.ts'
import { deliverMessage } from './deliver-message.ts'
import type { IncomingMessage } from './incoming-message.ts'

const dayMs = 86_400_000

/** The conversation that a sender wrote to last, while that is not too long ago. */
export async function lastConversation(
  channelId: string,
  address: string,
  { tenant, collections, clock, config }: ChannelsContext,
): Promise<string | undefined> {
  const { items } = await collections.threads.find(tenant, {
    where: { channelId, address },
    sort: descending('lastInboundAt'),
    limit: 1,
  })
  const last = items[0]?.body
  if (!last) return undefined
  const isRecent = clock.now() - Date.parse(last.lastInboundAt) <= config.CHANNEL_CONVERSATION_DAYS * dayMs
  return isRecent ? last.conversationId : undefined
}

/** Brings a text to the conversation that its sender wrote to last, or to a new one. */
export async function deliverText(text: IncomingMessage, arrival: Arrival, context: ChannelsContext): Promise<void> {
  await deliverMessage(
    text,
    async () => {
      const conversationId = await lastConversation(arrival.channel.id, text.address, context)
      return conversationId === undefined ? {} : { conversationId }
    },
    arrival,
    context,
  )
}
