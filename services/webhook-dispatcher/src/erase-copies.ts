import {
  type BodyOf,
  type deliveryCopiesErase,
  type ErasureSubject,
  erasedData,
  type Removed,
} from '@frontdesk/contracts'
import type { DispatcherContext } from './context.ts'
import type { DeliveryDocument } from './documents.ts'

/** Deliveries looked through in one call. */
const deliveriesACall = 2_000
const page = 200

const isAbout = ({ event, body }: DeliveryDocument, subject: ErasureSubject): boolean =>
  subject.kind === 'source'
    ? body.includes(subject.sourceId)
    : subject.conversationIds.includes(event.key) || body.includes(subject.contactId)

/**
 * Takes a subject's words out of the ledger. What is not delivered yet goes without them, so that its subscriber still
 * gets every sequence; whoever got it before has them.
 */
export async function eraseCopies(
  { subject, cursor: from }: BodyOf<typeof deliveryCopiesErase>,
  { tenant, collections, commit }: DispatcherContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  let cursor: string | null = from ?? null
  let count = 0
  for (let seen = 0; seen < deliveriesACall; seen += page) {
    const read: Awaited<ReturnType<typeof collections.deliveries.find>> = await collections.deliveries.find(tenant, {
      limit: page,
      ...(cursor !== null && { cursor }),
    })
    for (const { id, body } of read.items) {
      if (!isAbout(body, subject)) continue
      await commit(collections.deliveries, id, (current) => {
        if (!current) return undefined
        const { data: _, ...envelope } = JSON.parse(current.body.body) as { data: unknown }
        return { body: { ...current.body, body: JSON.stringify({ ...envelope, data: erasedData }) } }
      })
      count++
    }
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return { removed: [{ what: 'bodies in the ledger of deliveries', count }], cursor }
}
