import {
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  deliveryCopiesErase,
  deliveryList,
  deliveryRetry,
  deliveryUsage,
  endpointCreate,
  endpointDelete,
  endpointList,
  endpointRead,
  endpointReplay,
  endpointTest,
  endpointUpdate,
  knowledgeUpdated,
  listenerCreate,
  listenerDelete,
  listenerFollow,
  messageReceived,
  messageSent,
  replayList,
  replayRead,
  secretRotate,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { asks, collections, config, publishes } from './context.ts'
import { countDeliveries } from './count-deliveries.ts'
import { toEndpoint } from './documents.ts'
import { eraseCopies } from './erase-copies.ts'
import { fanOut } from './fan-out.ts'
import { forgetOld } from './forget-old.ts'
import { listDeliveries, retryDelivery, testEndpoint } from './keep-deliveries.ts'
import { createEndpoint, deleteEndpoint, getEndpoint, rotateSecret, updateEndpoint } from './keep-endpoints.ts'
import { followListener } from './listen/follow-listener.ts'
import { createListener, deleteListener, endListeners } from './listen/keep-listeners.ts'
import { listReplays, readReplay, runReplay, runReplays, startReplay } from './replay-deliveries.ts'
import { resumeLanes } from './run-lanes.ts'

/** Owns webhook endpoints and deliveries: signed events out, in order, tried for three days, with a ledger. */
export const webhookDispatcher = defineService({
  name: 'webhook-dispatcher',
  config,
  uses: ['outboundHttp'],
  collections,
  publishes,
  asks,
  handles: {
    conversationCreated,
    conversationResolved,
    conversationEscalated,
    messageReceived,
    messageSent,
    knowledgeUpdated,
    endpointCreate,
    endpointList,
    endpointRead,
    endpointReplay,
    replayRead,
    replayList,
    endpointUpdate,
    endpointDelete,
    endpointTest,
    secretRotate,
    deliveryCopiesErase,
    deliveryList,
    deliveryRetry,
    deliveryUsage,
    listenerCreate,
    listenerDelete,
    listenerFollow,
  },
  handlers: {
    deliveryCopiesErase: eraseCopies,
    deliveryUsage: countDeliveries,
    conversationCreated: (data, context, envelope) => fanOut('conversation.created', data, envelope, context),
    conversationResolved: (data, context, envelope) => fanOut('conversation.resolved', data, envelope, context),
    conversationEscalated: (data, context, envelope) => fanOut('conversation.escalated', data, envelope, context),
    messageReceived: (data, context, envelope) => fanOut('message.received', data, envelope, context),
    messageSent: (data, context, envelope) => fanOut('message.sent', data, envelope, context),
    knowledgeUpdated: (data, context, envelope) => fanOut('knowledge.updated', data, envelope, context),
    endpointCreate: (body, context) => createEndpoint(body, context),
    async endpointList({ limit, cursor }, { tenant, collections }) {
      const sort = { field: 'createdAt', direction: 'desc' } as const
      const page = await collections.endpoints.find(tenant, { sort, limit, ...(cursor && { cursor }) })
      return { items: page.items.map(({ id, body }) => toEndpoint(id, body)), nextCursor: page.nextCursor }
    },
    async endpointReplay(body, context) {
      const started = await startReplay(body, context)
      context.detach('replay', (lasting) => runReplay(started.jobId, lasting))
      return started
    },
    replayRead: ({ jobId }, context) => readReplay(jobId, context),
    replayList: (page, context) => listReplays(page, context),
    endpointRead: async ({ endpointId }, context) =>
      toEndpoint(endpointId, (await getEndpoint(endpointId, context)).body),
    endpointUpdate: (body, context) => updateEndpoint(body, context),
    async endpointDelete({ endpointId }, context) {
      await deleteEndpoint(endpointId, context)
      return {}
    },
    endpointTest: (body, context) => testEndpoint(body, context),
    secretRotate: (body, context) => rotateSecret(body, context),
    deliveryList: (page, context) => listDeliveries(page, context),
    deliveryRetry: ({ deliveryId }, context) => retryDelivery(deliveryId, context),
    listenerCreate: (body, context) => createListener(body, context),
    async listenerDelete({ listenerId }, context) {
      await deleteListener(listenerId, context)
      return {}
    },
    listenerFollow: (body, context) => followListener(body, context),
  },
  background: {
    runReplays: { everyMs: 5_000, run: runReplays },
    resumeLanes: { everyMs: 500, run: resumeLanes },
    endListeners: { everyMs: 5_000, run: endListeners },
    forgetOld: { everyMs: 3_600_000, run: forgetOld },
  },
})
