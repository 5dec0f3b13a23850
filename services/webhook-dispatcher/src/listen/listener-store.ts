import { type BodyOf, derivedId, type ReplyOf, ServiceError, type webhookDispatcher } from '@frontdesk/contracts'
import { ascending, getExisting, pagesOf, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { DispatcherContext } from '../context.ts'
import { newSecret } from '../endpoints/sign-payload.ts'
import { filterFor, requireFilter } from '../events/event-access.ts'
import { type ListenerDocument, lifeMs, listenerEventId } from './listener-document.ts'

/** What a listener that has ended is answered with. */
export const gone = () => new ServiceError('not_found', { detail: 'This listener no longer exists: create a new one.' })

/** Begins to listen, once for an operation; with a secret of the listener's own, or a new one. */
export async function createListener(
  { operationId, events, secret = newSecret(), scopes: held }: BodyOf<typeof webhookDispatcher.queries.listenerCreate>,
  context: DispatcherContext,
): Promise<ReplyOf<typeof webhookDispatcher.queries.listenerCreate>> {
  const filter = filterFor(events, held)
  const { tenant, collections, clock } = context
  const id = derivedId('lsn', tenant, operationId)
  const { stored } = await collections.listeners.insert(tenant, id, {
    ...filter,
    events,
    secret: context.state.vault.seal(secret, `${tenant}/${id}`),
    createdAt: timestampOf(clock),
    aliveUntil: clock.now() + lifeMs,
    last: 0,
    recent: [],
  })
  const { scopes, createdAt } = stored.body
  return { id, events: stored.body.events, ...(scopes && { scopes }), createdAt, secret: secretOf(stored, context) }
}

/** The secret of a listener, in the clear. */
export const secretOf = ({ id, body }: Stored<ListenerDocument>, context: DispatcherContext): string =>
  context.state.vault.open(body.secret, `${context.tenant}/${id}`)

/** Throws `not_found` when it has ended. */
export async function getListener(listenerId: string, context: DispatcherContext): Promise<Stored<ListenerDocument>> {
  const { tenant, collections } = context
  return getExisting(collections.listeners, tenant, listenerId, gone)
}

/** Its reader came back too late. */
export const isOver = ({ body }: Stored<ListenerDocument>, { clock }: DispatcherContext): boolean =>
  body.aliveUntil < clock.now()

/** Puts off the end of a listener. */
export async function renewListener(listenerId: string, context: DispatcherContext): Promise<void> {
  await context.commit(context.collections.listeners, listenerId, (current) =>
    current ? { body: { ...current.body, aliveUntil: context.clock.now() + lifeMs } } : undefined,
  )
}

/**
 * Takes numbers whose events have not come out of use: an event that comes now, or comes again, gets another number. One
 * that was quicker stays.
 */
export async function abandonNumbers(
  listenerId: string,
  from: number,
  before: number,
  { tenant, collections, commit, clock }: DispatcherContext,
): Promise<void> {
  const isOurs = ({ number }: { number: number }) => number >= from && number < before
  // First, so that whoever finds a number given up is given another one.
  await commit(collections.listeners, listenerId, (current) =>
    current?.body.recent.some(isOurs)
      ? { body: { ...current.body, recent: current.body.recent.filter((each) => !isOurs(each)) } }
      : undefined,
  )
  const numbers = Array.from({ length: before - from }, (_, i) => from + i)
  await collections.listenerEvents.addMany(
    tenant,
    numbers.map((number) => ({
      id: listenerEventId(listenerId, number),
      body: { listenerId, number, heardAt: clock.now(), isGivenUp: true as const },
    })),
  )
}

/** Ends a listener, and forgets what it was to hear. Throws `not_found`, `forbidden` for one that hears more than these scopes read. */
export async function deleteListener(
  { listenerId, scopes }: BodyOf<typeof webhookDispatcher.queries.listenerDelete>,
  context: DispatcherContext,
): Promise<void> {
  requireFilter(scopes, (await getListener(listenerId, context)).body)
  if (!(await context.collections.listeners.remove(context.tenant, listenerId))) throw gone()
  await removeListenerEvents(listenerId, context)
}

/** Removes what a listener heard of, up to a number. */
export async function removeListenerEvents(
  listenerId: string,
  { tenant, collections }: DispatcherContext,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const sort = ascending('number')
  const find = { where: { listenerId, number: { lte: upTo } }, sort, limit: 500 }
  for await (const page of pagesOf(collections.listenerEvents, tenant, find))
    await Promise.all(page.map(({ id }) => collections.listenerEvents.remove(tenant, id)))
}

/** Ends the listeners whose readers did not come back. */
export async function endListeners(context: DispatcherContext): Promise<void> {
  const { collections, clock } = context
  const left = await collections.listeners.findAcrossTenants({
    where: { aliveUntil: { lt: clock.now() } },
    sort: ascending('aliveUntil'),
    limit: 100,
  })
  for (const { tenant, id, revision } of left) {
    // Its reader may have come back meanwhile.
    if (!(await collections.listeners.remove(tenant, id, revision))) continue
    await removeListenerEvents(id, context.forTenant(tenant))
  }
}
