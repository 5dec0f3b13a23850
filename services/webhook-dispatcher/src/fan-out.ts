import { derivedId, type OutboundEventType } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { type Envelope, timestampOf } from '@frontdesk/service'
import type { DispatcherContext } from './context.ts'
import { bySequence, type DeliveryDocument, type EndpointDocument, laneOf, unsent } from './documents.ts'
import { dispatchOf, keepPace, laneKeyOf, leftAloneUntil } from './hold-endpoints.ts'
import { listenersOf, tellListeners, wantsEvent } from './listen/tell-listeners.ts'
import { numberOf } from './number-events.ts'
import { type EventData, releaseTexts } from './release-texts.ts'
import { runLane } from './run-lanes.ts'

const wants = ({ events }: EndpointDocument, type: OutboundEventType): boolean =>
  events.length === 0 || events.includes(type)

async function allEndpoints({ tenant, collections }: DispatcherContext): Promise<Stored<EndpointDocument>[]> {
  const all: Stored<EndpointDocument>[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await collections.endpoints.find(tenant, { ...(cursor && { cursor }) })
    all.push(...page.items)
    cursor = page.nextCursor
  }
  return all
}

/** The body of an outbound event, in the fixed order that the documentation shows. */
export const eventBody = (
  { id, at, key, sequence }: Pick<Envelope, 'id' | 'at' | 'key' | 'sequence'>,
  type: OutboundEventType,
  tenant: string,
  data: EventData,
): string => JSON.stringify({ id, type, createdAt: at, tenant, key, sequence, data })

type NewDelivery = { id: string; body: DeliveryDocument }

/**
 * Records one delivery of an event for each endpoint that wants it, and sets out to send them; one that is disabled has it
 * in its ledger, unsent. Ids follow from endpoint
 * and event, so the same event again adds nothing. Resolves when all of them are on disk.
 */
export async function fanOut(
  type: OutboundEventType,
  data: EventData,
  envelope: Envelope,
  context: DispatcherContext,
): Promise<void> {
  const { tenant, collections, clock } = context
  // A note is between the people of the tenant.
  if (data.message?.kind === 'note') return
  // Counted also when nobody wants this type, so that what an endpoint filters out is all that is missing in its numbers.
  const endpoints = await allEndpoints(context)
  const listeners = await listenersOf(context)
  if (endpoints.length === 0 && listeners.length === 0) return
  const { number: sequence, isNew, keep } = await numberOf(envelope, context)
  const wanted = endpoints.filter(({ body }) => wants(body, type))
  const listening = listeners.filter((listener) => wantsEvent(listener, type))
  if (wanted.length === 0 && listening.length === 0) return keep()
  const body = eventBody({ ...envelope, sequence }, type, tenant, await releaseTexts(data, context))
  const { id, key } = envelope
  await tellListeners(listening, { event: { id, type, key, sequence }, body }, context)
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
        ...(enabled ? { state: 'pending', dueAt: clock.now() } : unsent),
      },
    }),
  )
  const leaving = added.filter((each) => each.body.state === 'pending')
  const waiting = isNew ? await lanesInUse(leaving, context) : undefined
  await Promise.all([keep(), collections.deliveries.addMany(tenant, added)])
  for (const endpoint of wanted) keepPace(endpoint, context)
  if (!waiting) return setOutAgain(added, context)
  for (const each of leaving) {
    if (leftAloneUntil(each.body.endpointId, context) === undefined) setOut(each, waiting, context)
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

function setOut({ id, body }: NewDelivery, waiting: Set<string>, context: DispatcherContext): void {
  const stored = { tenant: context.tenant, id, revision: 1, sequence: 0, body, outbox: [] }
  const isFirst = !waiting.has(body.lane)
  if (!isFirst) dispatchOf(context).next.keep(laneKeyOf(context, body.lane), stored)
  const outcome = runLane(body.lane, body.endpointId, context, isFirst ? stored : undefined)
  if (outcome === 'full') dispatchOf(context).next.forget(laneKeyOf(context, body.lane))
}

/** Of an event that came again, what is still to be sent. */
async function setOutAgain(added: NewDelivery[], context: DispatcherContext): Promise<void> {
  const ids = added.map(({ id }) => id)
  for (const { body } of await context.collections.deliveries.getMany(context.tenant, ids))
    if (body.state === 'pending') runLane(body.lane, body.endpointId, context)
}
