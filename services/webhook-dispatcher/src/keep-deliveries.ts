import {
  type BodyOf,
  type Delivery,
  type deliveryList,
  derivedId,
  type endpointTest,
  ServiceError,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { attemptDelivery } from './attempt-delivery.ts'
import type { DispatcherContext } from './context.ts'
import { beginAnew, type DeliveryDocument, laneOf, toDelivery } from './documents.ts'
import { eventBody } from './fan-out.ts'
import { dispatchOf, keepPace, laneKeyOf } from './hold-endpoints.ts'
import { getEndpoint } from './keep-endpoints.ts'
import { runLane } from './run-lanes.ts'

/** Deliveries of an endpoint, newest first, with every attempt. Throws `not_found`. */
export async function listDeliveries(
  { endpointId, limit, cursor }: BodyOf<typeof deliveryList>,
  context: DispatcherContext,
) {
  await getEndpoint(endpointId, context)
  const page = await context.collections.deliveries.find(context.tenant, {
    where: { endpointId },
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor && { cursor }),
  })
  return { items: page.items.map(({ id, body }) => toDelivery(id, body)), nextCursor: page.nextCursor }
}

/**
 * Delivers again, with a new round of attempts, whatever became of it before; one that waits for a retry goes at once,
 * also while the endpoint asks to be left alone.
 * Earlier deliveries of its key still go first. Throws `not_found`, and `conflict` while the endpoint is disabled.
 */
export async function retryDelivery(deliveryId: string, context: DispatcherContext): Promise<Delivery> {
  const { tenant, collections, commit, clock } = context
  const found = await collections.deliveries.get(tenant, deliveryId)
  if (!found) throw new ServiceError('not_found', { detail: 'There is no such delivery.' })
  const endpoint = await getEndpoint(found.body.endpointId, context)
  if (!endpoint.body.enabled)
    throw new ServiceError('conflict', { detail: 'The endpoint is disabled: enable it first.' })
  const stored = await commit(collections.deliveries, deliveryId, (current) => {
    if (!current) throw new ServiceError('not_found', { detail: 'There is no such delivery.' })
    return { body: { ...beginAnew(current.body, clock.now()), byHand: true as const } }
  })
  const { lane, endpointId } = stored!.body
  keepPace(endpoint, context)
  dispatchOf(context).next.forget(laneKeyOf(context, lane))
  runLane(lane, endpointId, context)
  return toDelivery(deliveryId, stored!.body)
}

const exampleSource = 'src_00000000000000000000000000000000'

/**
 * Sends a `knowledge.updated` about a source that does not exist, once and now, whatever the endpoint's filter says and
 * also while it is disabled. Answers its ledger entry.
 */
export async function testEndpoint(
  { operationId, endpointId }: BodyOf<typeof endpointTest>,
  context: DispatcherContext,
): Promise<Delivery> {
  const { tenant, collections, clock } = context
  await getEndpoint(endpointId, context)
  const now = timestampOf(clock)
  const id = derivedId('evt', tenant, endpointId, operationId)
  const envelope = { id, at: now, key: exampleSource, sequence: 1 }
  const source = {
    id: exampleSource,
    source: 'test.txt',
    title: 'Test event',
    type: 'file' as const,
    status: 'Ready' as const,
    added: now,
    updated: now,
    version: 1,
    liveVersion: 1,
    versions: 1,
    tags: [],
    metadata: {},
    chunks: 1,
    bytes: 10,
    language: 'en',
  }
  const delivery: DeliveryDocument = {
    endpointId,
    // Not a lane that anybody wakes: the attempt is made here, and a crash in it leaves a test that was never answered.
    lane: laneOf(endpointId, id),
    event: { id, type: 'knowledge.updated', key: exampleSource, sequence: 1 },
    body: eventBody(envelope, 'knowledge.updated', tenant, { source, change: 'updated' }),
    state: 'pending',
    attempts: [],
    tries: 0,
    once: true,
    createdAt: now,
  }
  const deliveryId = derivedId('dlv', tenant, endpointId, id)
  const { stored } = await collections.deliveries.insert(tenant, deliveryId, delivery)
  if (stored.body.state === 'pending') await attemptDelivery(stored, context)
  const settled = await collections.deliveries.get(tenant, deliveryId)
  if (!settled) throw new ServiceError('not_found', { detail: 'The endpoint was removed meanwhile.' })
  return toDelivery(deliveryId, settled.body)
}
