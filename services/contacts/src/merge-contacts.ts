import { type Contact, contactChanged, contactRelink, ServiceError, toWireError } from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { moveLinks } from './connectors/keep-links.ts'
import { addressId, type ContactDocument, changed, toContact, unknownContact } from './contact-document.ts'
import type { ContactsContext } from './context.ts'
import { keysOf } from './keep-contacts.ts'

/** A merge that is under way, named for the contact that goes: it goes once. */
export type MergeDocument = {
  into: string
  from: string
  /** One of the two was not to be had: what was locked is let go again. */
  isRefused?: true
  /** When somebody else goes on with it (milliseconds since 1970); whoever works on it renews this. */
  dueAt: number
}
export const merges = collection<MergeDocument>('contacts-merges', [{ fields: ['dueAt'], acrossTenants: true }])

const leaseMs = 5_000
const pauseMs = 3_000
/** So long a caller waits for the conversations to follow; after that it is told that the two are one, and they follow. */
const answerWithinMs = 8_000

const beingMerged = (contactId: string) =>
  new ServiceError('conflict', { detail: `The contact ${contactId} is being merged with another one.` })

/**
 * Makes two contacts one: `into` keeps its own fields and takes what it lacks, all tags and attributes, the addresses and
 * the conversations. Both are locked first, so nothing of `from` changes any more and `into` goes nowhere; the write to
 * `into` decides, and what follows from it is done whatever dies. Once more changes nothing. Throws `not_found`, and
 * `conflict` for a contact with itself or with one that is being merged or erased; then nothing has changed.
 */
export async function mergeContacts(into: string, from: string, context: ContactsContext): Promise<Contact> {
  const { tenant, collections, clock } = context
  if (into === from) throw new ServiceError('conflict', { detail: 'A contact can’t be merged with itself.' })
  const there = new Map((await collections.contacts.getMany(tenant, [into, from])).map(({ id, body }) => [id, body]))
  const target = there.get(into)
  if (!target) throw unknownContact()
  if (target.mergedIds?.includes(from)) return toContact(into, target)
  if (!there.has(from)) throw unknownContact()
  const begun = { into, from, dueAt: clock.now() + leaseMs }
  const { inserted, stored } = await collections.merges.insert(tenant, from, begun)
  if (!inserted) throw beingMerged(from)
  const merged = await decide(stored, context)
  await followed(from, context)
  return toContact(into, merged)
}

/** Resolves when all has followed, or after a while: then it goes on by itself. */
async function followed(from: string, context: ContactsContext): Promise<void> {
  const done = Promise.withResolvers<void>()
  const timer = setTimeout(done.resolve, answerWithinMs)
  context.detach('merge contacts', (lasting) => follow(from, lasting).finally(done.resolve))
  await done.promise
  clearTimeout(timer)
}

/** Goes on with merges that somebody left. */
export async function runMerges(context: ContactsContext): Promise<void> {
  const due = await context.collections.merges.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 20,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return
    await goOn(id, context.forTenant(tenant))
  }
}

async function goOn(from: string, context: ContactsContext): Promise<void> {
  const { collections, commit, clock, log } = context
  let isOurs = false
  const claimed = await commit(collections.merges, from, (current) => {
    isOurs = current !== undefined && current.body.dueAt <= clock.now()
    return isOurs ? { body: { ...current!.body, dueAt: clock.now() + leaseMs } } : undefined
  })
  if (!isOurs || !claimed) return
  try {
    if (claimed.body.isRefused) return await letGo(claimed.body, context)
    await decide(claimed, context)
  } catch (error) {
    log.warn({ from, code: toWireError(error).code, err: error }, 'a merge was interrupted')
    return
  }
  await follow(from, context)
}

/** Locks both, gives `into` what `from` has, and takes `from` out of sight. */
async function decide(merge: Stored<MergeDocument>, context: ContactsContext): Promise<ContactDocument> {
  const { into, from } = merge.body
  try {
    // All lock in one order: of merges that exclude each other, one always gets all that it needs.
    for (const id of [into, from].sort()) await (id === into ? lockInto : lockFrom)(merge.body, context)
    return await takeOver(merge.body, context)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error
    // Whoever took this merge over meanwhile decides about it.
    await context.collections.merges.replace(merge, { ...merge.body, isRefused: true })
    await letGo(merge.body, context)
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
    return {
      body: { ...after, keys, mergedIds: [...mergedIds, from, ...(source.mergedIds ?? [])] },
      events: [into, from].map((contactId) => event(contactChanged, { contactId })),
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
  const { tenant, collections, commit } = context
  await forgetTaking({ into, from }, context)
  await commit(collections.contacts, from, (current) => {
    if (current?.body.leavingFor !== into) return undefined
    const { leavingFor: _, ...body } = current.body
    return { body }
  })
  await collections.merges.remove(tenant, from)
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

/** Does what follows from a merge that is decided. What fails is tried again by `runMerges`. */
async function follow(from: string, context: ContactsContext): Promise<void> {
  const { tenant, collections, commit, clock, signal, log } = context
  const merge = await collections.merges.get(tenant, from)
  if (!merge) return
  const { into } = merge.body
  const dueIn = (ms: number) =>
    commit(collections.merges, from, (current) => current && { body: { ...current.body, dueAt: clock.now() + ms } })
  try {
    await moveAddresses(into, from, context)
    await moveLinks(from, into, context)
    while ((await context.ask(contactRelink, { from, into })).changed > 0) {
      signal.throwIfAborted()
      await dueIn(leaseMs)
    }
    await forgetRows(from, context)
    await collections.contacts.remove(tenant, from)
    await forgetTaking({ into, from }, context)
    await collections.merges.remove(tenant, from)
  } catch (error) {
    if (!signal.aborted) log.warn({ from, code: toWireError(error).code, err: error }, 'a merge waits')
    await dueIn(signal.aborted ? 0 : pauseMs)
  }
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
async function forgetRows(contactId: string, { tenant, collections }: ContactsContext): Promise<void> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof collections.importRows.find>> = await collections.importRows.find(tenant, {
      where: { contactId },
      limit: 1_000,
      ...(cursor !== null && { cursor }),
    })
    await collections.importRows.putMany(
      tenant,
      page.items.map(({ id, body: { before: _, ...row } }) => ({ id, body: row })),
    )
    cursor = page.nextCursor
  } while (cursor !== null)
}
