import { type BodyOf, type connectorSyncStart, ServiceError } from '@frontdesk/contracts'
import type { ContactsContext } from '../context.ts'
import { ConnectorError } from './helpdesk.ts'
import { noteError } from './keep-connectors.ts'
import { ended, noteSync } from './keep-syncs.ts'
import { syncPage } from './sync-pages.ts'
import { LostLease, takeLease } from './take-lease.ts'
import { workSlotsWith } from './work-slots.ts'

/** Failures in a row that pass; then the sync has failed. Its cursor stays, so the next one goes on there. */
const mostAttempts = 6
const pauseMs = 5_000
const longestAskedMs = 15 * 60_000
const minute = 60_000

/** Syncs of one process at once, and of one tenant: one that takes hours holds up nobody else's. */
const slotsOf = workSlotsWith({ perGroup: 2, mostWaiting: 0, most: 8 })
/** Due syncs that one sweep looks at. */
const mostDue = 200

/** Begins a sync, unless one runs: then that one is answered. Throws `not_found`, `conflict` when there is nothing to do. */
export async function startSync(
  body: BodyOf<typeof connectorSyncStart>,
  context: ContactsContext,
): Promise<{ jobId: string }> {
  const { jobId } = await noteSync(body, context)
  goOn(jobId, context)
  return { jobId }
}

/** Goes on with a sync beside what else runs, unless this process is at it or at too many: then a sweep finds it. */
function goOn(jobId: string, context: ContactsContext): void {
  const work = slotsOf(context.collections).take(jobId, context.tenant)
  if (work) context.detach('sync a connector', (lasting) => work(() => runSync(jobId, lasting)))
}

/** Begins the syncs that connectors want by themselves, and goes on with those that are due. */
export async function runSyncs(context: ContactsContext): Promise<void> {
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
      log.warn({ tenant, connectorId: id, err: error }, 'a sync that was due did not begin')
    }
  }
  const due = await collections.connectorSyncs.findAcrossTenants({
    where: { dueAt: { lte: clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: mostDue,
  })
  for (const { tenant, id } of due) goOn(id, context.forTenant(tenant))
}

async function runSync(jobId: string, context: ContactsContext): Promise<void> {
  const { collections, clock, signal, log } = context
  const lease = await takeLease(collections.connectorSyncs, jobId, context, (body) => ({
    ...body,
    attempts: body.attempts + 1,
  }))
  if (!lease) return
  const { connectorId } = lease.body
  try {
    while (await syncPage(lease, context)) signal.throwIfAborted()
    await noteError(connectorId, undefined, context)
  } catch (error) {
    // Somebody else goes on with it, or it was cancelled.
    if (error instanceof LostLease) return
    const { attempts } = lease.body
    const failed = error instanceof ConnectorError ? error : undefined
    const passes = failed ? failed.passes : !(error instanceof ServiceError) || error.retryable
    const triesAgain = signal.aborted || (passes && attempts < mostAttempts)
    const message = error instanceof Error ? error.message : String(error)
    const code = failed?.code ?? (error instanceof ServiceError ? error.code : 'internal')
    if (!signal.aborted) log.warn({ jobId, connectorId, attempt: attempts, code, err: error }, 'a sync was interrupted')
    const wait = Math.max(pauseMs * 2 ** (attempts - 1), Math.min(failed?.retryAfterMs ?? 0, longestAskedMs))
    await lease.end((body) =>
      triesAgain
        ? { ...body, dueAt: clock.now() + (signal.aborted ? 0 : wait) }
        : ended(body, context, { code, message }),
    )
    if (!triesAgain) await noteError(connectorId, { code, message }, context)
  }
}
