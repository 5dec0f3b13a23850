import { gateway } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { readAvailability } from './agents/availability.ts'
import { sweepChanges } from './changes/record-changes.ts'
import { asks, collections, config, uses } from './context.ts'
import { eraseCopies } from './erasure/erase-copies.ts'
import { tenantErasureWork } from './erasure/erase-tenants.ts'
import { digestWork } from './notifications/mail-digests.ts'
import { notificationMailWork, scheduleMail } from './notifications/mail-notifications.ts'
import { logRefusals } from './people/log-refusals.ts'
import { sweepSignIn } from './people/sessions.ts'
import { sweepRequests } from './provider-requests/sweep-requests.ts'
import { sweepReplies } from './requests/idempotency.ts'
import { serve } from './server/serve.ts'
import { openState } from './state.ts'
import { sweepBlobs } from './uploads/sweep-blobs.ts'
import { shortenVisitorSessions, sweepVisitorSessions } from './visitors/visitor-sessions.ts'

export type { GatewayContext } from './context.ts'
export { jobIdPrefixes } from './jobs/job-owners.ts'
export { ensureBootstrap } from './keys/ensure-bootstrap.ts'
export { openApiDocument } from './openapi/describe-api.ts'
export { requestExamples } from './openapi/request-examples.ts'
export { routes } from './routes/index.ts'
export { bodySchemaOf, querySchemaOf, type Route } from './routes/route.ts'
export { buildApp } from './server/build-app.ts'

/** HTTP for everything: authenticates, checks the form, asks the service that knows. No business rule lives here. */
export const gatewayService = defineService({
  contracts: gateway,
  config,
  uses,
  collections,
  state: openState,
  asks,
  handlers: {
    copiesErase: eraseCopies,
    agentAvailabilityRead: readAvailability,
  },
  subscriptions: {
    chat: {
      agentNotified: scheduleMail,
      settingsChanged: { order: 'key', limitMs: 600_000, handle: shortenVisitorSessions },
    },
  },
  jobs: { digests: digestWork, notificationMails: notificationMailWork, tenantErasures: tenantErasureWork },
  background: {
    purgeOldReplies: { everyMs: 10 * 60 * 1_000, run: sweepReplies },
    logRefusals: { everyMs: 1_000, run: logRefusals },
    sweepBlobs: { everyMs: 10 * 60 * 1_000, run: sweepBlobs },
    sweepSignIn: { everyMs: 5 * 60_000, run: sweepSignIn },
    sweepVisitorSessions: { everyMs: 10 * 60_000, run: sweepVisitorSessions },
    sweepChanges: { everyMs: 60_000, run: sweepChanges },
    sweepRequests: { everyMs: 5 * 60 * 1_000, run: sweepRequests },
  },
  start: serve,
})
