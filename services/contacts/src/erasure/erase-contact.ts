import {
  type BodyOf,
  type ContactErasure,
  chat,
  contacts as contactsContracts,
  copiesErasures,
  derivedId,
  type ErasureSubject,
  type Removed,
  ServiceError,
} from '@frontdesk/contracts'
import { descending, findPage, type Stored } from '@frontdesk/documents'
import { job, type Lease } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import { eraseWords } from '../connectors/erase-words.ts'
import { eraseLinks } from '../connectors/link-store.ts'
import { releaseAddresses } from '../contacts/claim-addresses.ts'
import { refuseLeaving } from '../contacts/contact-document.ts'
import { findContact } from '../contacts/contact-store.ts'
import type { ContactsContext } from '../context.ts'
import { eraseRowsOf } from '../import/rows-of-contact.ts'
import type { ErasureDocument } from './erasure-document.ts'

/** Event streams keep their events for so long (docs/operations.md). */
const eventsKeptMs = 7 * 24 * 60 * 60 * 1_000
/** A process that dies before it has begun an erasure leaves it to a sweep after this long. */
const startsWithinMs = 10_000
/** Conversations erased at once. */
const page = 100

/** An erasure as the API shows it: a job whose items say what was removed. */
function toErasure({ id, body }: Pick<Stored<ErasureDocument>, 'id' | 'body'>): ContactErasure {
  const { contactId, createdAt, state, removed, finishedAt, waitsFor } = body
  return {
    id,
    kind: 'erasure',
    contactId,
    state,
    total: 1,
    done: state === 'finished' ? 1 : 0,
    failed: 0,
    createdAt,
    items: removed,
    ...(waitsFor && { waitsFor }),
    ...(finishedAt && {
      finishedAt,
      lastEventExpiresAt: new Date(Date.parse(finishedAt) + eventsKeptMs).toISOString(),
    }),
  }
}

/** Begins to erase a contact; the same operation begins it once. Throws `not_found`. */
export async function startErasure(
  { operationId, contactId }: BodyOf<typeof contactsContracts.queries.contactErase>,
  context: ContactsContext,
): Promise<{ jobId: string }> {
  const { tenant, collections, clock, commit } = context
  const jobId = derivedId('rjob', tenant, operationId)
  if (await collections.erasures.get(tenant, jobId)) return { jobId }
  await findContact(contactId, context)
  const created = {
    contactId,
    createdAt: timestampOf(clock),
    state: 'running' as const,
    removed: [],
    cause: context.cause,
    dueAt: clock.now() + startsWithinMs,
  }
  await collections.erasures.insert(tenant, jobId, created)
  // Nobody merges it away any more.
  try {
    await markErasing(contactId, context)
  } catch (error) {
    await collections.erasures.remove(tenant, jobId)
    throw error
  }
  await commit(collections.erasures, jobId, (current) => current && { body: { ...current.body, dueAt: clock.now() } })
  return { jobId }
}

/** Throws `not_found`. */
export async function readErasure(jobId: string, { tenant, collections }: ContactsContext): Promise<ContactErasure> {
  const stored = await collections.erasures.get(tenant, jobId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return toErasure(stored)
}

export const listErasures = (
  { limit, cursor }: BodyOf<typeof contactsContracts.queries.erasureList>,
  { tenant, collections }: ContactsContext,
) => findPage(collections.erasures, tenant, { sort: descending('createdAt'), limit, cursor }, toErasure)

/** Erasures of contacts. */
export const erasureWork = job<ContactsContext, ErasureDocument>({
  name: 'contact erasure',
  collection: ({ collections }) => collections.erasures,
  leaseMs: 120_000,
  pauseMs: 3_000,
  async work(lease, context) {
    const { contactId } = lease.body
    const { taking, mergedIds } = await markErasing(contactId, context)
    // What is being merged into it becomes its own first.
    if (taking) throw new ServiceError('version_conflict')
    while (await eraseSomeConversations(lease, context)) context.signal.throwIfAborted()
    for (const mergedId of mergedIds) await eraseElsewhere(lease, nothingSaidBy(mergedId), context)
    await eraseWhatNamesIt(lease, context)
    return {
      change: (body) => ({ ...body, state: 'finished', finishedAt: timestampOf(context.clock) }),
      tell(body) {
        const { id, kind, state, total, done, failed, createdAt } = toErasure({ id: lease.id, body })
        return [
          context.event(contactsContracts.events.contactChanged, { contactId, change: 'deleted' }),
          context.event(contactsContracts.events.jobFinished, {
            job: { id, kind, state, total, done, failed, createdAt },
          }),
        ]
      },
    }
  },
})

/**
 * From now on nobody merges the contact with another one, or deletes it. Throws `not_found` when it was merged away, and
 * `version_conflict` when it is about to be.
 */
async function markErasing(contactId: string, { collections, commit }: ContactsContext) {
  const stored = await commit(collections.contacts, contactId, (current) => {
    if (!current) return undefined
    refuseLeaving(current.body)
    return !current.body.isErasing ? { body: { ...current.body, isErasing: true } } : undefined
  })
  return { taking: stored?.body.taking, mergedIds: stored?.body.mergedIds ?? [] }
}

/** What names a contact beside its conversations; also one that was merged, for it was known by its own id before. */
const nothingSaidBy = (contactId: string): ErasureSubject => ({ kind: 'contact', contactId, conversationIds: [] })

type Erasing = Lease<ErasureDocument>

async function tell(lease: Erasing, removed: Removed, { endsBatch = false } = {}): Promise<void> {
  await lease.checkpoint(({ batch, ...rest }) => {
    const counts = new Map(rest.removed.map(({ what, count }) => [what, count]))
    for (const { what, count } of removed) if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count)
    const told = [...counts].map(([what, count]) => ({ what, count }))
    return { ...rest, ...(batch && !endsBatch && { batch }), removed: told }
  })
}

