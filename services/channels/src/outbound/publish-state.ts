import { type Actor, channels } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import type { OutboundDocument } from './outbound-document.ts'
import { toldState } from './outbound-states.ts'

/** A write of a message, with the event that tells what is new of it, if anything is. */
export function withDeliveryEvent(
  messageId: string,
  before: OutboundDocument | undefined,
  after: OutboundDocument,
  { event }: Pick<ChannelsContext, 'event'>,
  actor?: Actor,
) {
  const state = toldState(after.state)
  const isKnown = before?.isTold && before.round === after.round && toldState(before.state) === state
  if (isKnown || !after.isTold) return { body: after }
  const { conversationId, round, at, code, detail } = after
  const isTrouble = state === 'failed' || state === 'unknown'
  const told = {
    conversationId,
    messageId,
    round,
    state,
    at,
    ...(isTrouble && code && { code }),
    ...(isTrouble && detail && { detail }),
    ...(actor && { actor }),
  }
  return { body: after, events: [event(channels.events.deliveryChanged, told)] }
}
