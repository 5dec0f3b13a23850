import type { Message } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** Messages as they are read; projected from the events of their conversation, keyed by their id. */
export const messages = collection<Message>('chat-messages', [{ fields: ['conversationId', 'sequence'] }])
