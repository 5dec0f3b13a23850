import { ServiceError } from '@frontdesk/contracts'
import { isWaitedFor, job, type Lease, type Outcome } from '@frontdesk/jobs'
import type { ContactsContext } from '../context.ts'
import type { SyncDocument } from './connector-document.ts'
import { noteError } from './connector-store.ts'
import { ConnectorError } from './helpdesk.ts'
import { syncPage } from './sync-pages.ts'
import { ended, startSync, toldEnd } from './sync-store.ts'

/** Failures in a row that pass; then the sync has failed. Its cursor stays, so the next one goes on there. */
const maxAttempts = 6
const pauseMs = 5_000
const maxAskedMs = 15 * 60_000
const minute = 60_000

/** Begins the syncs that connectors want by themselves. */
export async function beginSyncs(context: ContactsContext): Promise<void> {
  const { collections, clock, signal, log } = context
  const where = { syncDueAt: { lte: clock.now() } }
  for (const { tenant, id, revision, body } of await collections.connectors.findAcrossTenants({ where, limit: 50 })) {
    if (signal.aborted) return
    const own = context.forTenant(tenant)
    const syncDueAt = clock.now() + (body.syncEveryMinutes ?? 60) * minute
    try {
      await own.commit(collections.connectors, id, (current) =>
        current?.revision === revision ? { body: { ...current.body, syncDueAt } } : undefined,
      )
      if (body.pullContacts || body.pushContacts)
        await startSync({ operationId: `${id}-${body.syncDueAt}`, connectorId: id }, own)
    } catch (error) {
      // It was taken away or switched off meanwhile, or the store is busy: the others have their turn, it its next.
      log.warn({ tenant, connectorId: id, err: error }, 'a due sync could not be started')
    }
  }
}

/** Syncs, a page of contacts at a time. Of one tenant two at once: one that takes hours holds up nobody else's. */
export const syncWork = job<ContactsContext, SyncDocument>({
  name: 'sync of a connector',
  collection: ({ collections }) => collections.connectorSyncs,
  leaseMs: 90_000,
  async work(lease, context) {
    const { connectorId } = lease.body
    try {
      for (;;) {
        const outcome = await syncPage(lease, context)
        // Before the end: who sees that the sync has ended must see at the connector what came of it.
        if (outcome) {
          await noteError(connectorId, undefined, context)
          return outcome
        }
        context.signal.throwIfAborted()
      }
    } catch (error) {
      if (context.signal.aborted || isWaitedFor(error, lease.body, context.clock.now())) throw error
      return failed(error, lease, context)
    }
  },
})

/** A sync waits after a failure that passes, as long as the other side asks for; any other ends it. */
async function failed(
  error: unknown,
  lease: Lease<SyncDocument>,
  context: ContactsContext,
): Promise<Outcome<SyncDocument>> {
  const { connectorId, tries = 1 } = lease.body
  const failure = error instanceof ConnectorError ? error : undefined
  const passes = failure ? failure.passes : !(error instanceof ServiceError) || error.retryable
  const message = error instanceof Error ? error.message : String(error)
  const code = failure?.code ?? (error instanceof ServiceError ? error.code : 'internal')
  context.log.warn({ jobId: lease.id, connectorId, attempt: tries, code, err: error }, 'a sync was interrupted')
  if (passes && tries < maxAttempts) {
    const dueInMs = Math.max(pauseMs * 2 ** (tries - 1), Math.min(failure?.retryAfterMs ?? 0, maxAskedMs))
    return { isFailure: true, dueInMs }
  }
  await noteError(connectorId, { code, message }, context)
  return {
    change: (body) => ended(body, context, { code, message }),
    tell: (body) => toldEnd(lease.id, body, context),
  }
}
