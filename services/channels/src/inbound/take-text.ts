import { derivedId } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import type { InboundText } from '../provider.ts'
import { deliverMessage, type Incoming } from './deliver-message.ts'
import { keepPart } from './take-parts.ts'
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
  if (inbound.part && inbound.part.total > 1 && (await keepPart(inbound, inbound.part, arrival, context))) return
  const { from: address, name, text, attachments: files } = inbound
  const id = derivedId('inb', arrival.channel.id, 'text', inbound.id)
  await deliverText({ id, address, ...(name && { name }), text, files }, arrival, context)
}

/** Brings a text to the conversation that its sender wrote to last, or to a new one. */
export async function deliverText(text: Incoming, arrival: Arrival, context: ChannelsContext): Promise<void> {
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
