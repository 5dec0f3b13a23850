import { type BodyOf, derivedId, type listenerCreate, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { openVault } from '@frontdesk/secrets'
import { timestampOf } from '@frontdesk/service'
import type { DispatcherContext } from '../context.ts'
import { newSecret } from '../sign-payload.ts'
import { heardId, type ListenerDocument, lifeMs } from './documents.ts'

/** What a listener that has ended is answered with. */
export const gone = () =>
  new ServiceError('not_found', { detail: 'There is no such listener any more: make a new one.' })

const vaultOf = ({ config }: DispatcherContext) => openVault(config.ENCRYPTION_KEY, 'webhook')

/** Begins to listen, once for an operation; with a secret of the listener's own, or a new one. */
export async function createListener(
  { operationId, events, secret = newSecret() }: BodyOf<typeof listenerCreate>,
  context: DispatcherContext,
): Promise<ReplyOf<typeof listenerCreate>> {
  const { tenant, collections, clock } = context
  const id = derivedId('lsn', tenant, operationId)
  const { stored } = await collections.listeners.insert(tenant, id, {
    events,
    secret: vaultOf(context).seal(secret, `${tenant}/${id}`),
    createdAt: timestampOf(clock),
    aliveUntil: clock.now() + lifeMs,
    last: 0,
    recent: [],
  })
  return { id, events: stored.body.events, createdAt: stored.body.createdAt, secret: secretOf(stored, context) }
}

/** The secret of a listener, in the clear. */
export const secretOf = ({ id, body }: Stored<ListenerDocument>, context: DispatcherContext): string =>
  vaultOf(context).open(body.secret, `${context.tenant}/${id}`)

/** Throws `not_found` when it has ended. */
export async function getListener(listenerId: string, context: DispatcherContext): Promise<Stored<ListenerDocument>> {
  const { tenant, collections } = context
  const stored = await collections.listeners.get(tenant, listenerId)
  if (!stored) throw gone()
  return stored
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
export async function giveUp(
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
  await collections.heard.addMany(
    tenant,
    numbers.map((number) => ({
      id: heardId(listenerId, number),
      body: { listenerId, number, heardAt: clock.now(), isGivenUp: true as const },
    })),
  )
}

/** Ends a listener, and forgets what it was to hear. Throws `not_found`. */
export async function deleteListener(listenerId: string, context: DispatcherContext): Promise<void> {
  if (!(await context.collections.listeners.remove(context.tenant, listenerId))) throw gone()
  await forgetHeard(listenerId, context)
}

/** Removes what a listener heard of, up to a number. */
export async function forgetHeard(
  listenerId: string,
  { tenant, collections }: DispatcherContext,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await collections.heard.find(tenant, {
      where: { listenerId, number: { lte: upTo } },
      sort: { field: 'number', direction: 'asc' },
      limit: 500,
      ...(cursor && { cursor }),
    })
    await Promise.all(page.items.map(({ id }) => collections.heard.remove(tenant, id)))
    cursor = page.nextCursor
  }
}

/** Ends the listeners whose readers did not come back. */
export async function endListeners(context: DispatcherContext): Promise<void> {
  const { collections, clock } = context
  const left = await collections.listeners.findAcrossTenants({
    where: { aliveUntil: { lt: clock.now() } },
    sort: { field: 'aliveUntil', direction: 'asc' },
    limit: 100,
  })
  for (const { tenant, id, revision } of left) {
    // Its reader may have come back meanwhile.
    if (!(await collections.listeners.remove(tenant, id, revision))) continue
    await forgetHeard(id, context.forTenant(tenant))
  }
}
