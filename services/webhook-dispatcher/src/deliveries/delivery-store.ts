import {
  type BodyOf,
  type Delivery,
  deliveryRange,
  derivedId,
  holdsAll,
  outboundExamples,
  requireScopes,
  ServiceError,
  type webhookDispatcher,
} from '@frontdesk/contracts'
import { descending } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { DispatcherContext } from '../context.ts'
import { getEndpoint } from '../endpoints/endpoint-store.ts'
import { scopesEverSent } from '../events/event-access.ts'
import { eventBody } from '../events/fan-out.ts'
import { dispatchOf, laneKeyOf } from '../lanes/dispatch.ts'
import { applyEndpoint } from '../lanes/endpoint-pace.ts'
import { runLane } from '../lanes/run-lanes.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { type DeliveryDocument, laneOf, restartDelivery, toDelivery } from './delivery-document.ts'

/** What a subscriber answered may repeat what it was sent. */
const withoutReplies = (delivery: Delivery): Delivery => ({
  ...delivery,
  attempts: delivery.attempts.map(({ reply: _, ...attempt }) => attempt),
})

/** Deliveries of an endpoint, newest first, with every attempt. Throws `not_found`. */
export async function listDeliveries(
  { endpointId, limit, cursor, state, event, from, to, scopes }: BodyOf<typeof webhookDispatcher.queries.deliveryList>,
  context: DispatcherContext,
) {
  const mayRead = holdsAll(scopes, scopesEverSent((await getEndpoint(endpointId, context)).body))
  const createdAt = deliveryRange({ from, to })
  const page = await context.collections.deliveries.find(context.tenant, {
    where: {
      endpointId,
      ...(state && { state }),
      ...(event && { 'event.type': event }),
      ...(Object.keys(createdAt).length > 0 && { createdAt }),
    },
    sort: descending('createdAt'),
    limit,
    cursor,
  })
  const shown = page.items.map(({ id, body }) => toDelivery(id, body))
  return { items: mayRead ? shown : shown.map(withoutReplies), nextCursor: page.nextCursor }
}

/**
 * Delivers again, with a new round of attempts, whatever became of it before; one that waits for a retry goes at once,
 * also while the endpoint asks to be left alone.
 * Earlier deliveries of its key still go first. Throws `not_found`, and `conflict` while the endpoint is disabled.
 */
export async function retryDelivery(
  { deliveryId, scopes }: BodyOf<typeof webhookDispatcher.queries.deliveryRetry>,
  context: DispatcherContext,
): Promise<Delivery> {
  const { tenant, collections, commit, clock } = context
  const found = await collections.deliveries.get(tenant, deliveryId)
  if (!found) throw new ServiceError('not_found', { detail: 'There is no such delivery.' })
  const endpoint = await getEndpoint(found.body.endpointId, context)
  requireScopes(scopes, scopesEverSent(endpoint.body))
  if (!endpoint.body.enabled)
    throw new ServiceError('conflict', { detail: 'The endpoint is disabled: enable it first.' })
  const stored = await commit(collections.deliveries, deliveryId, (current) => {
    if (!current) throw new ServiceError('not_found', { detail: 'There is no such delivery.' })
    return { body: { ...restartDelivery(current.body, clock.now()), byHand: true as const } }
  })
  const { lane, endpointId } = stored!.body
  applyEndpoint(endpoint, context)
  dispatchOf(context).cache.forget(laneKeyOf(context, lane))
  runLane(lane, endpointId, context)
  return toDelivery(deliveryId, stored!.body)
}

/** Longer than the attempt takes: should this process die in it, a sweep makes it. */
const marginMs = 5_000

/**
 * Sends an example of an event, once and now, whatever the endpoint's filter says and also while it is disabled. Answers its
 * ledger entry before the attempt is over.
 */
export async function testEndpoint(
  { operationId, endpointId, event: type }: BodyOf<typeof webhookDispatcher.queries.endpointTest>,
  context: DispatcherContext,
): Promise<Delivery> {
  const { tenant, collections, clock, config, cause } = context
  await getEndpoint(endpointId, context)
  const now = timestampOf(clock)
  const id = derivedId('evt', tenant, endpointId, operationId)
  const { key, data } = outboundExamples[type]
  const delivery: DeliveryDocument = {
    endpointId,
    // A lane of its own: it waits for nothing.
    lane: laneOf(endpointId, id),
    event: { id, type, key, sequence: 1 },
    body: eventBody({ id, at: now, key, sequence: 1 }, type, tenant, data, true),
    state: 'pending',
    attempts: [],
    tries: 0,
    once: true,
    byHand: true,
    createdAt: now,
    dueAt: clock.now() + config.WEBHOOK_TIMEOUT_MS + marginMs,
    cause,
  }
  const deliveryId = derivedId('dlv', tenant, endpointId, id)
  const { inserted, stored } = await collections.deliveries.insert(tenant, deliveryId, delivery)
  if (inserted) context.detach('test', async (lasting) => void (await attemptDelivery(stored, lasting)))
  return toDelivery(deliveryId, stored.body)
}
