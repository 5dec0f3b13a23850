import {
  type BodyOf,
  type ConnectorDelivery,
  type connectorConversationPush,
  type connectorDeliveryList,
  conversationRead,
  derivedId,
  ServiceError,
} from '@frontdesk/contracts'
import { cursorAfter, type Sort, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { type DeliveryDocument, toDelivery } from './connector-document.ts'
import { linkIdOf } from './find-links.ts'
import { ConnectorError } from './helpdesk.ts'
import { findConnector, noteError } from './keep-connectors.ts'
import { LostLease, takeLease } from './take-lease.ts'
import { workSlotsWith } from './work-slots.ts'
import { writeConversation } from './write-conversation.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Waits before each retry: ten attempts within about a day and a half. */
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 4 * hour, 10 * hour, 20 * hour]
const longestAskedMs = 24 * hour
const keptAttempts = 20
/** Of one connector at once, as HubSpot and Zendesk bear it; more than wait here wait in the store. */
const slotsOf = workSlotsWith({ perGroup: 4, mostWaiting: 64, most: Number.POSITIVE_INFINITY })

/** Has the connectors that want it write a conversation. */
export async function wishPushes(
  conversationId: string,
  when: 'escalated' | 'resolved',
  context: ContactsContext,
): Promise<void> {
  const { items } = await context.collections.connectors.find(context.tenant, { limit: 100 })
  for (const connector of items) {
    if (connector.body.enabled && connector.body.pushConversations.includes(when))
      await wishPush(connector.id, conversationId, context)
  }
}

/** Has one connector write a conversation as it is then. Throws `not_found` for a connector that is not there. */
async function wishPush(
  connectorId: string,
  conversationId: string,
  context: ContactsContext,
): Promise<Stored<DeliveryDocument>> {
  const { tenant, collections, commit, clock } = context
  const id = derivedId('syn', tenant, connectorId, conversationId)
  const first: Omit<DeliveryDocument, 'createdAt'> = {
    connectorId,
    conversationId,
    state: 'pending',
    attempts: [],
    tries: 0,
    wish: 0,
  }
  const stored = await commit(collections.connectorDeliveries, id, (current) => {
    const { settledAt: _, ...before } = current?.body ?? { ...first, createdAt: timestampOf(clock) }
    // Whoever is at it sees that it was wished for anew when it is done; nobody begins beside it.
    const dueAt = before.claim === undefined ? clock.now() : before.dueAt!
    return { body: { ...before, state: 'pending' as const, tries: 0, wish: before.wish + 1, dueAt } }
  })
  goOn(id, connectorId, context)
  return stored!
}

/** Writes a conversation now, as somebody asked. Throws `not_found`, `conflict` for a connector that is switched off. */
export async function pushNow(
  { connectorId, conversationId }: BodyOf<typeof connectorConversationPush>,
  context: ContactsContext,
): Promise<ConnectorDelivery> {
  const { body } = await findConnector(connectorId, context)
  if (!body.enabled) throw new ServiceError('conflict', { detail: 'The connector is switched off.' })
  await context.ask(conversationRead, { conversationId })
  return toDelivery(await wishPush(connectorId, conversationId, context))
}

