import { z } from 'zod'
import { event, query, stream } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { job, pageOf, pageRequest, timestamp } from './records.ts'

export const outboundEventType = z.enum([
  'conversation.created',
  'conversation.resolved',
  'conversation.escalated',
  'message.received',
  'message.sent',
  'knowledge.updated',
])
export type OutboundEventType = z.output<typeof outboundEventType>

export const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(outboundEventType).describe('Empty: all of them'),
  description: z.string().optional(),
  enabled: z.boolean(),
  disabledReason: z.string().optional(),
  maxPerSecond: z.number().int().optional().describe('Requests a second at most; the setting of the service if absent'),
  failingSince: timestamp.optional().describe('Nothing was delivered since; after five days it is disabled'),
  createdAt: timestamp,
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>
export const endpointInput = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  events: z.array(outboundEventType).max(6).default([]),
  description: z.string().max(500).optional(),
  maxPerSecond: z.int().min(1).max(1_000).optional().describe('Requests a second at most'),
})
export const endpointPatch = z.strictObject({
  url: endpointInput.shape.url.optional(),
  events: z.array(outboundEventType).max(6).optional(),
  description: z.string().max(500).optional(),
  maxPerSecond: z.int().min(1).max(1_000).nullable().optional().describe('null: as the service is set'),
  enabled: z.boolean().optional(),
})

export const deliveryAttempt = z.object({
  at: timestamp,
  status: z.number().int().optional().describe('HTTP status; absent when no reply came'),
  durationMs: z.number(),
  error: z.string().optional(),
  reply: z.string().optional().describe('First bytes of the reply'),
})
export const delivery = z.object({
  id: z.string(),
  endpointId: z.string(),
  event: z.object({ id: z.string(), type: z.string(), key: z.string(), sequence: z.number().int() }),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.array(deliveryAttempt),
  reason: z.string().optional().describe('Why it failed without another attempt: the endpoint was disabled'),
  createdAt: timestamp,
  nextAttemptAt: timestamp.optional(),
})

export type Delivery = z.output<typeof delivery>

export const endpointCreate = query(
  'query.webhook-dispatcher.endpoint.create.v1',
  z.object({ operationId, endpoint: endpointInput }),
  webhookEndpoint.extend({ secret: z.string() }),
)
export const endpointList = query('query.webhook-dispatcher.endpoint.list.v1', pageRequest, pageOf(webhookEndpoint))
export const endpointRead = query(
  'query.webhook-dispatcher.endpoint.read.v1',
  z.object({ endpointId: id }),
  webhookEndpoint,
)
export const endpointUpdate = query(
  'query.webhook-dispatcher.endpoint.update.v1',
  z.object({ endpointId: id, patch: endpointPatch }),
  webhookEndpoint,
)
export const endpointDelete = query(
  'query.webhook-dispatcher.endpoint.delete.v1',
  z.object({ endpointId: id }),
  z.object({}),
)
/** Makes one `knowledge.updated`-shaped test delivery, at once, and answers its ledger entry; the endpoint has 10 s. */
export const endpointTest = query(
  'query.webhook-dispatcher.endpoint.test.v1',
  z.object({ operationId, endpointId: id }),
  delivery,
  { timeoutMs: 15_000 },
)
export const secretRotate = query(
  'query.webhook-dispatcher.secret.rotate.v1',
  z.object({ operationId, endpointId: id }),
  webhookEndpoint.extend({ secret: z.string() }),
)
export const deliveryList = query(
  'query.webhook-dispatcher.delivery.list.v1',
  pageRequest.extend({ endpointId: id }),
  pageOf(delivery),
)
export const deliveryRetry = query('query.webhook-dispatcher.delivery.retry.v1', z.object({ deliveryId: id }), delivery)

/** An endpoint was disabled by us: it asked for no more events (410), or nothing could be delivered for five days. */
export const endpointDisabled = event(
  'event.webhook-dispatcher.endpoint.disabled.v1',
  z.object({ endpointId: id, reason: z.string() }),
)

/** Delivers what an endpoint got in a time range again, under the same event ids; what is on its way goes once. */
export const endpointReplay = query(
  'query.webhook-dispatcher.endpoint.replay.v1',
  z.object({
    operationId,
    endpointId: id,
    from: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
    to: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()),
    events: z.array(outboundEventType).min(1).optional(),
  }),
  z.object({ jobId: z.string() }),
)
export const replayRead = query('query.webhook-dispatcher.replay.read.v1', z.object({ jobId: id }), job)
export const replayList = query('query.webhook-dispatcher.replay.list.v1', pageRequest, pageOf(job))

/** Deliveries by the days on which there were any; the ledger knows 30 days. Both days count. */
export const deliveryUsage = query(
  'query.webhook-dispatcher.usage.read.v1',
  z.object({ from: z.iso.date(), to: z.iso.date() }),
  z.object({ days: z.array(z.object({ day: z.string(), count: z.number().int() })) }),
  { timeoutMs: 15_000 },
)

/** Of 24 to 64 bytes, as Standard Webhooks asks for. */
const base64Secret =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:[A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{3}=)$/

/** Who listens to a tenant's events while developing: signed like an endpoint, with nothing that could be reached. */
export const listener = z.object({
  id: z.string(),
  events: z.array(outboundEventType).describe('Empty: all of them'),
  secret: z.string().describe('Signs what this listener is sent'),
  createdAt: timestamp,
})
export const listenerInput = z.strictObject({
  events: z.array(outboundEventType).max(6).default([]),
  secret: z
    .string()
    .regex(base64Secret, 'Must be `whsec_` and the base64 of 24 to 64 bytes')
    .optional()
    .describe('To sign with; a new one when there is none'),
})
export const listenerCreate = query(
  'query.webhook-dispatcher.listener.create.v1',
  listenerInput.extend({ operationId }),
  listener,
)
export const listenerDelete = query(
  'query.webhook-dispatcher.listener.delete.v1',
  z.object({ listenerId: id }),
  z.object({}),
)
/** What a listener is sent: where it reads from, then deliveries, numbered, with the headers and the body of a webhook. */
export const listenerPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), number: z.number().int() }),
  z.object({
    type: z.literal('delivery'),
    number: z.number().int(),
    event: delivery.shape.event,
    headers: z.record(z.string(), z.string()),
    body: z.string().describe('The raw body, which is signed'),
  }),
])
/** What crosses the bus is small, so a large body comes in pieces: parts of the same number, `more` in all but the last. */
const listenerPiece = z.discriminatedUnion('type', [
  listenerPart.options[0],
  listenerPart.options[1].extend({ more: z.literal(true).optional() }),
])
/** Reads a listener's deliveries from behind a number on, as long as somebody reads; a minute later it is gone. */
export const listenerFollow = stream(
  'stream.webhook-dispatcher.listener.follow.v1',
  z.object({ listenerId: id, after: z.number().int().min(0).optional() }),
  listenerPiece,
)
