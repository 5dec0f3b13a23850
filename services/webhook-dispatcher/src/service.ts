import { webhookDispatcher } from '@frontdesk/contracts'
import { descending } from '@frontdesk/documents'
import { defineService } from '@frontdesk/service'
import { asks, collections, config } from './context.ts'
import { countDeliveries } from './deliveries/count-deliveries.ts'
import { listDeliveries, retryDelivery, testEndpoint } from './deliveries/delivery-store.ts'
import { toEndpoint } from './endpoints/endpoint-document.ts'
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  rotateSecret,
  updateEndpoint,
} from './endpoints/endpoint-store.ts'
import { fanOutActivities, fanOutContact, fanOutOther, withPublishedEvents } from './events/fan-out-changes.ts'
import { resumeReleases } from './lanes/resume-releases.ts'
import { resumeLanes } from './lanes/run-lanes.ts'
import { followListener } from './listen/follow-listener.ts'
import { createListener, deleteListener, endListeners } from './listen/listener-store.ts'
import { listReplays, readReplay, replayJob, startReplay } from './replays/replay-deliveries.ts'
import { eraseCopies } from './retention/erase-copies.ts'
import { purgeOld } from './retention/purge-old.ts'
import { openState } from './state.ts'

/** Owns webhook endpoints and deliveries: signed events out, in order, tried for three days, with a ledger. */
export const webhookDispatcherService = defineService({
  contracts: webhookDispatcher,
  config,
  uses: ['outboundHttp'],
  collections,
  state: openState,
  asks,
  handlers: {
    copiesErase: eraseCopies,
    usageRead: countDeliveries,
    endpointCreate: (body, context) => createEndpoint(body, context),
    async endpointList({ limit, cursor }, { tenant, collections }) {
      const sort = descending('createdAt')
      const page = await collections.endpoints.find(tenant, { sort, limit, cursor })
      return { items: page.items.map(({ id, body }) => toEndpoint(id, body)), nextCursor: page.nextCursor }
    },
    endpointReplay: startReplay,
    replayRead: ({ jobId }, context) => readReplay(jobId, context),
    replayList: (page, context) => listReplays(page, context),
    endpointRead: async ({ endpointId }, context) =>
      toEndpoint(endpointId, (await getEndpoint(endpointId, context)).body),
    endpointUpdate: (body, context) => updateEndpoint(body, context),
    endpointDelete: (body, context) => deleteEndpoint(body, context),
    endpointTest: (body, context) => testEndpoint(body, context),
    secretRotate: (body, context) => rotateSecret(body, context),
    deliveryList: (page, context) => listDeliveries(page, context),
    deliveryRetry: (body, context) => retryDelivery(body, context),
    listenerCreate: (body, context) => createListener(body, context),
    listenerDelete: (body, context) => deleteListener(body, context),
    listenerFollow: (body, context) => followListener(body, context),
  },
  subscriptions: withPublishedEvents({
    chat: { conversationChanged: fanOutActivities, jobFinished: fanOutOther['job.finished'] },
    ingest: { jobFinished: fanOutOther['job.finished'] },
    contacts: { contactChanged: fanOutContact, jobFinished: fanOutOther['job.finished'] },
    retrieval: { jobFinished: fanOutOther['job.finished'] },
    'webhook-dispatcher': {
      jobFinished: fanOutOther['job.finished'],
      endpointDisabled: fanOutOther['endpoint.disabled'],
    },
  }),
  jobs: { replays: replayJob },
  background: {
    resumeLanes: { everyMs: 500, run: resumeLanes },
    resumeReleases: { everyMs: 5_000, run: resumeReleases },
    endListeners: { everyMs: 5_000, run: endListeners },
    purgeOld: { everyMs: 3_600_000, run: purgeOld },
  },
})
