import {
  delivery,
  deliveryFilter,
  endpointInput,
  endpointPatch,
  id,
  outboundEventType,
  pageRequest,
  webhookDispatcher,
  webhookEndpoint,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { heldBy } from '../keys/authenticate.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', onlyReads: false, tag: 'Events out' } as const
const params = z.object({ endpointId: id })
const page = z.strictObject(pageRequest.shape)
const testInput = z.strictObject({ event: outboundEventType.optional() }).default({})

/** Where a tenant's events go, and how each delivery went. */
export const webhookEndpointRoutes = [
  jsonRoute('GET /api/webhook-endpoints', {
    ...common,
    name: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    query: page,
    reply: webhookDispatcher.queries.endpointList.reply,
    handle: ({ context, query }) => context.ask(webhookDispatcher.queries.endpointList, query),
  }),
  jsonRoute('POST /api/webhook-endpoints', {
    ...common,
    name: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint',
    description:
      'Only this reply shows the `secret` that signs its events. Each event needs the scope that can read the same data: `conversation.*`, `message.*` and `feedback.received` need `conversations`, `contact.*` needs `contacts`, `knowledge.*` and `job.finished` need `knowledge`. If `events` contains an event without its scope, the reply is a 403 that names the scope. Without `events`, the endpoint gets the events that the scopes of the key allow (`scopes` in the reply), with `admin` all events.',
    body: endpointInput,
    status: 201,
    reply: webhookDispatcher.queries.endpointCreate.reply,
    refusals: ['address_refused'],
    showsSecret: true,
    handle: ({ context, caller, body, operationId }) =>
      context.ask(webhookDispatcher.queries.endpointCreate, { operationId, endpoint: body, scopes: heldBy(caller) }),
  }),
  jsonRoute('GET /api/webhook-endpoints/:endpointId', {
    ...common,
    name: 'getWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    params,
    reply: webhookEndpoint,
    handle: ({ context, params }) => context.ask(webhookDispatcher.queries.endpointRead, params),
  }),
  jsonRoute('PATCH /api/webhook-endpoints/:endpointId', {
    ...common,
    name: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'The key needs the scopes of all events that the endpoint was ever sent. If you send `events`, the same rules apply as for a new endpoint.',
    params,
    body: endpointPatch,
    reply: webhookEndpoint,
    refusals: ['address_refused'],
    handle: ({ context, caller, params, body }) =>
      context.ask(webhookDispatcher.queries.endpointUpdate, { ...params, patch: body, scopes: heldBy(caller) }),
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
    reply: webhookDispatcher.queries.secretRotate.reply,
    showsSecret: true,
    handle: ({ context, caller, params, operationId }) =>
      context.ask(webhookDispatcher.queries.secretRotate, { ...params, operationId, scopes: heldBy(caller) }),
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
