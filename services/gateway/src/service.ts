import { replyCopiesErase } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { asks, collections, config, publishes, uses } from './context.ts'
import { eraseCopies } from './erase-copies.ts'
import { eraseTenants } from './erase-tenants.ts'
import { sweepReplies } from './idempotency.ts'
import { sweepChanges } from './record-changes.ts'
import { serve } from './serve.ts'
import { sweepBlobs } from './sweep-blobs.ts'
import { sweepRequests } from './sweep-requests.ts'

export { buildApp } from './build-app.ts'
export type { GatewayContext } from './context.ts'
export { ensureBootstrap } from './ensure-bootstrap.ts'
export { openApiDocument } from './openapi.ts'
export type { Route } from './route.ts'
export { routes } from './routes/index.ts'

/** HTTP for everything: authenticates, checks the form, asks the service that knows. No business rule lives here. */
export const gateway = defineService({
  name: 'gateway',
  config,
  uses,
  collections,
  publishes,
  asks,
  handles: { replyCopiesErase },
  handlers: { replyCopiesErase: eraseCopies },
  background: {
    forgetOldReplies: { everyMs: 10 * 60 * 1_000, run: sweepReplies },
    sweepBlobs: { everyMs: 10 * 60 * 1_000, run: sweepBlobs },
    sweepChanges: { everyMs: 60_000, run: sweepChanges },
    sweepRequests: { everyMs: 5 * 60 * 1_000, run: sweepRequests },
    eraseTenants: { everyMs: 3_000, run: eraseTenants },
  },
  start: serve,
})
