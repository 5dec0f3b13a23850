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
      'The reply shows the `secret` that signs its events, this once. Events carry what other scopes read: `conversation.*`, `message.*` and `feedback.received` need `conversations`, `contact.*` needs `contacts`, `knowledge.*` and `job.finished` need `knowledge`. Naming one without its scope is a 403 that names the scope; with `events` left out or empty the endpoint is sent what the scopes of the key allow (`scopes` in the reply), with `admin` everything.',
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
      'The key needs the scopes of all that the endpoint was ever sent. `events` sets anew what it is sent, as when it is made.',
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
      'An example of `event`, marked with `test: true`, whatever the filter says and also while the endpoint is disabled. Answers at once; the list of deliveries says what the endpoint answered.',
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
      'Both secrets sign for 24 hours. The reply shows the new one, this once. The key needs the scopes of all that the endpoint was ever sent.',
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
      'What the ledger holds of it (30 days) goes again under the same event ids, in order within a key; what is on its way goes once. Give `from` and `to`, `since`, or `state: "failed"`; `events` picks types. The job counts what was `delivered`, what is `pending` and what `failed`, and has finished when nothing is pending. The key needs the scopes of all that the endpoint was ever sent.',
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
