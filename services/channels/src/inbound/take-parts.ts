import { derivedId, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import type { PartsDocument } from '../documents.ts'
import { findInTenant } from '../find-channel.ts'
import type { InboundText } from '../provider.ts'
import { deliverText } from './take-text.ts'
import type { Arrival } from './work-off-request.ts'

/** Networks deliver the parts of one text within seconds; what is missing after this is not waited for. */
const waitMs = 2 * 60_000
/** Whoever makes a message of the parts and is silent for so long is dead. */
const closingMs = 60_000
/** Senders count their long texts in a byte, so a number comes again some day. */
const rememberedMs = 60 * 60_000

const missing = (index: number, total: number): string => `[Part ${index} of ${total} is missing]`

/**
 * Keeps one part of a long text; the last one makes a message of them all. False for a part that belongs to no text any more:
 * it is a message of its own.
 */
export async function keepPart(
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
      dueAt: clock.now() + waitMs,
    }
    const known = before.parts[String(index)]
    isOfIt = known ? known.id === partId : before.state === 'waiting'
    if (known || !isOfIt) return undefined
    const parts = { ...before.parts, [String(index)]: { id: partId, text } }
    const isWhole = Object.keys(parts).length === total
    return {
      body: {
        ...before,
        parts,
        ...(isWhole && { state: 'closing' as const, dueAt: clock.now() + closingMs }),
      },
    }
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

/** Makes messages of what waited long enough, or was left by a process that died, and forgets what is done. */
export async function sweepParts(context: ChannelsContext): Promise<void> {
  const { collections, clock, log } = context
  const due = await collections.parts.findAcrossTenants({
    where: { dueAt: { lte: clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 200,
  })
  for (const { tenant, id, body } of due) {
    if (context.signal.aborted) return
    const own = context.forTenant(tenant)
    if (body.state === 'done') {
      await collections.parts.remove(tenant, id)
      continue
    }
    const taken = await takeOver(id, own)
    if (!taken) continue
    const candidate = await findInTenant(body.channelId, own)
    try {
      if (candidate)
        await closeParts(taken, { ...candidate, requestId: body.requestId, receivedAt: timestampOf(clock) }, own)
      else await collections.parts.remove(tenant, id)
    } catch (error) {
      log.warn({ tenant, parts: id, err: error }, 'parts of a text wait for another try')
    }
  }
}

/** The parts, when they are this process's to close; undefined when somebody else was first. */
async function takeOver(
  id: string,
  { tenant, collections, clock }: ChannelsContext,
): Promise<Stored<PartsDocument> | undefined> {
  const current = await collections.parts.get(tenant, id)
  if (!current || current.body.state === 'done' || current.body.dueAt > clock.now()) return undefined
  try {
    const body = { ...current.body, state: 'closing' as const, dueAt: clock.now() + closingMs }
    return await collections.parts.replace(current, body)
  } catch (error) {
    if (error instanceof ServiceError && ['version_conflict', 'not_found'].includes(error.code)) return undefined
    throw error
  }
}
