import {
  delivery,
  deliveryFilter,
  endpointBody,
  endpointPatchBody,
  id,
  type OutboundEventType,
  outboundEventType,
  pageOf,
  pageRequest,
  shownEndpoint,
  shownEvents,
  storedEvents,
  webhookDispatcher,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { heldBy } from '../keys/authenticate.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', onlyReads: false, tag: 'Events out' } as const
const params = z.object({ endpointId: id })
const page = z.strictObject(pageRequest.shape)
/** As clients see it. */
const shown = <T extends { events: OutboundEventType[] }>(endpoint: T) => ({
  ...endpoint,
  events: shownEvents(endpoint.events),
})
const withSecret = shownEndpoint.extend({ secret: z.string() })
const testInput = z.strictObject({ event: outboundEventType.optional() }).default({})

/** Where a tenant's events go, and how each delivery went. */
export const webhookEndpointRoutes = [
  jsonRoute('GET /api/webhook-endpoints', {
    ...common,
    name: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    query: page,
    reply: pageOf(shownEndpoint),
    async handle({ context, query }) {
      const { items, nextCursor } = await context.ask(webhookDispatcher.queries.endpointList, query)
      return { items: items.map(shown), nextCursor }
    },
  }),
  jsonRoute('POST /api/webhook-endpoints', {
    ...common,
    name: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint',
    description:
      'Only this reply shows the `secret` that signs its events. Each event needs the scope that can read the same data: `conversation.*`, `message.*` and `feedback.received` need `conversations`, `contact.*` needs `contacts`, `knowledge.*` and `job.finished` need `knowledge`. If `events` contains an event without its scope, the reply is a 403 that names the scope. Without `events` or with `["*"]`, the endpoint gets the events that the scopes of the key allow (`scopes` in the reply), with `admin` all events.',
    body: endpointBody,
    status: 201,
    reply: withSecret,
    refusals: ['address_refused'],
    showsSecret: true,
    async handle({ context, caller, body, operationId }) {
      const endpoint = { ...body, events: storedEvents(body.events) }
      const asked = { operationId, endpoint, scopes: heldBy(caller) }
      return shown(await context.ask(webhookDispatcher.queries.endpointCreate, asked))
    },
  }),
  jsonRoute('GET /api/webhook-endpoints/:endpointId', {
    ...common,
    name: 'getWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    params,
    reply: shownEndpoint,
    handle: async ({ context, params }) => shown(await context.ask(webhookDispatcher.queries.endpointRead, params)),
  }),
  jsonRoute('PATCH /api/webhook-endpoints/:endpointId', {
    ...common,
    name: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'The key needs the scopes of all events that the endpoint was ever sent. If you send `events`, the same rules apply as for a new endpoint.',
    params,
    body: endpointPatchBody,
    reply: shownEndpoint,
    refusals: ['address_refused'],
    async handle({ context, caller, params, body: { events, ...rest } }) {
      const patch = { ...rest, ...(events && { events: storedEvents(events) }) }
      const asked = { ...params, patch, scopes: heldBy(caller) }
      return shown(await context.ask(webhookDispatcher.queries.endpointUpdate, asked))
    },
  }),
  jsonRoute('DELETE /api/webhook-endpoints/:endpointId', {
    ...common,
    name: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    description: 'The key needs the scopes of all events that the endpoint was ever sent.',
    params,
    handle: ({ context, caller, params }) =>
      context.ask(webhookDispatcher.queries.endpointDelete, { ...params, scopes: heldBy(caller) }),
  }),
  jsonRoute('POST /api/webhook-endpoints/:endpointId/test', {
    ...common,
    name: 'testWebhookEndpoint',
    summary: 'Send a test event',
    description:
      'An example of `event`, marked with `test: true`, regardless of the filter and even while the endpoint is disabled. The reply does not wait for the endpoint; the list of deliveries shows the endpoint’s reply.',
    params,
    body: testInput,
    status: 202,
    reply: delivery,
    handle: ({ context, params, body, operationId }) =>
      context.ask(webhookDispatcher.queries.endpointTest, { ...params, ...body, operationId }),
  }),
  jsonRoute('POST /api/webhook-endpoints/:endpointId/rotate-secret', {
    ...common,
    name: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Both secrets sign for 24 hours. Only this reply shows the new one. The key needs the scopes of all events that the endpoint was ever sent.',
    params,
    reply: withSecret,
    showsSecret: true,
    async handle({ context, caller, params, operationId }) {
      const asked = { ...params, operationId, scopes: heldBy(caller) }
      return shown(await context.ask(webhookDispatcher.queries.secretRotate, asked))
    },
  }),
  jsonRoute('GET /api/webhook-endpoints/:endpointId/deliveries', {
    ...common,
    name: 'listWebhookDeliveries',
    summary: 'List deliveries, with every attempt',
    params,
    query: z.strictObject({ ...pageRequest.shape, ...deliveryFilter.shape }),
    reply: webhookDispatcher.queries.deliveryList.reply,
    handle: ({ context, caller, params, query }) =>
      context.ask(webhookDispatcher.queries.deliveryList, { ...params, ...query, scopes: heldBy(caller) }),
  }),
  jsonRoute('POST /api/webhook-endpoints/:endpointId/replay', {
    ...common,
    name: 'replayWebhookDeliveries',
    summary: 'Replay deliveries of a time range, failed ones, or both',
    description:
      'Sends the selected deliveries of the last 30 days again, with the same event ids, in order within a key. Deliveries in progress are not sent twice. Give `from` and `to`, `since`, or `state: "failed"`; `events` selects types. The job counts the deliveries that are `delivered`, `pending` and `failed`, and is finished when none is pending. The key needs the scopes of all events that the endpoint was ever sent.',
    params,
    body: z.strictObject(
      webhookDispatcher.queries.endpointReplay.body.omit({ operationId: true, endpointId: true, scopes: true }).shape,
    ),
    status: 202,
    reply: webhookDispatcher.queries.endpointReplay.reply,
    refusals: ['conflict'],
    handle: ({ context, caller, params, body, operationId }) =>
      context.ask(webhookDispatcher.queries.endpointReplay, {
        ...params,
        ...body,
        operationId,
        scopes: heldBy(caller),
      }),
  }),
  jsonRoute('POST /api/webhook-deliveries/:deliveryId/retry', {
    ...common,
    name: 'retryWebhookDelivery',
    summary: 'Retry a delivery',
    description: 'The key needs the scopes of all events that the endpoint was ever sent.',
    params: z.object({ deliveryId: id }),
    status: 202,
    reply: delivery,
    refusals: ['conflict'],
    handle: ({ context, caller, params }) =>
      context.ask(webhookDispatcher.queries.deliveryRetry, { ...params, scopes: heldBy(caller) }),
  }),
]
