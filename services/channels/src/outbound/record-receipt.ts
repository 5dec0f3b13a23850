import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import type { Receipt } from '../providers/provider.ts'
import type { SentPart } from './outbound-document.ts'
import { afterReceipt } from './outbound-states.ts'
import { withDeliveryEvent } from './publish-state.ts'
import { findSentPart, saveReceiptForRound } from './sent-id-store.ts'

/**
 * Records what a provider says became of a message of ours. One that comes before the provider has told what it calls the
 * message waits for that; the same one again, or an older one, changes nothing.
 */
export async function recordReceipt(channelId: string, receipt: Receipt, context: ChannelsContext): Promise<void> {
  const sent = await findSentPart(channelId, receipt, context)
  if (!sent) return
  const message = (await context.collections.outbound.get(context.tenant, sent.messageId))?.body
  const isSentAgain = message && message.round > sent.round && message.parts[sent.part]?.state === 'sending'
  const later = isSentAgain ? await saveReceiptForRound(channelId, receipt, message.round, context) : undefined
  await applyReceipt(later ?? sent, receipt, context)
}

/** Records a receipt for a part that is known to have been sent. */
export async function applyReceipt(sent: SentPart, receipt: Receipt, context: ChannelsContext): Promise<void> {
  const { commit, collections, clock } = context
  await commit(collections.outbound, sent.messageId, (current) => {
    if (!current) return undefined
    const after = afterReceipt(current.body, sent, receipt, atOf(receipt, timestampOf(clock)))
    return after === current.body ? undefined : withDeliveryEvent(current.id, current.body, after, context)
  })
}

/** Records receipts that came before it was known whose they are, in the order in which they came. */
export async function applyEarly(
  known: { sent: SentPart; early: Receipt[] }[],
  context: ChannelsContext,
): Promise<void> {
  for (const { sent, early } of known) for (const receipt of early) await applyReceipt(sent, receipt, context)
}

/** The provider's time, unless it is none or from the future. */
function atOf({ at }: Receipt, now: string): string {
  const told = Date.parse(at ?? '')
  return Number.isNaN(told) || told > Date.parse(now) ? now : new Date(told).toISOString()
}
