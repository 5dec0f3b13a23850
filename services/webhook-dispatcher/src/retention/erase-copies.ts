import {
  type BodyOf,
  type ErasureSubject,
  erasedData,
  type Removed,
  type webhookDispatcher,
  without,
} from '@frontdesk/contracts'
import { type Find, pagesOf } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { byKey, type DeliveryDocument } from '../deliveries/delivery-document.ts'
import { expireNumberings } from '../events/number-events.ts'
import { dispatchOf } from '../lanes/dispatch.ts'
import { isEvent } from '../listen/listener-document.ts'

/** Deliveries looked through in one call. */
const maxDeliveriesPerCall = 2_000
const page = 200

const isAbout = ({ event, body }: Pick<DeliveryDocument, 'event' | 'body'>, subject: ErasureSubject): boolean =>
  // That a contact is gone is what its subscribers need, and has no words.
  event.type !== 'contact.deleted' &&
  (subject.kind === 'source'
    ? body.includes(subject.sourceId)
    : subject.conversationIds.includes(event.key) || (subject.kind === 'contact' && body.includes(subject.contactId)))

/** Conversations are found by their key; a source or a contact may be named in the words of any event. */
const searchFor = (subject: ErasureSubject): Pick<Find, 'where' | 'sort'> =>
  subject.kind === 'conversations' ? { where: { 'event.key': { in: subject.conversationIds } }, sort: byKey } : {}

const keysOf = (subject: ErasureSubject): string[] =>
  subject.kind === 'source'
    ? [subject.sourceId]
    : [...subject.conversationIds, ...(subject.kind === 'contact' ? [subject.contactId] : [])]

function withoutData(body: string): string {
  const { data: _, ...envelope } = JSON.parse(body) as { data: unknown }
  return JSON.stringify({ ...envelope, data: erasedData })
}

/**
 * Without what was sent, without what was answered to that (a subscriber may repeat it), and without the request that it was
 * of: its id is the caller's choice.
 */
function withoutWords(delivery: DeliveryDocument): DeliveryDocument {
  const attempts = delivery.attempts.map(({ reply: _, ...attempt }) => attempt)
  return { ...without(delivery, 'cause'), body: withoutData(delivery.body), attempts }
}

const hasWords = ({ body, attempts, cause }: DeliveryDocument): boolean =>
  cause !== undefined || withoutData(body) !== body || attempts.some(({ reply }) => reply !== undefined)

/** The same in what waits for listeners: a few minutes' events at most. */
async function eraseListenerEvents(
  subject: ErasureSubject,
  { tenant, collections }: DispatcherContext,
): Promise<number> {
  let count = 0
  for await (const events of pagesOf(collections.listenerEvents, tenant, { limit: page })) {
    for (const { id, body } of events) {
      if (!isEvent(body) || !isAbout(body, subject)) continue
      await collections.listenerEvents.put(tenant, id, { ...body, body: withoutData(body.body) })
      count++
    }
  }
  return count
}

/**
 * Takes a subject's words out of the ledger. What is not delivered yet goes without them, so that its subscriber still
 * gets every sequence; whoever got it before has them.
 */
export async function eraseCopies(
  { subject, cursor: from }: BodyOf<typeof webhookDispatcher.queries.copiesErase>,
  context: DispatcherContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  const { tenant, collections, commit } = context
  let cursor: string | null = from ?? null
  let count = 0
  if (from === undefined) {
    count += await eraseListenerEvents(subject, context)
    await expireNumberings(keysOf(subject), context)
  }
  for (let seen = 0; seen < maxDeliveriesPerCall; seen += page) {
    const find: Find = { ...searchFor(subject), limit: page, cursor }
    const { items, nextCursor } = await collections.deliveries.find(tenant, find)
    for (const { id, body } of items) {
      if (!isAbout(body, subject) || !hasWords(body)) continue
      await commit(collections.deliveries, id, (current) => current && { body: withoutWords(current.body) })
      count++
    }
    cursor = nextCursor
    if (cursor === null) break
  }
  dispatchOf(context).cache.clear()
  return { removed: [{ what: 'bodies of sent webhooks', count }], cursor }
}
