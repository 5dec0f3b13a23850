import { type BodyOf, type ConnectorSync, contacts, derivedId, requireScopes, ServiceError } from '@frontdesk/contracts'
import { descending, getExisting, type NewEvent } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { type SyncDocument, toSync } from './connector-document.ts'
import { findConnector } from './connector-store.ts'

const unknownJob = () => new ServiceError('not_found', { detail: 'There is no such job.' })

/** Begins a sync, unless one runs: then that one is answered. Throws `not_found`, `conflict` when there is nothing to do, `forbidden`. */
export async function startSync(
  { operationId, connectorId, scopes }: BodyOf<typeof contacts.queries.syncStart>,
  context: ContactsContext,
): Promise<{ jobId: string }> {
  const { tenant, collections, clock, commit } = context
  requireScopes(scopes, ['contacts'])
  const { enabled, pullContacts, pushContacts } = (await findConnector(connectorId, context)).body
  if (!enabled) throw new ServiceError('conflict', { detail: 'The connector is switched off.' })
  if (!pullContacts && !pushContacts)
    throw new ServiceError('conflict', {
      detail: 'The connector transfers no contacts: turn on pullContacts or pushContacts.',
    })
  const where = { connectorId, state: 'running' }
  const { items } = await collections.connectorSyncs.find(tenant, { where, limit: 1 })
  if (items[0]) return { jobId: items[0].id }
  const jobId = derivedId('syn', tenant, operationId)
  const begun: SyncDocument = {
    connectorId,
    createdAt: timestampOf(clock),
    state: 'running',
    phase: pullContacts ? 'pull' : 'push',
    counts: { pulled: 0, created: 0, updated: 0, unchanged: 0, pushed: 0, rejected: 0 },
    items: [],
    cause: context.cause,
  }
  await commit(collections.connectorSyncs, jobId, (current) =>
    current ? undefined : { body: { ...begun, dueAt: clock.now() } },
  )
  return { jobId }
}

/** Throws `not_found`. */
export const readSync = async (jobId: string, { tenant, collections }: ContactsContext): Promise<ConnectorSync> =>
  toSync(await getExisting(collections.connectorSyncs, tenant, jobId, unknownJob))

/** Newest first. Throws `not_found` for a connector that is not there. */
export async function listSyncs(
  { connectorId, limit, cursor }: BodyOf<typeof contacts.queries.syncList>,
  context: ContactsContext,
) {
  if (connectorId !== undefined) await findConnector(connectorId, context)
  const page = await context.collections.connectorSyncs.find(context.tenant, {
    ...(connectorId !== undefined && { where: { connectorId } }),
    sort: descending('createdAt'),
    limit,
    cursor,
  })
  return { items: page.items.map(toSync), nextCursor: page.nextCursor }
}

/** What is done stays; the next sync goes on where this one was. Throws `not_found`. */
export async function cancelSync(jobId: string, context: ContactsContext): Promise<ConnectorSync> {
  const stored = await context.commit(context.collections.connectorSyncs, jobId, (current) => {
    if (!current) throw unknownJob()
    if (current.body.state === 'finished') return undefined
    const body = ended(current.body, context, { code: 'cancelled', message: 'The sync was cancelled.' })
    return { body, events: toldEnd(jobId, body, context) }
  })
  return toSync(stored!)
}

/** A sync that is over: nobody's, and never due again. */
export function ended(body: SyncDocument, { clock }: ContactsContext, error?: SyncDocument['error']): SyncDocument {
  const { dueAt: _dueAt, claim: _claim, ...rest } = body
  return { ...rest, state: 'finished', finishedAt: timestampOf(clock), ...(error && { error, hasWords: true }) }
}

/** What is told of a sync: nothing while it goes on. */
export function toldEnd(jobId: string, body: SyncDocument, { event }: ContactsContext): NewEvent[] {
  if (body.state !== 'finished') return []
  const { id, kind, state, total, done, failed, createdAt } = toSync({ id: jobId, body })
  return [event(contacts.events.jobFinished, { job: { id, kind, state, total, done, failed, createdAt } })]
}