/** Throws `not_found`. */
export async function listDeliveries(
  { connectorId, limit, cursor }: BodyOf<typeof connectorDeliveryList>,
  context: ContactsContext,
) {
  await findConnector(connectorId, context)
  const page = await context.collections.connectorDeliveries.find(context.tenant, {
    where: { connectorId },
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: page.items.map(toDelivery), nextCursor: page.nextCursor }
}

/** Goes on with a delivery when it is its turn, unless this process is at it or too many wait: then a sweep finds it. */
function goOn(id: string, connectorId: string, context: ContactsContext): void {
  const work = slotsOf(context.collections).take(id, connectorId)
  if (work) context.detach('push a conversation', (lasting) => work(() => pushOne(id, lasting)))
}

const byDueTime: Sort = { field: 'dueAt', direction: 'asc' }
const page = 100
/** Of one sweep: many of one connector may wait before one of another, so the next sweep goes on after them. */
const pagesOfASweep = 3
const positions = new WeakMap<object, string>()

/** Finds what is due: put off after a failure, left by a process that died, or beyond what one process takes. */
export async function pushDue(context: ContactsContext): Promise<void> {
  const { collections, clock } = context
  let cursor = positions.get(collections)
  for (let pages = 0; pages < pagesOfASweep; pages++) {
    const due = await collections.connectorDeliveries.findAcrossTenants({
      where: { dueAt: { lte: clock.now() } },
      sort: byDueTime,
      limit: page,
      ...(cursor && { cursor }),
    })
    for (const { tenant, id, body } of due) goOn(id, body.connectorId, context.forTenant(tenant))
    cursor = due.length < page ? undefined : cursorAfter(due.at(-1)!, byDueTime)
    if (cursor === undefined) {
      positions.delete(collections)
      return
    }
    positions.set(collections, cursor)
  }
}

/** One attempt, unless it is not due or somebody else's. */
async function pushOne(id: string, context: ContactsContext): Promise<void> {
  const { tenant, collections, clock, signal, log } = context
  const lease = await takeLease(collections.connectorDeliveries, id, context, (body) => ({
    ...body,
    tries: body.tries + 1,
  }))
  if (!lease) return
  const { connectorId, conversationId, wish, tries } = lease.body
  const started = performance.now()
  const at = timestampOf(clock)
  const attempted = (body: DeliveryDocument, failed?: { status?: number | undefined; message: string }) => {
    const attempt = {
      at,
      durationMs: Math.round(performance.now() - started),
      ...(failed?.status !== undefined && { status: failed.status }),
      ...(failed && { error: failed.message }),
    }
    return { ...body, attempts: [...body.attempts, attempt].slice(-keptAttempts) }
  }
  try {
    const connector = await collections.connectors.get(tenant, connectorId)
    if (!connector?.body.enabled) throw new ConnectorError('rejected', 'The connector is switched off.')
    const remoteId = await writeConversation(connector, lease, context)
    const isThere = await lease.end((body) => {
      const after = { ...attempted(body), remoteId }
      // Something happened meanwhile that this attempt has not seen.
      return body.wish === wish
        ? { ...after, state: 'delivered', settledAt: timestampOf(clock) }
        : { ...after, tries: 0, dueAt: clock.now() }
    })
    if (!isThere && !(await collections.connectorDeliveries.get(tenant, id))) {
      // It was erased meanwhile, or its connector taken away.
      await collections.connectorLinks.remove(tenant, linkIdOf(connectorId, conversationId))
    }
    await noteError(connectorId, undefined, context)
  } catch (error) {
    if (error instanceof LostLease) return
    if (signal.aborted) {
      await lease.end((body) => ({ ...body, dueAt: clock.now() }))
      return
    }
    const failed = error instanceof ConnectorError ? error : undefined
    const isOver = error instanceof ServiceError && error.code === 'not_found'
    const passes = failed ? failed.passes : !isOver
    const message = error instanceof Error ? error.message : String(error)
    const delay = passes ? delaysMs[tries - 1] : undefined
    log.warn({ delivery: id, connectorId, attempt: tries, err: error }, 'a conversation did not reach a connector')
    const asked = Math.min(failed?.retryAfterMs ?? 0, longestAskedMs)
    await lease.end((body) => {
      const after = attempted(body, { status: failed?.status, message })
      return delay === undefined
        ? { ...after, state: 'failed', settledAt: timestampOf(clock) }
        : { ...after, dueAt: clock.now() + Math.max(delay * (0.8 + 0.4 * Math.random()), asked) }
    })
    if (failed?.code === 'unauthorized') await noteError(connectorId, { code: failed.code, message }, context)
  }
}
