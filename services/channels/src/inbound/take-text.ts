import { derivedId } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import type { InboundText } from '../provider.ts'
import { deliverMessage } from './deliver-message.ts'
import type { Arrival } from './work-off-request.ts'

const dayMs = 86_400_000

/** The conversation that a sender wrote to last, while that is not too long ago. */
export async function lastConversation(
  channelId: string,
  address: string,
  { tenant, collections, clock, config }: ChannelsContext,
): Promise<string | undefined> {
  const { items } = await collections.threads.find(tenant, {
    where: { channelId, address },
    sort: { field: 'lastInboundAt', direction: 'desc' },
    limit: 1,
  })
  const last = items[0]?.body
  if (!last) return undefined
  const isRecent = clock.now() - Date.parse(last.lastInboundAt) <= config.CHANNEL_CONVERSATION_DAYS * dayMs
  return isRecent ? last.conversationId : undefined
}

/** A text of a customer becomes a message of its conversation, once, however often it comes. */
export async function takeText(inbound: InboundText, arrival: Arrival, context: ChannelsContext): Promise<void> {
  const { channelId } = arrival.channel.body
  const { from: address, name, text, attachments: files } = inbound
  await deliverMessage(
    { id: derivedId('inb', channelId, 'text', inbound.id), address, ...(name && { name }), text, files },
    async () => {
      const conversationId = await lastConversation(channelId, address, context)
      return conversationId === undefined ? {} : { conversationId }
    },
    arrival,
    context,
  )
}
