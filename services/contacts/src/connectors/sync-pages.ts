import { ascending, type Stored } from '@frontdesk/documents'
import type { Lease, Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { ContactDocument } from '../contacts/contact-document.ts'
import type { ContactsContext } from '../context.ts'
import type { ConnectorDocument, SyncDocument } from './connector-document.ts'
import { findConnector, helpdeskOf } from './connector-store.ts'
import { linkIdOf } from './find-links.ts'
import { ConnectorError } from './helpdesk.ts'
import { isSame, sharedFieldsOf } from './link-store.ts'
import { pullContact } from './pull-contacts.ts'
import { pushContact } from './push-contacts.ts'
import { ended, toldEnd } from './sync-store.ts'

/** Contacts of ours between two commits. */
const pageSize = 50
const shownRejections = 100
/** A write may be stamped so long before it is stored, or by a clock that is so late. */
const storedWithinMs = 60_000

type SyncLease = Lease<SyncDocument>
type SyncOutcome = Outcome<SyncDocument> | undefined
type Rejection = SyncDocument['items'][number]
type Progress = { counts: Partial<SyncDocument['counts']>; rejections: Rejection[] }

/** One page of the phase that a sync is in, and how far it is. Answers what becomes of the sync at its end. Throws `LostLease`. */
export async function syncPage(lease: SyncLease, context: ContactsContext): Promise<SyncOutcome> {
  const connector = await findConnector(lease.body.connectorId, context)
  return lease.body.phase === 'pull' ? pullPage(lease, connector, context) : pushPage(lease, connector, context)
}

/** The sync after a page; each page that went through gives it new attempts. */
const advanced = (body: SyncDocument, { counts, rejections }: Progress): SyncDocument => ({
  ...body,
  counts: Object.fromEntries(
    Object.entries(body.counts).map(([name, count]) => [name, count + (counts[name as keyof typeof counts] ?? 0)]),
  ) as SyncDocument['counts'],
  items: [...body.items, ...rejections].slice(0, shownRejections),
  ...(rejections.length > 0 && { hasWords: true }),
})

async function pullPage(
  lease: SyncLease,
  connector: Stored<ConnectorDocument>,
  context: ContactsContext,
): Promise<SyncOutcome> {
  const { signal, clock } = context
  const page = await helpdeskOf(connector, lease.hold, context).pullContacts(connector.body.pullCursor, signal)
  const counts = { pulled: page.contacts.length, created: 0, updated: 0, unchanged: 0, rejected: 0 }
  const rejections: Rejection[] = []
  for (const remote of page.contacts) {
    signal.throwIfAborted()
    await lease.hold()
    const taken = await pullContact(connector.id, remote, context)
    counts[taken.verdict]++
    if (taken.verdict === 'rejected')
      rejections.push({ remoteId: remote.id, error: { code: taken.code, message: taken.message } })
  }
  await lease.hold()
  // The connector knows first: a crash before the sync does leaves a page uncounted, and no contact is lost.
  const isLast = page.isLast || page.cursor === connector.body.pullCursor
  await noteOn(connector.id, { pullCursor: page.cursor, ...(isLast && { lastSyncAt: timestampOf(clock) }) }, context)
  const isOver = isLast && !connector.body.pushContacts
  const after = (body: SyncDocument): SyncDocument => ({
    ...advanced(body, { counts, rejections }),
    ...(isLast && { phase: 'push' }),
  })
  if (isOver) return over(lease.id, after, context)
  await lease.checkpoint(after)
  return undefined
}

const over = (jobId: string, after: (body: SyncDocument) => SyncDocument, context: ContactsContext): SyncOutcome => ({
  change: (body) => ended(after(body), context),
  tell: (body) => toldEnd(jobId, body, context),
})

const noteOn = (connectorId: string, what: Partial<ConnectorDocument>, { collections, commit }: ContactsContext) =>
  commit(collections.connectors, connectorId, (current) => current && { body: { ...current.body, ...what } })

/** Contacts of ours that changed since the last push, oldest change first. */
async function pushPage(
  lease: SyncLease,
  connector: Stored<ConnectorDocument>,
  context: ContactsContext,
): Promise<SyncOutcome> {
  const { tenant, collections, signal, clock } = context
  const helpdesk = helpdeskOf(connector, lease.hold, context)
  const since = connector.body.pushedUntil
  const { cursor } = lease.body
  const lately = new Date(clock.now() - storedWithinMs).toISOString()
  const { items, nextCursor } = await collections.contacts.find(tenant, {
    where: { mergedInto: { exists: false }, ...(since !== undefined && { updatedAt: { gte: since } }) },
    sort: ascending('updatedAt'),
    limit: pageSize,
    cursor,
  })
  const counts = { pushed: 0, rejected: 0 }
  const rejections: Rejection[] = []
  for (const { id } of await differing(connector.id, items, context)) {
    signal.throwIfAborted()
    // As it is now: the page may be minutes old, and the contact gone.
    const contact = await collections.contacts.get(tenant, id)
    if (!contact || contact.body.mergedInto) continue
    try {
      const { written } = await pushContact(connector.id, contact, helpdesk, context)
      if (written) counts.pushed++
    } catch (error) {
      if (!(error instanceof ConnectorError) || !['rejected', 'unknown'].includes(error.code)) throw error
      counts.rejected++
      rejections.push({ contactId: id, error: { code: error.code, message: error.message } })
    }
  }
  const until = items.at(-1)?.body.updatedAt
  // What was stamped lately may not all have been stored when this page was read: the next push looks there again.
  const againFrom = lease.body.pushAgainFrom ?? (until !== undefined && until > lately ? lately : undefined)
  const after = (body: SyncDocument) => advanced(body, { counts, rejections })
  if (nextCursor !== null) {
    await lease.checkpoint((body) => ({
      ...after(body),
      cursor: nextCursor,
      ...(againFrom !== undefined && { pushAgainFrom: againFrom }),
    }))
    return undefined
  }
  await lease.hold()
  const pushedUntil = againFrom ?? until
  const lastSyncAt = timestampOf(clock)
  await noteOn(connector.id, { lastSyncAt, ...(pushedUntil !== undefined && { pushedUntil }) }, context)
  return over(lease.id, after, context)
}

/** Contacts on which the two sides don't agree: found with one reading for all of them. */
async function differing(
  connectorId: string,
  contacts: Stored<ContactDocument>[],
  { tenant, collections }: ContactsContext,
): Promise<Stored<ContactDocument>[]> {
  const linkIds = contacts.map(({ id }) => linkIdOf(connectorId, id))
  const links = await collections.connectorLinks.getMany(tenant, linkIds)
  const agreed = new Map(links.map(({ body }) => [body.ours, body.theirs === undefined ? undefined : body.base]))
  return contacts.filter(({ id, body }) => {
    const base = agreed.get(id)
    return !base || !isSame(base, sharedFieldsOf(body))
  })
}
