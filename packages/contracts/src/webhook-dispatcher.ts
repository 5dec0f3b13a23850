import { z } from 'zod'
import { event, owner, query, stream } from './define.ts'
import { copiesErase } from './erasure.ts'
import { id, operationId } from './identifiers.ts'
import { finishedJob, job } from './jobs.ts'
import { type OutboundEventType, outboundEventType } from './outbound-event-types.ts'
import { pageOf, pageRequest, timestamp } from './records.ts'
import { heldScopes, scope } from './scopes.ts'
import { identifier } from './text-marks.ts'

/** More than there are types, so that a new one needs no new limit. */
const maxEvents = 50
const carriedScopes = z
  .array(scope)
  .optional()
  .describe('Only events of these scopes are sent: the scopes of the key that created the endpoint. Absent: no limit')

/** Stands for every type of event, also those that later versions add. */
const everyEvent = '*'
/** An event type in a selection, or `*`. */
export const selectedEvent = z.enum([...outboundEventType.options, everyEvent])
type SelectedEvent = z.output<typeof selectedEvent>

/** The events that a client asks for. An empty list is refused: a list that somebody emptied must not come to mean everything. */
export const eventSelection = z
  .array(selectedEvent)
  .min(1, 'Name at least one event. For all events, use ["*"].')
  .max(maxEvents)
  .refine((events) => events.length < 2 || !events.includes(everyEvent), '"*" means all events, so it stands alone.')
  .describe('Types of events; `["*"]`: all events')

/** A selection as it is stored and as it crosses the bus: empty for all events. Absent is all. */
export const storedEvents = (events: readonly SelectedEvent[] = []): OutboundEventType[] =>
  events.filter((event) => event !== everyEvent)

/** Stored events as clients see them. */
export const shownEvents = (events: readonly OutboundEventType[]): SelectedEvent[] =>
  events.length === 0 ? [everyEvent] : [...events]

const eventsShown = z.array(selectedEvent).describe('`["*"]`: all events')

export const webhookEndpoint = z.object({
  id: identifier,
  url: z.string(),
  events: z.array(outboundEventType).describe('Empty: all events'),
  scopes: carriedScopes,
  description: z.string().optional(),
  enabled: z.boolean(),
  disabledReason: z.string().optional(),
  maxPerSecond: z
    .number()
    .int()
    .optional()
    .describe('Maximum requests per second; default: the setting of the service'),
  failingSince: timestamp
    .optional()
    .describe('Since when all deliveries have failed; after five days the endpoint is disabled'),
  createdAt: timestamp,
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>
export const endpointInput = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  events: z.array(outboundEventType).max(maxEvents).default([]),
  description: z.string().max(500).optional(),
  maxPerSecond: z.int().min(1).max(1_000).optional().describe('Maximum requests per second'),
})
export const endpointPatch = z.strictObject({
  url: endpointInput.shape.url.optional(),
  events: z.array(outboundEventType).max(maxEvents).optional(),
  description: z.string().max(500).optional(),
  maxPerSecond: z.int().min(1).max(1_000).nullable().optional().describe('null: the setting of the service'),
  enabled: z.boolean().optional(),
})

export const deliveryAttempt = z.object({
  at: timestamp,
  status: z.number().int().optional().describe('HTTP status; absent if there was no reply'),
  durationMs: z.number(),
  error: z.string().optional(),
  reply: z.string().optional().describe('First bytes of the reply; absent if the key may not read the sent events'),
})
export const delivery = z.object({
  id: z.string(),
  endpointId: z.string(),
  event: z.object({ id: z.string(), type: z.string(), key: z.string(), sequence: z.number().int() }),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.array(deliveryAttempt),
  reason: z.string().optional().describe('Why it failed without an attempt: the endpoint was disabled'),
  createdAt: timestamp,
  nextAttemptAt: timestamp.optional(),
})

export type Delivery = z.output<typeof delivery>
const instant = z.iso.datetime({ offset: true })
/** A time, in UTC as it is stored. */
const utc = instant.transform((time) => new Date(time).toISOString())
const dayMs = 86_400_000

/** Which deliveries of an endpoint: all of the conditions hold. */
export const deliveryFilter = z.strictObject({
  state: delivery.shape.state.optional(),
  event: outboundEventType.optional().describe('Events of this type'),
  from: instant.or(z.iso.date()).optional().describe('Recorded at this time or later'),
  to: instant.or(z.iso.date()).optional().describe('Recorded before this time; a day is included as a whole'),
})
/** The times of a filter, in UTC as they are stored. */
export const deliveryRange = ({ from, to }: Pick<z.output<typeof deliveryFilter>, 'from' | 'to'>) => ({
  ...(from !== undefined && { gte: new Date(from).toISOString() }),
  ...(to !== undefined && { lt: new Date(Date.parse(to) + (to.includes('T') ? 0 : dayMs)).toISOString() }),
})

/** Of 24 to 64 bytes, as Standard Webhooks asks for. */
const base64Secret =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:[A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{3}=)$/

/** Who listens to a tenant's events while developing: signed like an endpoint, with nothing that could be reached. */
export const listener = z.object({
  id: z.string(),
  events: z.array(outboundEventType).describe('Empty: all events'),
  scopes: carriedScopes,
  secret: z.string().describe('Secret of the signatures'),
  createdAt: timestamp,
})
export const listenerInput = z.strictObject({
  events: z.array(outboundEventType).max(maxEvents).default([]),
  secret: z
    .string()
    .regex(base64Secret, 'Must be `whsec_` and the base64 of 24 to 64 bytes')
    .optional()
    .describe('Secret for the signatures; generated if absent'),
})
/** An endpoint and a listener as clients see and write them. */
export const shownEndpoint = webhookEndpoint.extend({ events: eventsShown })
export const shownListener = listener.extend({ events: eventsShown })
export const endpointBody = endpointInput.extend({ events: eventSelection.optional() })
export const endpointPatchBody = endpointPatch.extend({ events: eventSelection.optional() })
export const listenerBody = listenerInput.extend({ events: eventSelection.optional() })

