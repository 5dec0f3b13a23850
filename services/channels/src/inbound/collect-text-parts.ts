import { derivedId } from '@frontdesk/contracts'
import { ascending, type Stored } from '@frontdesk/documents'
import { findInTenant } from '../accounts/find-channel.ts'
import type { ChannelsContext } from '../context.ts'
import type { InboundText } from '../providers/provider.ts'
import { failedRetentionMs } from '../retention/retention-periods.ts'
import type { Arrival } from './arrival.ts'
import { deliverText } from './deliver-text.ts'
import { reopenRequest } from './request-store.ts'
import { publishRequestAccepted } from './requeue-requests.ts'
import { laneOfSender } from './sender-lanes.ts'
import type { PartsDocument } from './text-parts-document.ts'

/** Networks deliver the parts of one text within seconds; what is missing after this is not waited for. */
const waitMs = 2 * 60_000
/** Senders count their long texts in a byte, so a number comes again some day. */
const rememberedMs = 60 * 60_000

const missing = (index: number, total: number): string => `[Part ${index} of ${total} is missing]`

/**
 * Keeps one part of a long text; the last one makes a message of them all. False for a part that belongs to no text any more:
 * it is a message of its own.
 */
export async function collectPart(
  { id: partId, from: address, name, text }: InboundText,
  { ref, index, total }: NonNullable<InboundText['part']>,
  arrival: Arrival,
  context: ChannelsContext,
): Promise<boolean> {
  const { collections, commit, clock } = context
  const channelId = arrival.channel.id
  const id = derivedId('inb', channelId, 'parts', address, ref, total)
  let isOfIt = false
  const stored = await commit(collections.parts, id, (current) => {
    const before: PartsDocument = current?.body ?? {
      channelId,
      requestId: arrival.requestId,
      address,
      ...(name && { name }),
      total,
      state: 'waiting',
      parts: {},
      cause: context.cause,
      dueAt: clock.now() + waitMs,
    }
    const known = before.parts[String(index)]
    isOfIt = known ? known.id === partId : before.state === 'waiting'
    if (!isOfIt || before.state !== 'waiting') return undefined
    const parts = known ? before.parts : { ...before.parts, [String(index)]: { id: partId, text } }
    // One that came before comes again when the others are not waited for any more.
    const isOver = Object.keys(parts).length === total || before.dueAt <= clock.now()
    if (known && !isOver) return undefined
    const closing = { state: 'closing' as const, dueAt: clock.now() + failedRetentionMs }
    return { body: { ...before, parts, ...(isOver && closing) } }
  })
  if (isOfIt && stored?.body.state === 'closing') await closeParts(stored, arrival, context)
  return isOfIt
}

/** Makes one message of the parts that came, and remembers that for a while. */
async function closeParts(
  { id, body }: Stored<PartsDocument>,
  arrival: Arrival,
  context: ChannelsContext,
): Promise<void> {
  const { collections, commit, clock } = context
  const { address, name, total, parts } = body
  const texts = Array.from({ length: total }, (_, at) => parts[String(at + 1)]?.text ?? missing(at + 1, total))
  const first = Object.values(parts)[0]!.id
  const message = derivedId('inb', id, first)
  await deliverText({ id: message, address, ...(name && { name }), text: texts.join(''), files: [] }, arrival, context)
  await commit(collections.parts, id, (current) => {
    if (!current) return undefined
    // Only what tells a redelivery from a new text.
    const ids = Object.entries(current.body.parts).map(([at, part]) => [at, { id: part.id, text: '' }])
    const { name: _, ...rest } = current.body
    const dueAt = clock.now() + rememberedMs
    return { body: { ...rest, parts: Object.fromEntries(ids), state: 'done' as const, dueAt } }
  })
}

/**
 * Has a message made of what waited long enough, and forgets what is done. The request of its first part is told of once more,
 * so that this is tried, given up and shown as all that comes in is.
 */
export async function sweepParts(context: ChannelsContext): Promise<void> {
  const { collections, clock } = context
  const due = await collections.parts.findAcrossTenants({
    where: { dueAt: { lte: clock.now() } },
    sort: ascending('dueAt'),
    limit: 200,
  })
  for (const { tenant, id, body } of due) {
    if (context.signal.aborted) return
    const own = context.forTenant(tenant, body.cause)
    if (body.state === 'waiting' && (await isBusy(body, own))) continue
    const isForwarded = body.state === 'waiting' && (await forward(id, body, own))
    if (!isForwarded) await collections.parts.remove(tenant, id)
  }
}

/**
 * Whether the request of the first part is still being worked off, by a process that was slow or was stopped: what is told of
 * it now would end with that work. The next sweep finds it done, or it comes again and finds that the wait is over.
 */
async function isBusy({ requestId, channelId, address }: PartsDocument, context: ChannelsContext): Promise<boolean> {
  const request = (await context.collections.requests.get(context.tenant, requestId))?.body
  const isOpen = request?.state === 'received' || request?.state === 'waiting'
  return isOpen && request.lanes.includes(laneOfSender(channelId, address))
}

/** False when nobody can make a message of the parts any more: their channel or their request is gone. */
async function forward(
  id: string,
  { channelId, requestId, address }: PartsDocument,
  context: ChannelsContext,
): Promise<boolean> {
  const { collections, commit, clock } = context
  const lane = laneOfSender(channelId, address)
  const request = (await findInTenant(channelId, context)) && (await reopenRequest(requestId, lane, context))
  if (!request) return false
  await publishRequestAccepted(requestId, channelId, lane, context)
  await commit(collections.parts, id, (current) => {
    if (current?.body.state !== 'waiting') return undefined
    return { body: { ...current.body, state: 'closing' as const, dueAt: clock.now() + failedRetentionMs } }
  })
  return true
}
