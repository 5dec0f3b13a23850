import { derivedId } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import type { Receipt } from '../providers/provider.ts'
import type { SentPart } from './outbound-document.ts'

const dayMs = 86_400_000
/** Receipts of a message come within days; the message itself is kept as long. */
export const sentIdRetentionMs = 30 * dayMs
/** A receipt that comes before `send` answered is kept for so long: a send takes half a minute at most. */
const earlyRetentionMs = 10 * 60_000
/** Receipts that wait for one message; there are four kinds. */
const maxEarly = 8

const idOf = (tenant: string, channelId: string, providerId: string): string =>
  derivedId('snd', tenant, channelId, providerId)

/** Keeps what a provider calls a part that it took, or each piece of it. Answers the receipts that came before that. */
export async function saveSentIds(
  channelId: string,
  providerIds: string[],
  sent: SentPart,
  context: ChannelsContext,
): Promise<{ sent: SentPart; early: Receipt[] }[]> {
  const pieces = providerIds.length
  return Promise.all(
    providerIds.map(async (id, piece) => {
      const each = pieces > 1 ? { ...sent, piece, pieces } : sent
      return { sent: each, early: await saveSentId(channelId, id, each, context) }
    }),
  )
}

async function saveSentId(
  channelId: string,
  providerId: string,
  sent: SentPart,
  { tenant, collections, commit, clock }: ChannelsContext,
): Promise<Receipt[]> {
  const stored = await commit(collections.sentIds, idOf(tenant, channelId, providerId), (current) => {
    const before = current?.body
    // A mail keeps its id when it is sent again; what came early for the round before says nothing of this one.
    const isOfThis = before?.messageId === undefined || (before.earlyRound ?? before.round) === sent.round
    return { body: { ...sent, early: isOfThis ? (before?.early ?? []) : [], until: clock.now() + sentIdRetentionMs } }
  })
  return stored!.body.early
}

/** What is known of a part that was sent in a round, with the receipts that came early: empty when it was not taken. */
export async function findEarlyReceipts(
  { messageId, conversationId, part, round }: SentPart,
  { tenant, collections }: ChannelsContext,
): Promise<{ sent: SentPart; early: Receipt[] }[]> {
  const { items } = await collections.sentIds.find(tenant, { where: { conversationId, messageId, part, round } })
  return items.flatMap(({ body }) => (body.messageId === undefined ? [] : [{ sent: body, early: body.early }]))
}

/**
 * Keeps a receipt for the round that is being sent now: a mail may get the same id again. Answers the part when meanwhile it
 * did.
 */
export async function saveReceiptForRound(
  channelId: string,
  receipt: Receipt,
  round: number,
  { tenant, collections, commit }: ChannelsContext,
): Promise<SentPart | undefined> {
  const stored = await commit(collections.sentIds, idOf(tenant, channelId, receipt.id), (current) => {
    if (current?.body.messageId === undefined || current.body.round >= round) return undefined
    const early = current.body.earlyRound === round ? current.body.early : []
    const isKnown = early.some(({ state }) => state === receipt.state)
    return isKnown || early.length >= maxEarly
      ? undefined
      : { body: { ...current.body, early: [...early, receipt], earlyRound: round } }
  })
  return stored?.body.messageId !== undefined && stored.body.round >= round ? stored.body : undefined
}

/** The part that a receipt is for. When `send` has not told yet, the receipt is kept until it does. */
export async function findSentPart(
  channelId: string,
  receipt: Receipt,
  { tenant, collections, commit, clock }: ChannelsContext,
): Promise<SentPart | undefined> {
  const stored = await commit(collections.sentIds, idOf(tenant, channelId, receipt.id), (current) => {
    const body = current?.body
    if (body?.messageId !== undefined) return undefined
    const early = body?.early ?? []
    const isKnown = early.some(({ state }) => state === receipt.state)
    return isKnown || early.length >= maxEarly
      ? undefined
      : { body: { early: [...early, receipt], until: clock.now() + earlyRetentionMs } }
  })
  return stored?.body.messageId === undefined ? undefined : stored.body
}
