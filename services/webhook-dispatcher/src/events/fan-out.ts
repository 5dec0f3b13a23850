import { derivedId, type erasedData, type OutboundEventType, outboundEvents, policyEngine } from '@frontdesk/contracts'
import { pagesOf } from '@frontdesk/documents'
import { releaseTexts } from '@frontdesk/outbound-texts'
import { type Envelope, timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { DispatcherContext } from '../context.ts'
import { bySequence, type DeliveryDocument, laneOf, unsent } from '../deliveries/delivery-document.ts'
import { dispatchOf, laneKeyOf } from '../lanes/dispatch.ts'
import { applyEndpoint, pausedUntil } from '../lanes/endpoint-pace.ts'
import { runLane } from '../lanes/run-lanes.ts'
import { listenersOf, notifyListeners } from '../listen/notify-listeners.ts'
import { matchesFilter } from './event-access.ts'
import { numberOf } from './number-events.ts'

/** What an outbound event says, before or after the policies: the shapes of the API. */
export type EventDataOf<T extends OutboundEventType> = z.output<(typeof outboundEvents)[T]['body']>
type EventData = EventDataOf<OutboundEventType> | typeof erasedData

const isBlocked = (conversation: object): boolean => 'blocked' in conversation && conversation.blocked === true

/** The body of an outbound event, in the fixed order that the documentation shows. */
export const eventBody = (
  { id, at, key, sequence }: Pick<Envelope, 'id' | 'at' | 'key' | 'sequence'>,
  type: OutboundEventType,
  tenant: string,
  data: EventData,
  test?: true,
): string => JSON.stringify({ id, type, createdAt: at, tenant, key, sequence, ...(test && { test }), data })

type NewDelivery = { id: string; body: DeliveryDocument }

/**
 * Records one delivery of an event for each endpoint that wants it, and sets out to send them; one that is disabled has it
 * in its ledger, unsent. Ids follow from endpoint and event, so the same event again adds nothing. `data` that has to be asked
 * for is, when somebody wants it. Resolves when all of them are on disk.
 */
export async function fanOut(
  type: OutboundEventType,
  given: EventData | (() => Promise<EventData>),
  envelope: Envelope,
  context: DispatcherContext,
): Promise<void> {
  const { tenant, collections, clock } = context
  // A note is between the people of the tenant.
  if ('message' in given && given.message.kind === 'note') return
  // Of a blocked contact only the messages are told.
  if (type === 'conversation.created' && 'conversation' in given && isBlocked(given.conversation)) return
  // Counted also when nobody wants this type, so that what an endpoint filters out is all that is missing in its numbers.
  const endpoints = (await Array.fromAsync(pagesOf(collections.endpoints, tenant, {}))).flat()
  const listeners = await listenersOf(context)
  if (endpoints.length === 0 && listeners.length === 0) return
  const { number: sequence, isNew, keep } = await numberOf(envelope, context)
  // What an endpoint is told of itself it could not take: it is disabled.
  const wanted = endpoints.filter(({ id, body }) => id !== envelope.key && matchesFilter(body, type))
  const listening = listeners.filter(({ body }) => matchesFilter(body, type))
  if (wanted.length === 0 && listening.length === 0) return keep()
  const data = typeof given === 'function' ? await given() : given
  const released =
    'erased' in data
      ? data
      : await releaseTexts(outboundEvents[type].body, data, (texts) =>
          context.ask(policyEngine.queries.textsRelease, texts),
        )
  const body = eventBody({ ...envelope, sequence }, type, tenant, released)
  const { id, key } = envelope
  await notifyListeners(listening, { event: { id, type, key, sequence }, body }, context)
  const added = wanted.map(
    ({ id: endpointId, body: { enabled } }): NewDelivery => ({
      id: derivedId('dlv', tenant, endpointId, id),
      body: {
        endpointId,
        lane: laneOf(endpointId, key),
        event: { id, type, key, sequence },
        body,
        attempts: [],
        tries: 0,
        createdAt: timestampOf(clock),
        cause: context.cause,
        ...(enabled ? { state: 'pending', dueAt: clock.now() } : unsent),
      },
    }),
  )
  const leaving = added.filter((each) => each.body.state === 'pending')
  const waiting = isNew ? await lanesInUse(leaving, context) : undefined
  await Promise.all([keep(), collections.deliveries.addMany(tenant, added)])
  for (const endpoint of wanted) applyEndpoint(endpoint, context)
  if (!waiting) return resumePending(added, context)
  for (const each of leaving) {
    if (pausedUntil(each.body.endpointId, context) === undefined) startDelivery(each, waiting, context)
  }
}

/** Lanes that have something on its way already; all of them when there is too much of it to tell. */
async function lanesInUse(added: NewDelivery[], { tenant, collections }: DispatcherContext): Promise<Set<string>> {
  if (added.length === 0) return new Set()
  const { items, nextCursor } = await collections.deliveries.find(tenant, {
    where: { lane: { in: added.map(({ body }) => body.lane) }, state: 'pending' },
    sort: bySequence,
    limit: 1_000,
  })
  return new Set((nextCursor === null ? items : added).map(({ body }) => body.lane))
}

function startDelivery({ id, body }: NewDelivery, waiting: Set<string>, context: DispatcherContext): void {
  const stored = { tenant: context.tenant, id, revision: 1, sequence: 0, body, outbox: [] }
  const isFirst = !waiting.has(body.lane)
  if (!isFirst) dispatchOf(context).cache.add(laneKeyOf(context, body.lane), stored)
  const outcome = runLane(body.lane, body.endpointId, context, isFirst ? stored : undefined)
  if (outcome === 'full') dispatchOf(context).cache.forget(laneKeyOf(context, body.lane))
}

/** Of an event that came again, what is still to be sent. */
async function resumePending(added: NewDelivery[], context: DispatcherContext): Promise<void> {
  const ids = added.map(({ id }) => id)
  for (const { body } of await context.collections.deliveries.getMany(context.tenant, ids))
    if (body.state === 'pending') runLane(body.lane, body.endpointId, context)
}
