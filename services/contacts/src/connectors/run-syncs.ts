import {
  type BodyOf,
  type ConnectorSync,
  type connectorSyncList,
  type connectorSyncStart,
  derivedId,
  ServiceError,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { type ConnectorDocument, type SyncDocument, toSync } from './connector-document.ts'
import { ConnectorError } from './helpdesk.ts'
import { findConnector, helpdeskOf, noteError } from './keep-connectors.ts'
import { pullContact } from './pull-contacts.ts'
import { pushContact } from './push-contacts.ts'

/** Whoever works on a sync renews this with each page. */
const leaseMs = 120_000
/** Failures in a row that pass; then the sync has failed. Its cursor stays, so the next one goes on there. */
const mostAttempts = 6
const pauseMs = 5_000
const longestAskedMs = 15 * 60_000
/** Contacts of ours between two commits. */
const pageSize = 50
const shownRejections = 100
const minute = 60_000

const unknownJob = () => new ServiceError('not_found', { detail: 'There is no such job.' })

/** Begins a sync, unless one runs: then that one is answered. Throws `not_found`, `conflict` when there is nothing to do. */
export async function startSync(
  { operationId, connectorId }: BodyOf<typeof connectorSyncStart>,
  context: ContactsContext,
): Promise<{ jobId: string }> {
  const { tenant, collections, clock } = context
  const { enabled, pullContacts, pushContacts } = (await findConnector(connectorId, context)).body
  if (!enabled) throw new ServiceError('conflict', { detail: 'The connector is switched off.' })
  if (!pullContacts && !pushContacts)
    throw new ServiceError('conflict', { detail: 'It neither pulls nor pushes contacts: set one of them.' })
  const where = { connectorId, state: 'running' }
  const { items } = await collections.connectorSyncs.find(tenant, { where, limit: 1 })
  if (items[0]) return { jobId: items[0].id }
  const jobId = derivedId('syn', tenant, operationId)
  await collections.connectorSyncs.insert(tenant, jobId, {
    connectorId,
    createdAt: timestampOf(clock),
    state: 'running',
    phase: pullContacts ? 'pull' : 'push',
    counts: { pulled: 0, created: 0, updated: 0, unchanged: 0, pushed: 0, rejected: 0 },
    items: [],
    attempts: 0,
    dueAt: clock.now(),
  })
  context.detach('sync a connector', (lasting) => runSync(jobId, lasting))
  return { jobId }
}

/** Throws `not_found`. */
export async function readSync(jobId: string, { tenant, collections }: ContactsContext): Promise<ConnectorSync> {
  const stored = await collections.connectorSyncs.get(tenant, jobId)
  if (!stored) throw unknownJob()
  return toSync(stored)
}

/** Newest first. Throws `not_found` for a connector that is not there. */
export async function listSyncs(
  { connectorId, limit, cursor }: BodyOf<typeof connectorSyncList>,
  context: ContactsContext,
) {
  if (connectorId !== undefined) await findConnector(connectorId, context)
  const page = await context.collections.connectorSyncs.find(context.tenant, {
    ...(connectorId !== undefined && { where: { connectorId } }),
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: page.items.map(toSync), nextCursor: page.nextCursor }
}

/** What is done stays; the next sync goes on where this one was. Throws `not_found`. */
export async function cancelSync(jobId: string, context: ContactsContext): Promise<ConnectorSync> {
  const stored = await context.commit(context.collections.connectorSyncs, jobId, (current) => {
    if (!current) throw unknownJob()
    if (current.body.state === 'finished') return undefined
    return { body: ended(current.body, context, { code: 'cancelled', message: 'The sync was cancelled.' }) }
  })
  return toSync(stored!)
}

const ended = (body: SyncDocument, { clock }: ContactsContext, error?: SyncDocument['error']): SyncDocument => {
  const { dueAt: _, ...rest } = body
  return { ...rest, state: 'finished', finishedAt: timestampOf(clock), ...(error && { error }) }
}

/** Begins the syncs that connectors want by themselves, and goes on with those that are due. */
export async function runSyncs(context: ContactsContext): Promise<void> {
  const { collections, clock, signal } = context
  const where = { syncDueAt: { lte: clock.now() } }
  for (const { tenant, id, revision, body } of await collections.connectors.findAcrossTenants({ where, limit: 50 })) {
    const own = context.forTenant(tenant)
    const syncDueAt = clock.now() + (body.syncEveryMinutes ?? 60) * minute
    await own.commit(collections.connectors, id, (current) =>
      current?.revision === revision ? { body: { ...current.body, syncDueAt } } : undefined,
    )
    if (body.pullContacts || body.pushContacts)
      await startSync({ operationId: `${id}-${body.syncDueAt}`, connectorId: id }, own)
  }
  const due = await collections.connectorSyncs.findAcrossTenants({
    where: { dueAt: { lte: clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 20,
  })
  for (const { tenant, id } of due) {
    if (signal.aborted) return
    await runSync(id, context.forTenant(tenant))
  }
}

async function runSync(jobId: string, context: ContactsContext): Promise<void> {
  const { collections, commit, clock, signal, log } = context
  let claimed: SyncDocument | undefined
  await commit(collections.connectorSyncs, jobId, (current) => {
    claimed = undefined
    if (current?.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    claimed = { ...current.body, attempts: current.body.attempts + 1, dueAt: clock.now() + leaseMs }
    return { body: claimed }
  })
  if (!claimed) return
  const { connectorId, attempts } = claimed
  try {
    while (await syncPage(jobId, connectorId, context)) signal.throwIfAborted()
    await noteError(connectorId, undefined, context)
  } catch (error) {
    const failed = error instanceof ConnectorError ? error : undefined
    const passes = failed ? failed.passes : !(error instanceof ServiceError) || error.retryable
    const triesAgain = signal.aborted || (passes && attempts < mostAttempts)
    const message = error instanceof Error ? error.message : String(error)
    const code = failed?.code ?? (error instanceof ServiceError ? error.code : 'internal')
    if (!signal.aborted) log.warn({ jobId, connectorId, attempt: attempts, code, err: error }, 'a sync was interrupted')
    const wait = Math.max(pauseMs * 2 ** (attempts - 1), Math.min(failed?.retryAfterMs ?? 0, longestAskedMs))
    await commit(collections.connectorSyncs, jobId, (current) => {
      if (current?.body.state !== 'running') return undefined
      if (triesAgain) return { body: { ...current.body, dueAt: clock.now() + (signal.aborted ? 0 : wait) } }
      return { body: ended(current.body, context, { code, message }) }
    })
    if (!triesAgain) await noteError(connectorId, { code, message }, context)
  }
}

/** One page of the phase that the sync is in, and how far it is. False at its end, and when it was cancelled. */
async function syncPage(jobId: string, connectorId: string, context: ContactsContext): Promise<boolean> {
  const { tenant, collections } = context
  const sync = await collections.connectorSyncs.get(tenant, jobId)
  if (sync?.body.state !== 'running') return false
  const connector = await findConnector(connectorId, context)
  return sync.body.phase === 'pull' ? pullPage(jobId, connector, context) : pushPage(sync, connector, context)
}

type Rejection = SyncDocument['items'][number]
type Progress = { counts: Partial<SyncDocument['counts']>; rejections: Rejection[] }

/** The sync after a page; each page that went through gives it new attempts. */
const advanced = (body: SyncDocument, { counts, rejections }: Progress, { clock }: ContactsContext): SyncDocument => ({
  ...body,
  counts: Object.fromEntries(
    Object.entries(body.counts).map(([name, count]) => [name, count + (counts[name as keyof typeof counts] ?? 0)]),
  ) as SyncDocument['counts'],
  items: [...body.items, ...rejections].slice(0, shownRejections),
  attempts: 1,
  dueAt: clock.now() + leaseMs,
})

async function pullPage(
  jobId: string,
  connector: Stored<ConnectorDocument>,
  context: ContactsContext,
): Promise<boolean> {
  const { collections, commit, signal, clock } = context
  const helpdesk = helpdeskOf(connector, context)
  const page = await helpdesk.pullContacts(connector.body.pullCursor, signal)
  const counts = { pulled: page.contacts.length, created: 0, updated: 0, unchanged: 0, rejected: 0 }
  const rejections: Rejection[] = []
  for (const remote of page.contacts) {
    signal.throwIfAborted()
    const taken = await pullContact(connector.id, remote, context)
    counts[taken.verdict]++
    if (taken.verdict === 'rejected')
      rejections.push({ remoteId: remote.id, error: { code: taken.code, message: taken.message } })
  }
  // The connector knows first: a crash before the sync does leaves a page uncounted, and no contact is lost.
  const isStuck = page.cursor === connector.body.pullCursor
  await commit(
    collections.connectors,
    connector.id,
    (current) => current && { body: { ...current.body, pullCursor: page.cursor } },
  )
  const isLast = page.isLast || isStuck
  if (isLast) await noteSynced(connector.id, context)
  const goesOn = !isLast || connector.body.pushContacts
  await commit(collections.connectorSyncs, jobId, (current) => {
    if (current?.body.state !== 'running') return undefined
    const after = advanced(current.body, { counts, rejections }, context)
    if (!isLast) return { body: after }
    return { body: goesOn ? { ...after, phase: 'push' as const, dueAt: clock.now() + leaseMs } : ended(after, context) }
  })
  return goesOn
}

const noteSynced = (connectorId: string, { collections, commit, clock }: ContactsContext) =>
  commit(
    collections.connectors,
    connectorId,
    (current) => current && { body: { ...current.body, lastSyncAt: timestampOf(clock) } },
  )

/** Contacts of ours that changed since the last push, oldest change first. */
async function pushPage(
  sync: Stored<SyncDocument>,
  connector: Stored<ConnectorDocument>,
  context: ContactsContext,
): Promise<boolean> {
  const { tenant, collections, commit, signal } = context
  const helpdesk = helpdeskOf(connector, context)
  const since = connector.body.pushedUntil
  const { items, nextCursor } = await collections.contacts.find(tenant, {
    where: { mergedInto: { exists: false }, ...(since !== undefined && { updatedAt: { gte: since } }) },
    sort: { field: 'updatedAt', direction: 'asc' },
    limit: pageSize,
    ...(sync.body.cursor !== undefined && { cursor: sync.body.cursor }),
  })
  const counts = { pushed: 0, rejected: 0 }
  const rejections: Rejection[] = []
  for (const contact of items) {
    signal.throwIfAborted()
    try {
      const { written } = await pushContact(connector.id, contact, helpdesk, context)
      if (written) counts.pushed++
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.code !== 'rejected') throw error
      counts.rejected++
      rejections.push({ contactId: contact.id, error: { code: error.code, message: error.message } })
    }
  }
  const until = items.at(-1)?.body.updatedAt
  if (nextCursor === null && until !== undefined)
    await commit(
      collections.connectors,
      connector.id,
      (current) => current && { body: { ...current.body, pushedUntil: until } },
    )
  if (nextCursor === null) await noteSynced(connector.id, context)
  await commit(collections.connectorSyncs, sync.id, (current) => {
    if (current?.body.state !== 'running') return undefined
    const after = advanced(current.body, { counts, rejections }, context)
    return { body: nextCursor === null ? ended(after, context) : { ...after, cursor: nextCursor } }
  })
  return nextCursor !== null
}
