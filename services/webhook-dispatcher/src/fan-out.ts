import { derivedId, type OutboundEventType } from '@frontdesk/contracts'
import { type Envelope, timestampOf } from '@frontdesk/service'
import type { DispatcherContext } from './context.ts'
import { type DeliveryDocument, type EndpointDocument, laneOf } from './documents.ts'
import { listenersOf, tellListeners, wantsEvent } from './listen/tell-listeners.ts'
import { numberOf } from './number-events.ts'
import { type EventData, releaseTexts } from './release-texts.ts'
import { runLane, wakeLane } from './run-lanes.ts'

const wants = ({ enabled, events }: EndpointDocument, type: OutboundEventType): boolean =>
  enabled && (events.length === 0 || events.includes(type))

async function endpointsFor(type: OutboundEventType, { tenant, collections }: DispatcherContext): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await collections.endpoints.find(tenant, { ...(cursor && { cursor }) })
    ids.push(...page.items.filter(({ body }) => wants(body, type)).map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids
}

/** The body of an outbound event, in the fixed order that the documentation shows. */
export const eventBody = (
  { id, at, key, sequence }: Pick<Envelope, 'id' | 'at' | 'key' | 'sequence'>,
  type: OutboundEventType,
  tenant: string,
  data: EventData,
): string => JSON.stringify({ id, type, createdAt: at, tenant, key, sequence, data })

/**
 * Records one delivery of an event for each endpoint that wants it, and sets out to send them. Ids follow from endpoint
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
  const listeners = await listenersOf(context)
  if (listeners.length === 0 && (await collections.endpoints.count(tenant)) === 0) return
  const sequence = await numberOf(envelope, context)
  const wanted = await endpointsFor(type, context)
  const listening = listeners.filter((listener) => wantsEvent(listener, type))
  if (wanted.length === 0 && listening.length === 0) return
  const body = eventBody({ ...envelope, sequence }, type, tenant, await releaseTexts(data, context))
  const { id, key } = envelope
  await tellListeners(listening, { event: { id, type, key, sequence }, body }, context)
  await Promise.all(
    wanted.map(async (endpointId) => {
      const lane = laneOf(endpointId, key)
      const delivery: DeliveryDocument = {
        endpointId,
        lane,
        event: { id, type, key, sequence },
        body,
        state: 'pending',
        attempts: [],
        tries: 0,
        createdAt: timestampOf(clock),
      }
      const { inserted, stored } = await collections.deliveries.insert(
        tenant,
        derivedId('dlv', tenant, endpointId, id),
        delivery,
      )
      if (!inserted && stored.body.state !== 'pending') return
      await wakeLane(lane, endpointId, context)
      runLane(lane, endpointId, context)
    }),
  )
}
