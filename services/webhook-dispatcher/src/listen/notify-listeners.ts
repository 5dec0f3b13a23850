import { ascending } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import type { DeliveryDocument } from '../deliveries/delivery-document.ts'
import { isEvent, type Listener, type ListenerEvent, listenerEventId, unknownForMs } from './listener-document.ts'

/** Numbers that are remembered, for events that come again. */
const kept = 50
const maxListeners = 1_000

/** Asked for twice a second at most, whatever the number of events, so that nobody pays for listeners that are not there. */
function allListeners({ collections, clock, state }: DispatcherContext): Promise<Listener[]> {
  const now = performance.now()
  const last = state.listeners
  if (last && now - last.since < unknownForMs) return last.listeners
  const listeners = collections.listeners.findAcrossTenants({
    where: { aliveUntil: { gte: clock.now() } },
    sort: ascending('aliveUntil'),
    limit: maxListeners,
  })
  state.listeners = { since: now, listeners }
  listeners.catch(() => {
    state.listeners = undefined
  })
  return listeners
}

/** Who listens to a tenant now. One that is new may be missing for `unknownForMs`. */
export async function listenersOf(context: DispatcherContext): Promise<Listener[]> {
  const all = await allListeners(context)
  return all.filter(({ tenant }) => tenant === context.tenant)
}

/** Keeps an event for each of these listeners. The same event again adds nothing. */
export async function notifyListeners(
  listeners: Listener[],
  { event, body }: Pick<DeliveryDocument, 'event' | 'body'>,
  context: DispatcherContext,
): Promise<void> {
  for (const { id } of listeners) {
    await notifyListener(id, { event, body, heardAt: context.clock.now() }, context)
  }
}

async function notifyListener(
  listenerId: string,
  about: Omit<ListenerEvent, 'listenerId' | 'number'>,
  context: DispatcherContext,
): Promise<void> {
  const { tenant, collections } = context
  // Once, unless it takes so long between the two writes that the reader gives the number up: then under another one.
  for (let isThere = false; !isThere; ) {
    const number = await numberFor(listenerId, about.event.id, context)
    if (number === undefined) return
    const told = { listenerId, number, ...about }
    const { stored } = await collections.listenerEvents.insert(tenant, listenerEventId(listenerId, number), told)
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
