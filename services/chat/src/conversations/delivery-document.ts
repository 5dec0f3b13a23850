import type { MessageDelivery } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** The event that reported the state, and its position among those of the message; `before`: the previous state. */
type DeliveryDocument = MessageDelivery & {
  conversationId: string
  round: number
  eventId: string
  sequence: number
  before?: MessageDelivery['state']
}

/**
 * What became of messages that go out, by their ids. Beside the messages, which are written anew whenever their events are
 * projected again.
 */
export const messageDeliveries = collection<DeliveryDocument>('chat-deliveries', [{ fields: ['conversationId'] }])
