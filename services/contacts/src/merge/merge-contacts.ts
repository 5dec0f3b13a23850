import { type Contact, chat, contacts, ServiceError } from '@frontdesk/contracts'
import { pagesOf } from '@frontdesk/documents'
import { job } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import { moveLinks } from '../connectors/link-store.ts'
import { addressId, type ContactDocument, changed, toContact, unknownContact } from '../contacts/contact-document.ts'
import { keysOf } from '../contacts/contact-store.ts'
import type { ContactsContext } from '../context.ts'
import type { MergeDocument } from './merge-document.ts'

const leaseMs = 5_000
/** So long a caller waits for the conversations to follow; after that it is told that the two are one, and they follow. */
const answerWithinMs = 8_000

const beingMerged = (contactId: string) =>
  new ServiceError('conflict', { detail: `The contact ${contactId} is being merged with another one.` })
const wasMerged = (contactId: string, survivorId: string) =>
  new ServiceError('conflict', { detail: `The contact ${contactId} was merged into ${survivorId}.` })

/**
 * Makes two contacts one: `into` keeps its own fields and takes what it lacks, all tags and attributes, the addresses and
 * the conversations. Both are locked first, so nothing of `from` changes any more and `into` goes nowhere; the write to
 * `into` decides, and what follows from it is done whatever dies. Once more changes nothing. Throws `not_found`, and
 * `conflict` for a contact with itself, with one that is being merged or erased, or with one that was merged into another,
 * which it names; then nothing has changed.
 */
export async function mergeContacts(into: string, from: string, context: ContactsContext): Promise<Contact> {
  if (into === from) throw new ServiceError('conflict', { detail: 'A contact can’t be merged with itself.' })
  try {
    return await merge(into, from, context)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    // Another merge may have ended a moment ago: whoever lost to it is told the same as a moment before.
    for (const id of [into, from]) {
      const survivorId = await survivorOf(id, context)
      if (survivorId !== undefined) throw wasMerged(id, survivorId)
    }
    throw error
  }
}

/** The contact that this one became part of; undefined when it did not. */
async function survivorOf(contactId: string, { tenant, collections }: ContactsContext): Promise<string | undefined> {
  const merged = await collections.contacts.find(tenant, { where: { mergedIds: { has: contactId } }, limit: 2 })
  return merged.items.find(({ body }) => body.mergedInto === undefined)?.id
}

async function merge(into: string, from: string, context: ContactsContext): Promise<Contact> {
  const { tenant, collections, clock, cause } = context
  const there = new Map((await collections.contacts.getMany(tenant, [into, from])).map(({ id, body }) => [id, body]))
  const target = there.get(into)
  if (!target) throw unknownContact()
  if (target.mergedIds?.includes(from)) return toContact(into, target)
  if (!there.has(from)) throw unknownContact()
  const begun = { into, from, dueAt: clock.now() + leaseMs, cause }
  const { inserted, stored } = await collections.merges.insert(tenant, from, begun)
  if (!inserted) throw beingMerged(from)
  const merged = await decide(begun, () => collections.merges.replace(stored, { ...begun, isRefused: true }), context)
  // Whoever took it over meanwhile loses it: all of it may be done twice.
  await collections.merges.put(tenant, from, { ...begun, dueAt: clock.now() })
  await followed(from, context)
  return toContact(into, merged)
}

/** Resolves when all has followed, or after a while: then it goes on by itself. */
async function followed(from: string, context: ContactsContext): Promise<void> {
  const done = Promise.withResolvers<void>()
  const timer = setTimeout(done.resolve, answerWithinMs)
  context.detach('merge contacts', (lasting) => mergeWork.run(from, lasting).finally(done.resolve))
  await done.promise
  clearTimeout(timer)
}

/** Merges that are begun: each is decided, and what follows from it is done, or it is refused and nothing has changed. */
export const mergeWork = job<ContactsContext, MergeDocument>({
  name: 'merge of contacts',
  collection: ({ collections }) => collections.merges,
  leaseMs,
  pauseMs: 3_000,
  everyMs: 2_000,
  async work(lease, context) {
    const { collections, tenant, signal, ask } = context
    const { into, from, isRefused } = lease.body
    if (isRefused) {
      await letGo(lease.body, context)
      return { removes: true }
    }
    await decide(lease.body, () => lease.note((body) => ({ ...body, isRefused: true })), context)
    await moveAddresses(into, from, context)
    await moveLinks(from, into, context)
    while ((await ask(chat.queries.contactRelink, { from, into })).changed > 0) {
      signal.throwIfAborted()
      await lease.hold()
    }
    await removeRows(from, context)
    await collections.contacts.remove(tenant, from)
    await forgetTaking({ into, from }, context)
    return { removes: true }
  },
})

/** Locks both, gives `into` what `from` has, and takes `from` out of sight. `refuse` notes that this can't be. */
async function decide(
  merge: MergeDocument,
  refuse: () => Promise<unknown>,
  context: ContactsContext,
): Promise<ContactDocument> {
  const { tenant, collections } = context
  const { into, from } = merge
  try {
    // All lock in one order: of merges that exclude each other, one always gets all that it needs.
    for (const id of [into, from].sort()) await (id === into ? lockInto : lockFrom)(merge, context)
    return await takeOver(merge, context)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error
    // Whoever took this merge over meanwhile decides about it.
    await refuse()
    await letGo(merge, context)
    await collections.merges.remove(tenant, from)
    throw error
  }
}

