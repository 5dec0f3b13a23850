import type { Stored } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import type { DeliveryDocument } from '../documents.ts'
import { type HeardEvent, heardId, isEvent, type ListenerDocument, unknownForMs } from './documents.ts'

type Listener = Pick<Stored<ListenerDocument>, 'tenant' | 'id' | 'body'>

/** Numbers that are remembered, for events that come again. */
const kept = 50
const mostListeners = 1_000

/** Asked for twice a second at most, whatever the number of events, so that nobody pays for listeners that are not there. */
const known = new WeakMap<object, { since: number; listeners: Promise<Listener[]> }>()

function allListeners({ collections, clock }: DispatcherContext): Promise<Listener[]> {
  const now = performance.now()
  const last = known.get(collections)
  if (last && now - last.since < unknownForMs) return last.listeners
  const listeners = collections.listeners.findAcrossTenants({
    where: { aliveUntil: { gte: clock.now() } },
    sort: { field: 'aliveUntil', direction: 'asc' },
    limit: mostListeners,
  })
  known.set(collections, { since: now, listeners })
  listeners.catch(() => known.delete(collections))
  return listeners
}

/** Who listens to a tenant now. One that is new may be missing for `unknownForMs`. */
export async function listenersOf(context: DispatcherContext): Promise<Listener[]> {
  const all = await allListeners(context)
  return all.filter(({ tenant }) => tenant === context.tenant)
}

/** Keeps an event for each of these listeners. The same event again adds nothing. */
export async function tellListeners(
  listeners: Listener[],
  { event, body }: Pick<DeliveryDocument, 'event' | 'body'>,
  context: DispatcherContext,
): Promise<void> {
  for (const { id } of listeners) {
    await tellListener(id, { event, body, heardAt: context.clock.now() }, context)
  }
}

/** Whether a listener's filter lets events of that type through. */
export const wantsEvent = ({ body: { events } }: Pick<Listener, 'body'>, type: string): boolean =>
  events.length === 0 || events.some((event) => event === type)

async function tellListener(
  listenerId: string,
  about: Omit<HeardEvent, 'listenerId' | 'number'>,
  context: DispatcherContext,
): Promise<void> {
  const { tenant, collections } = context
  // Once, unless it takes so long between the two writes that the reader gives the number up: then under another one.
  for (let isThere = false; !isThere; ) {
    const number = await numberFor(listenerId, about.event.id, context)
    if (number === undefined) return
    const told = { listenerId, number, ...about }
    const { stored } = await collections.heard.insert(tenant, heardId(listenerId, number), told)
    isThere = isEvent(stored.body)
  }
}

/** The next number, or the one that it has; undefined when the listener has ended. */
async function numberFor(
  listenerId: string,
  eventId: string,
  { collections, commit }: DispatcherContext,
): Promise<number | undefined> {
  const stored = await commit(collections.listeners, listenerId, (current) => {
    if (!current || current.body.recent.some(({ event }) => event === eventId)) return undefined
    const number = current.body.last + 1
    const recent = [...current.body.recent, { event: eventId, number }].slice(-kept)
    return { body: { ...current.body, last: number, recent } }
  })
  return stored?.body.recent.find(({ event }) => event === eventId)?.number
}
