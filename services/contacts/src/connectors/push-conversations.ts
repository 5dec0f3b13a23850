import {
  type BodyOf,
  type ConnectorDelivery,
  chat,
  type contacts,
  derivedId,
  holdsAll,
  requireScopes,
  ServiceError,
} from '@frontdesk/contracts'
import { descending, type Stored } from '@frontdesk/documents'
import { isWaitedFor, job, type Lease, type Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { type DeliveryDocument, toDelivery } from './connector-document.ts'
import { scopesOfConnectors } from './connector-scopes.ts'
import { findConnector, noteError } from './connector-store.ts'
import { linkIdOf } from './find-links.ts'
import { ConnectorError } from './helpdesk.ts'
import { writeConversation } from './write-conversation.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Waits before each retry: ten attempts within about a day and a half. */
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 4 * hour, 10 * hour, 20 * hour]
const maxAskedMs = 24 * hour
const keptAttempts = 20

/** Has the connectors that want it write a conversation. */
export async function requestPushes(
  conversationId: string,
  when: 'escalated' | 'resolved',
  context: ContactsContext,
): Promise<void> {
  const { items } = await context.collections.connectors.find(context.tenant, { limit: 100 })
  for (const connector of items) {
    if (connector.body.enabled && connector.body.pushConversations.includes(when))
      await requestPush(connector.id, conversationId, context)
  }
}

/** Has one connector write a conversation as it is then. Throws `not_found` for a connector that is not there. */
async function requestPush(
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
    // The process that works on it sees the new request when it is done; no other process starts meanwhile.
    const dueAt = before.claim === undefined ? clock.now() : before.dueAt!
    return {
      body: { ...before, state: 'pending' as const, tries: 0, wish: before.wish + 1, cause: context.cause, dueAt },
    }
  })
  return stored!
}

/** Writes a conversation now, as somebody asked. Throws `not_found`, `conflict` for a connector that is switched off. */
export async function pushNow(
  { connectorId, conversationId, scopes }: BodyOf<typeof contacts.queries.conversationPush>,
  context: ContactsContext,
): Promise<ConnectorDelivery> {
  const { body } = await findConnector(connectorId, context)
  requireScopes(scopes, ['conversations'])
  if (!body.enabled) throw new ServiceError('conflict', { detail: 'The connector is switched off.' })
  await context.ask(chat.queries.conversationRead, { conversationId })
  return toDelivery(await requestPush(connectorId, conversationId, context))
}

/** What the other side answered may repeat what was written there. */
const withoutReplies = (delivery: ConnectorDelivery): ConnectorDelivery => ({
  ...delivery,
  attempts: delivery.attempts.map(({ reply: _, ...attempt }) => attempt),
})

/** Throws `not_found`. */
export async function listDeliveries(
  { connectorId, limit, cursor, scopes }: BodyOf<typeof contacts.queries.connectorDeliveryList>,
  context: ContactsContext,
) {
  await findConnector(connectorId, context)
  const page = await context.collections.connectorDeliveries.find(context.tenant, {
    where: { connectorId },
    sort: descending('createdAt'),
    limit,
    cursor,
  })
  const shown = page.items.map(toDelivery)
  const mayRead = holdsAll(scopes, scopesOfConnectors)
  return { items: mayRead ? shown : shown.map(withoutReplies), nextCursor: page.nextCursor }
}

/** Attempts to write a conversation. */
export const deliveryWork = job<ContactsContext, DeliveryDocument>({
  name: 'delivery to a connector',
  collection: ({ collections }) => collections.connectorDeliveries,
  leaseMs: 90_000,
  everyMs: 2_000,
  // Of one connector as many at once as HubSpot and Zendesk bear.
  slots: { perKey: 4, total: 100, key: ({ body }) => body.connectorId },
  async work(lease, context) {
    const { tenant, collections, clock, signal } = context
    const { connectorId, wish } = lease.body
    const started = performance.now()
    const at = timestampOf(clock)
    const attempted = (body: DeliveryDocument, failure?: { status?: number | undefined; message: string }) => {
      const attempt = {
        at,
        durationMs: Math.round(performance.now() - started),
        ...(failure?.status !== undefined && { status: failure.status }),
        ...(failure && { error: failure.message }),
      }
      return { ...body, attempts: [...body.attempts, attempt].slice(-keptAttempts) }
    }
    try {
      const connector = await collections.connectors.get(tenant, connectorId)
      if (!connector?.body.enabled) throw new ConnectorError('rejected', 'The connector is switched off.')
      const remoteId = await writeConversation(connector, lease, context)
      return {
        change(body) {
          const after = { ...attempted(body), remoteId }
          // Something happened meanwhile that this attempt has not seen.
          return body.wish === wish ? { ...after, state: 'delivered', settledAt: timestampOf(clock) } : after
        },
        dueInMs: ({ state }) => (state === 'delivered' ? undefined : 0),
        afterwards: () => noteError(connectorId, undefined, context),
      }
    } catch (error) {
      if (signal.aborted || isWaitedFor(error, lease.body, clock.now())) throw error
      return failed(error, lease, attempted, context)
    }
  },
  async lost({ id, body: { connectorId, conversationId } }, { tenant, collections }) {
    // It was erased meanwhile, or its connector taken away.
    if (!(await collections.connectorDeliveries.get(tenant, id)))
      await collections.connectorLinks.remove(tenant, linkIdOf(connectorId, conversationId))
  },
})

/** A delivery is tried again after a failure that passes, later each time, and not before the other side says. */
function failed(
  error: unknown,
  { id, body: { connectorId, tries = 1 } }: Lease<DeliveryDocument>,
  attempted: (body: DeliveryDocument, failure: { status?: number | undefined; message: string }) => DeliveryDocument,
  context: ContactsContext,
): Outcome<DeliveryDocument> {
  const { clock, log } = context
  const failure = error instanceof ConnectorError ? error : undefined
  const passes = failure ? failure.passes : !(error instanceof ServiceError && error.code === 'not_found')
  const message = error instanceof Error ? error.message : String(error)
  log.warn({ delivery: id, connectorId, attempt: tries, err: error }, 'a conversation did not reach a connector')
  const delay = passes ? delaysMs[tries - 1] : undefined
  const asked = Math.min(failure?.retryAfterMs ?? 0, maxAskedMs)
  return {
    isFailure: true,
    ...(delay !== undefined && { dueInMs: Math.max(delay * (0.8 + 0.4 * Math.random()), asked) }),
    change(body) {
      const after = attempted(body, { status: failure?.status, message })
      return delay === undefined ? { ...after, state: 'failed', settledAt: timestampOf(clock) } : after
    },
    async afterwards() {
      if (failure?.code === 'unauthorized') await noteError(connectorId, { code: failure.code, message }, context)
    },
  }
}