async function lockInto({ into, from }: MergeDocument, { collections, commit }: ContactsContext): Promise<void> {
  await commit(collections.contacts, into, (current) => {
    if (!current) throw unknownContact()
    const { taking = [], mergedIds = [], leavingFor, mergedInto, isErasing } = current.body
    if (taking.includes(from) || mergedIds.includes(from)) return undefined
    if (leavingFor || mergedInto) throw beingMerged(into)
    if (isErasing) throw beingErased(into)
    return { body: { ...current.body, taking: [...taking, from] } }
  })
}

async function lockFrom({ into, from }: MergeDocument, { collections, commit }: ContactsContext): Promise<void> {
  await commit(collections.contacts, from, (current) => {
    // It is gone where this merge was almost at its end.
    if (!current || current.body.leavingFor === into || current.body.mergedInto === into) return undefined
    const { taking = [], leavingFor, mergedInto, isErasing } = current.body
    if (leavingFor || mergedInto || taking.length > 0) throw beingMerged(from)
    if (isErasing) throw beingErased(from)
    return { body: { ...current.body, leavingFor: into } }
  })
}

const beingErased = (contactId: string) =>
  new ServiceError('conflict', { detail: `The contact ${contactId} is being erased.` })

async function takeOver({ into, from }: MergeDocument, context: ContactsContext): Promise<ContactDocument> {
  const { tenant, collections, clock, commit, event } = context
  const source = (await collections.contacts.get(tenant, from))?.body
  const merged = await commit(collections.contacts, into, (current) => {
    if (!current) throw unknownContact()
    const { taking = [], mergedIds = [], ...own } = current.body
    if (mergedIds.includes(from)) return undefined
    if (!source || !taking.includes(from)) throw unknownContact()
    const patch = {
      name: own.name ?? source.name,
      email: own.email ?? source.email,
      phone: own.phone ?? source.phone,
      externalId: own.externalId ?? source.externalId,
      tags: [...new Set([...own.tags, ...source.tags])].slice(0, 50),
      attributes: { ...source.attributes, ...own.attributes },
    }
    // Both addresses of a kind tell this person now.
    const keys = [...new Set([...own.keys, ...source.keys])]
    const after = changed({ ...current.body, keys }, patch, timestampOf(clock), keysOf(context))
    // Whoever blocked one of the two blocked this person.
    const isNewlyBlocked = source.blocked === true && !own.blocked
    return {
      body: {
        ...after,
        ...(isNewlyBlocked && { blocked: true }),
        keys,
        mergedIds: [...mergedIds, from, ...(source.mergedIds ?? [])],
      },
      events: [
        ...(isNewlyBlocked ? [event(contacts.events.contactBlocked, { contactId: into, blocked: true })] : []),
        event(contacts.events.contactChanged, { contactId: into, change: 'merged', mergedId: from }),
        event(contacts.events.contactChanged, { contactId: from, change: 'merged', mergedInto: into }),
      ],
    }
  })
  await commit(collections.contacts, from, (current) => {
    if (current?.body.leavingFor !== into) return undefined
    const { leavingFor: _, ...body } = current.body
    return { body: { ...body, mergedInto: into } }
  })
  return merged!.body
}

/** Everything is as it was. */
async function letGo({ into, from }: MergeDocument, context: ContactsContext): Promise<void> {
  const { collections, commit } = context
  await forgetTaking({ into, from }, context)
  await commit(collections.contacts, from, (current) => {
    if (current?.body.leavingFor !== into) return undefined
    const { leavingFor: _, ...body } = current.body
    return { body }
  })
}

async function forgetTaking(
  { into, from }: Pick<MergeDocument, 'into' | 'from'>,
  { collections, commit }: ContactsContext,
): Promise<void> {
  await commit(collections.contacts, into, (current) => {
    if (!current?.body.taking?.includes(from)) return undefined
    const { taking, ...body } = current.body
    const others = taking.filter((id) => id !== from)
    return { body: others.length > 0 ? { ...body, taking: others } : body }
  })
}

async function moveAddresses(into: string, from: string, context: ContactsContext): Promise<void> {
  const { tenant, collections, commit, clock } = context
  const source = await collections.contacts.get(tenant, from)
  for (const key of source?.body.keys ?? []) {
    await commit(collections.addresses, addressId(key), (current) => {
      if (current && current.body.contactId !== from) return undefined
      return { body: { key, contactId: into, claimedAt: clock.now() } }
    })
  }
}

/** What an import kept of a contact to take itself back: there is no way back any more, and nobody would erase it. */
async function removeRows(contactId: string, { tenant, collections }: ContactsContext): Promise<void> {
  for await (const page of pagesOf(collections.importRows, tenant, { where: { contactId }, limit: 1_000 }))
    await collections.importRows.putMany(
      tenant,
      page.map(({ id, body: { before: _, ...row } }) => ({ id, body: row })),
    )
}
