import {
  type BodyOf,
  type ContactErasure,
  chatCopiesErase,
  contactChanged,
  type contactErase,
  type contactErasureList,
  conversationList,
  copiesErasures,
  derivedId,
  type ErasureSubject,
  type Removed,
  ServiceError,
  toWireError,
} from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { releaseAddresses } from './claim-addresses.ts'
import { eraseWords } from './connectors/erase-words.ts'
import { eraseLinks } from './connectors/keep-links.ts'
import { refuseLeaving } from './contact-document.ts'
import type { ContactsContext } from './context.ts'
import { eraseRowsOf } from './import/rows-of-contact.ts'
import { findContact } from './keep-contacts.ts'

/** The erasure of a contact. It goes on until it is done: nothing about a person is given up on. */
export type ErasureDocument = {
  contactId: string
  createdAt: string
  state: 'running' | 'finished'
  removed: Removed
  /** Conversations that are being erased, and how many messages they had: they may be gone in one place only. */
  batch?: { conversationIds: string[]; messages: number }
  finishedAt?: string
  waitsFor?: string
  dueAt?: number
}
export const erasures = collection<ErasureDocument>('contacts-erasures', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])

/** Event streams keep their events for so long (docs/operations.md). */
const eventsKeptMs = 7 * 24 * 60 * 60 * 1_000
const leaseMs = 120_000
const pauseMs = 3_000
/** Conversations erased at once. */
const page = 100

/** An erasure as the API shows it: a job whose items say what was removed. */
function toErasure({ id, body }: Stored<ErasureDocument>): ContactErasure {
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
  { operationId, contactId }: BodyOf<typeof contactErase>,
  context: ContactsContext,
): Promise<{ jobId: string }> {
  const { tenant, collections, clock } = context
  const jobId = derivedId('rjob', tenant, operationId)
  if (await collections.erasures.get(tenant, jobId)) return { jobId }
  await findContact(contactId, context)
  const created = {
    contactId,
    createdAt: timestampOf(clock),
    state: 'running' as const,
    removed: [],
    dueAt: clock.now(),
  }
  await collections.erasures.insert(tenant, jobId, created)
  // Nobody merges it away any more.
  try {
    await markErasing(contactId, context)
  } catch (error) {
    await collections.erasures.remove(tenant, jobId)
    throw error
  }
  return { jobId }
}

