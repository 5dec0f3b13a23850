import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { messageDelivery } from './records.ts'

/**
 * What became of a message on its way out by its channel. `round` counts the times that it was asked to be sent: a later
 * round replaces the state of the one before. Each event replaces the one before it, in the sequence of their key: which
 * receipt counts for more is decided where they come in, by the kind of channel. A mail that was `delivered` may still come
 * back and be `failed`; for a text that is proof.
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
