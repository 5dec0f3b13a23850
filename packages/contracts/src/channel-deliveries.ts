import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { type MessageDelivery, messageDelivery } from './records.ts'

/**
 * What became of a message on its way out by its channel. `round` counts the times that it was asked to be sent: a later
 * round replaces the state of the one before; within a round a state never goes backwards.
 */
export const messageDeliveryChanged = event(
  'event.channels.delivery.changed.v1',
  messageDelivery.extend({
    conversationId: id,
    messageId: id,
    round: z.number().int().min(1),
    detail: z.string().max(500).optional().describe('A sentence for people on why it failed, and what helps'),
    actor: actor.optional().describe('Who asked for this round'),
  }),
)

/**
 * Sends a message again that failed, or of which nobody knows whether it left. Throws `not_found`, and `conflict` for one
 * that is on its way or arrived.
 */
export const messageResend = query(
  'query.channels.message.resend.v1',
  z.object({ operationId, conversationId: id, messageId: id, actor }),
  messageDelivery,
)

type State = MessageDelivery['state']
/** What a provider may still tell after each state. What failed, or is unknown, stays so until there is proof of the contrary. */
const laterStates: Record<State, State[]> = {
  sending: ['sent', 'delivered', 'read', 'failed', 'unknown'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: ['delivered', 'read'],
  unknown: ['sent', 'delivered', 'read', 'failed'],
}

/** Whether a text that is sent at once may go on from one state to the other: never backwards, never from one to itself. */
export const isLaterState = (before: State, after: State): boolean => laterStates[before].includes(after)

/** The same for a message, which may be sent in parts: when the one that failed has arrived after all, the others are `sent`. */
export const isLaterDelivery = (before: State, after: State): boolean =>
  isLaterState(before, after) || (before === 'failed' && after === 'sent')
