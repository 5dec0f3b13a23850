import { type BodyOf, type channels, chat, derivedId, type MessageDelivery } from '@frontdesk/contracts'
import type { Envelope } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { changeConversation, type NewActivity } from './change-conversation.ts'
import { appendChange } from './change-log.ts'

type Told = BodyOf<typeof channels.events.deliveryChanged>

/**
 * Keeps what became of a message, unless something later was told; the same event again changes nothing. Which of two receipts
 * counts depends on the channel, and is decided there.
 */
export async function recordDelivery(told: Told, context: ChatContext, envelope: Envelope): Promise<void> {
  const { tenant, collections, commit } = context
  const { conversationId, messageId, round, state, at, code } = told
  // Erased meanwhile: nobody is left to know.
  if (!(await collections.conversations.get(tenant, conversationId))) return
  const stored = await commit(collections.messageDeliveries, messageId, (current) => {
    const before = current?.body
    if (before && (envelope.sequence <= before.sequence || round < before.round)) return undefined
    return {
      body: {
        conversationId,
        state,
        at,
        ...(code && { code }),
        round,
        eventId: envelope.id,
        sequence: envelope.sequence,
        ...(before && { before: before.state }),
      },
    }
  })
  if (stored?.body.eventId !== envelope.id) return
  await logDelivery(told, stored.body.before, context, envelope)
  await appendChange({ type: 'message.delivery', conversationId, messageId }, envelope, context)
}

/** People are to see in the log that a message did not arrive, that it did after all, and who sent it again. */
function activityOf({ round, state, code, detail, actor }: Told, before: MessageDelivery['state'] | undefined) {
  if (state === 'sending')
    return round > 1 && actor ? { actor, action: 'resend', ...(before && { from: before }), to: state } : undefined
  const isTrouble = [state, before].some((each) => each === 'failed' || each === 'unknown')
  if (!isTrouble) return undefined
  const said = [detail, code && `(${code})`].filter(Boolean).join(' ')
  return {
    actor: { kind: 'system' } as const,
    action: 'delivery',
    ...(before && { from: before }),
    to: state,
    ...(said && { detail: said }),
  }
}

async function logDelivery(
  told: Told,
  before: MessageDelivery['state'] | undefined,
  context: ChatContext,
  envelope: Envelope,
): Promise<void> {
  const { tenant, collections } = context
  const activity = activityOf(told, before)
  if (!activity) return
  const id = derivedId('act', tenant, envelope.id)
  if (await collections.activityLog.get(tenant, id)) return
  await changeConversation(told.conversationId, context, ({ body, outbox }) => {
    const activities = outbox
      .filter(({ subject }) => subject === chat.events.conversationChanged.subject)
      .flatMap((entry) => (entry.body as BodyOf<typeof chat.events.conversationChanged>).activities)
    if (activities.some((each) => each.id === id)) return undefined
    // Silence after what did not arrive says nothing of whether it helped.
    const { assumeAt: _, ...unassumed } = body
    return {
      body: told.state === 'failed' ? unassumed : body,
      activities: [{ id, messageId: told.messageId, ...activity } satisfies NewActivity],
    }
  })
}