/** Chat's are the conversations themselves: they go last. */
const elsewhere = copiesErasures.filter((erasure) => erasure !== chat.queries.copiesErase)

async function eraseElsewhere(lease: Erasing, subject: ErasureSubject, context: ContactsContext): Promise<void> {
  for (const erasure of elsewhere) {
    let cursor: string | null = null
    do {
      await lease.hold()
      const step: { removed: Removed; cursor: string | null } = await context.ask(erasure, {
        subject,
        cursor: cursor ?? undefined,
      })
      await tell(lease, step.removed)
      cursor = step.cursor
    } while (cursor !== null)
  }
}

/**
 * Erases some conversations of the contact, the conversations themselves last. Which they are is written down before the
 * first is touched, so that a crash finds all of them again, also where one is gone and its messages are not. False when
 * there were none.
 */
async function eraseSomeConversations(lease: Erasing, context: ContactsContext): Promise<boolean> {
  const { contactId } = lease.body
  const batch = await batchOf(lease, context)
  if (!batch) return false
  const { conversationIds, visitorIds, messages } = batch
  const subject: ErasureSubject = { kind: 'contact', contactId, conversationIds, ...(visitorIds && { visitorIds }) }
  await eraseElsewhere(lease, subject, context)
  await tell(lease, await eraseLinks(conversationIds, context))
  await lease.hold()
  const { removed } = await context.ask(chat.queries.copiesErase, { subject })
  // A call that died told nobody what it had removed.
  const atLeast: Record<string, number> = { conversations: conversationIds.length, messages }
  const told = removed.map(({ what, count }) => ({ what, count: Math.max(count, atLeast[what] ?? 0) }))
  await tell(lease, told, { endsBatch: true })
  return true
}

/** The conversations that are erased now: those that were begun with, or else the next ones. */
async function batchOf(lease: Erasing, { ask }: ContactsContext): Promise<ErasureDocument['batch']> {
  const { batch: begun, contactId } = lease.body
  if (begun) return begun
  const { items } = await ask(chat.queries.conversationList, { contactId, limit: page })
  if (items.length === 0) return undefined
  const visitorIds = [...new Set(items.flatMap(({ visitor }) => visitor?.id ?? []))]
  const batch = {
    conversationIds: items.map(({ id }) => id),
    ...(visitorIds.length > 0 && { visitorIds }),
    messages: items.reduce((sum, { messageCount }) => sum + messageCount, 0),
  }
  await lease.checkpoint((body) => ({ ...body, batch }))
  return batch
}

/** What names the contact without a conversation: replies about it, rows of imports, its addresses, itself. */
async function eraseWhatNamesIt(lease: Erasing, context: ContactsContext): Promise<void> {
  const { tenant, collections } = context
  const { contactId } = lease.body
  const { items: claims } = await collections.addresses.find(tenant, { where: { contactId }, limit: 1_000 })
  // E-mails that became no message name it by its address alone.
  const emails = claims.flatMap(({ body: { key } }) => (key.startsWith('email:') ? [key.slice('email:'.length)] : []))
  const subject = { ...nothingSaidBy(contactId), ...(emails.length > 0 && { emails }) }
  await eraseElsewhere(lease, subject, context)
  await tell(lease, await eraseWords(contactId, context))
  const rows = await eraseRowsOf(contactId, context)
  await lease.hold()
  await releaseAddresses(
    contactId,
    claims.map(({ body }) => body.key),
    context,
  )
  const contacts = Number(await collections.contacts.remove(tenant, contactId))
  const counts = { 'rows of imports': rows, addresses: claims.length, contacts }
  await tell(
    lease,
    Object.entries(counts).map(([what, count]) => ({ what, count })),
  )
  // Last: a sync that wrote the contact down meanwhile looks whether it is still there after it noted the link.
  await tell(lease, await eraseLinks([contactId], context))
}