/** Throws `not_found`. */
export async function readErasure(jobId: string, { tenant, collections }: ContactsContext): Promise<ContactErasure> {
  const stored = await collections.erasures.get(tenant, jobId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return toErasure(stored)
}

export async function listErasures(
  { limit, cursor }: BodyOf<typeof contactErasureList>,
  { tenant, collections }: ContactsContext,
): Promise<{ items: ContactErasure[]; nextCursor: string | null }> {
  const found = await collections.erasures.find(tenant, {
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: found.items.map(toErasure), nextCursor: found.nextCursor }
}

/** Goes on with erasures that are due. */
export async function runErasures(context: ContactsContext): Promise<void> {
  const due = await context.collections.erasures.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 20,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return
    await runErasure(id, context.forTenant(tenant))
  }
}

/** Goes on with one erasure, unless it is not due or somebody else's. */
export async function runErasure(jobId: string, context: ContactsContext): Promise<void> {
  const { collections, commit, clock, signal, log } = context
  let contactId: string | undefined
  await commit(collections.erasures, jobId, (current) => {
    contactId = undefined
    if (current?.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    contactId = current.body.contactId
    return { body: { ...current.body, dueAt: clock.now() + leaseMs } }
  })
  if (!contactId) return
  try {
    const { taking, mergedIds } = await markErasing(contactId, context)
    // What is being merged into it becomes its own first.
    if (taking) throw new ServiceError('version_conflict')
    while (await eraseSomeConversations(jobId, contactId, context)) signal.throwIfAborted()
    for (const mergedId of mergedIds) await eraseElsewhere(jobId, nothingSaidBy(mergedId), context)
    await eraseWhatNamesIt(jobId, contactId, context)
    await commit(collections.erasures, jobId, (current) => {
      const { dueAt: _, waitsFor: __, ...rest } = current!.body
      const body = { ...rest, state: 'finished' as const, finishedAt: timestampOf(clock) }
      return { body, events: [context.event(contactChanged, { contactId: rest.contactId })] }
    })
  } catch (error) {
    const { code } = toWireError(error)
    if (!signal.aborted) log.warn({ jobId, code, err: error }, 'an erasure waits')
    await commit(collections.erasures, jobId, (current) => ({
      body: { ...current!.body, waitsFor: code, dueAt: clock.now() + (signal.aborted ? 0 : pauseMs) },
    }))
  }
}

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

async function tell(
  jobId: string,
  removed: Removed,
  { collections, commit, clock }: ContactsContext,
  { endsBatch = false } = {},
): Promise<void> {
  await commit(collections.erasures, jobId, (current) => {
    const { batch, ...rest } = current!.body
    const counts = new Map(rest.removed.map(({ what, count }) => [what, count]))
    for (const { what, count } of removed) if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count)
    const told = [...counts].map(([what, count]) => ({ what, count }))
    const kept = batch && !endsBatch ? { batch } : {}
    return { body: { ...rest, ...kept, removed: told, dueAt: clock.now() + leaseMs } }
  })
}

/** Chat's are the conversations themselves: they go last. */
const elsewhere = copiesErasures.filter((erasure) => erasure !== chatCopiesErase)

async function eraseElsewhere(jobId: string, subject: ErasureSubject, context: ContactsContext): Promise<void> {
  for (const erasure of elsewhere) {
    let cursor: string | null = null
    do {
      const step: { removed: Removed; cursor: string | null } = await context.ask(erasure, {
        subject,
        ...(cursor !== null && { cursor }),
      })
      await tell(jobId, step.removed, context)
      cursor = step.cursor
    } while (cursor !== null)
  }
}

/**
 * Erases some conversations of the contact, the conversations themselves last. Which they are is written down before the
 * first is touched, so that a crash finds all of them again, also where one is gone and its messages are not. False when
 * there were none.
 */
async function eraseSomeConversations(jobId: string, contactId: string, context: ContactsContext): Promise<boolean> {
  const batch = await batchOf(jobId, contactId, context)
  if (!batch) return false
  const { conversationIds, messages } = batch
  const subject: ErasureSubject = { kind: 'contact', contactId, conversationIds }
  await eraseElsewhere(jobId, subject, context)
  await tell(jobId, await eraseLinks(conversationIds, context), context)
  const { removed } = await context.ask(chatCopiesErase, { subject })
  // A call that died told nobody what it had removed.
  const atLeast: Record<string, number> = { conversations: conversationIds.length, messages }
  const told = removed.map(({ what, count }) => ({ what, count: Math.max(count, atLeast[what] ?? 0) }))
  await tell(jobId, told, context, { endsBatch: true })
  return true
}

/** The conversations that are erased now: those that were begun with, or else the next ones. */
async function batchOf(
  jobId: string,
  contactId: string,
  { tenant, collections, commit, clock, ask }: ContactsContext,
): Promise<ErasureDocument['batch']> {
  const stored = await collections.erasures.get(tenant, jobId)
  if (stored?.body.batch) return stored.body.batch
  const { items } = await ask(conversationList, { contactId, limit: page })
  if (items.length === 0) return undefined
  const batch = {
    conversationIds: items.map(({ id }) => id),
    messages: items.reduce((sum, { messageCount }) => sum + messageCount, 0),
  }
  await commit(collections.erasures, jobId, (current) => ({
    body: { ...current!.body, batch, dueAt: clock.now() + leaseMs },
  }))
  return batch
}

/** What names the contact without a conversation: replies about it, rows of imports, its addresses, itself. */
async function eraseWhatNamesIt(jobId: string, contactId: string, context: ContactsContext): Promise<void> {
  const { tenant, collections } = context
  await eraseElsewhere(jobId, nothingSaidBy(contactId), context)
  await tell(jobId, await eraseWords(contactId, context), context)
  const rows = await eraseRowsOf(contactId, context)
  const { items: claims } = await collections.addresses.find(tenant, { where: { contactId }, limit: 1_000 })
  await releaseAddresses(
    contactId,
    claims.map(({ body }) => body.key),
    context,
  )
  const contacts = Number(await collections.contacts.remove(tenant, contactId))
  const counts = { 'rows of imports': rows, addresses: claims.length, contacts }
  await tell(
    jobId,
    Object.entries(counts).map(([what, count]) => ({ what, count })),
    context,
  )
  // Last: a sync that wrote the contact down meanwhile looks whether it is still there after it noted the link.
  await tell(jobId, await eraseLinks([contactId], context), context)
}
