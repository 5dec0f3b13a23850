import { derivedId } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import type { InboundText } from '../providers/provider.ts'
import type { Arrival } from './arrival.ts'
import { collectPart } from './collect-text-parts.ts'
import { deliverText } from './deliver-text.ts'

/** A text of a customer becomes a message of its conversation, once, however often it comes. */
export async function receiveText(inbound: InboundText, arrival: Arrival, context: ChannelsContext): Promise<void> {
  if (inbound.part && inbound.part.total > 1 && (await collectPart(inbound, inbound.part, arrival, context))) return
  const { from: address, name, text, attachments: files } = inbound
  const id = derivedId('inb', arrival.channel.id, 'text', inbound.id)
  await deliverText({ id, address, ...(name && { name }), text, files }, arrival, context)
}