/** What a listener is sent: where it reads from, then deliveries, numbered, with the headers and the body of a webhook. */
export const listenerPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), number: z.number().int() }),
  z.object({
    type: z.literal('delivery'),
    number: z.number().int(),
    event: delivery.shape.event,
    headers: z.record(z.string(), z.string()),
    body: z.string().describe('The raw, signed body'),
  }),
])
/** What crosses the bus is small, so a large body comes in pieces: parts of the same number, `more` in all but the last. */
const listenerPiece = z.discriminatedUnion('type', [
  listenerPart.options[0],
  listenerPart.options[1].extend({ more: z.literal(true).optional() }),
])

/** Everything that webhook-dispatcher answers and tells. */
export const webhookDispatcher = owner('webhook-dispatcher', {
  queries: {
    endpointCreate: query(
      'query.webhook-dispatcher.endpoint.create.v1',
      z.object({ operationId, endpoint: endpointInput, scopes: heldScopes }),
      webhookEndpoint.extend({ secret: z.string() }),
    ),
    endpointList: query('query.webhook-dispatcher.endpoint.list.v1', pageRequest, pageOf(webhookEndpoint)),
    endpointRead: query('query.webhook-dispatcher.endpoint.read.v1', z.object({ endpointId: id }), webhookEndpoint),
    endpointUpdate: query(
      'query.webhook-dispatcher.endpoint.update.v1',
      z.object({ endpointId: id, patch: endpointPatch, scopes: heldScopes }),
      webhookEndpoint,
    ),
    endpointDelete: query(
      'query.webhook-dispatcher.endpoint.delete.v1',
      z.object({ endpointId: id, scopes: heldScopes }),
      z.object({}),
    ),
    /** Sends an example of an event at once and answers its ledger entry, which tells later what came of it. */
    endpointTest: query(
      'query.webhook-dispatcher.endpoint.test.v1',
      z.object({ operationId, endpointId: id, event: outboundEventType.default('knowledge.updated') }),
      delivery,
    ),
    secretRotate: query(
      'query.webhook-dispatcher.secret.rotate.v1',
      z.object({ operationId, endpointId: id, scopes: heldScopes }),
      webhookEndpoint.extend({ secret: z.string() }),
    ),
    deliveryList: query(
      'query.webhook-dispatcher.delivery.list.v1',
      pageRequest.extend({ ...deliveryFilter.shape, endpointId: id, scopes: heldScopes }),
      pageOf(delivery),
    ),
    deliveryRetry: query(
      'query.webhook-dispatcher.delivery.retry.v1',
      z.object({ deliveryId: id, scopes: heldScopes }),
      delivery,
    ),
    /** Delivers what an endpoint got again, under the same event ids; what is on its way goes once. */
    endpointReplay: query(
      'query.webhook-dispatcher.endpoint.replay.v1',
      z.object({
        operationId,
        endpointId: id,
        from: utc.optional().describe('Recorded at this time or later'),
        to: utc.optional().describe('Recorded at this time or earlier; default: now'),
        since: utc.optional().describe('Everything since this time; replaces `from` and `to`'),
        state: z.literal('failed').optional().describe('Only failed deliveries; without a time: all that are stored'),
        events: z.array(outboundEventType).min(1).max(maxEvents).optional().describe('Only events of these types'),
        scopes: heldScopes,
      }),
      z.object({ jobId: z.string() }),
    ),
    replayRead: query('query.webhook-dispatcher.replay.read.v1', z.object({ jobId: id }), job),
    replayList: query('query.webhook-dispatcher.replay.list.v1', pageRequest, pageOf(job)),
    /** Deliveries by the days on which there were any; the ledger knows 30 days. Both days count. */
    usageRead: query(
      'query.webhook-dispatcher.usage.read.v1',
      z.object({ from: z.iso.date(), to: z.iso.date() }),
      z.object({ days: z.array(z.object({ day: z.string(), count: z.number().int() })) }),
      { timeoutMs: 15_000 },
    ),
    listenerCreate: query(
      'query.webhook-dispatcher.listener.create.v1',
      listenerInput.extend({ operationId, scopes: heldScopes }),
      listener,
    ),
    listenerDelete: query(
      'query.webhook-dispatcher.listener.delete.v1',
      z.object({ listenerId: id, scopes: heldScopes }),
      z.object({}),
    ),
    copiesErase: copiesErase('webhook-dispatcher'),
  },
  streams: {
    /** Reads a listener's deliveries from behind a number on, as long as somebody reads; a minute later it is gone. */
    listenerFollow: stream(
      'stream.webhook-dispatcher.listener.follow.v1',
      z.object({ listenerId: id, after: z.number().int().min(0).optional(), scopes: heldScopes }),
      listenerPiece,
    ),
  },
  events: {
    /** An endpoint was disabled by us: it asked for no more events (410), or nothing could be delivered for five days. */
    endpointDisabled: event(
      'event.webhook-dispatcher.endpoint.disabled.v1',
      z.object({ endpointId: id, reason: z.string() }),
    ),
    /** Of replays. */
    jobFinished: event('event.webhook-dispatcher.job.finished.v1', finishedJob),
  },
})
