import {
  type BodyOf,
  type Contact,
  type ContactPatch,
  type contactCreate,
  type contactFilter,
  type contactList,
  contactRelink,
  derivedId,
} from '@frontdesk/contracts'
import type { Stored, Where } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import { claimOrRefuse, ownersOf, releaseAddresses } from './claim-addresses.ts'
import { type ContactDocument, changed, emptyContact, toContact, unknownContact } from './contact-document.ts'
import type { ContactsContext } from './context.ts'
import { addressKeys, emailKey, phoneKey } from './normalise-address.ts'

/** How the tenant's contacts' addresses are normalised. */
export const keysOf =
  ({ config }: ContactsContext) =>
  (contact: Pick<Contact, 'email' | 'phone' | 'externalId'>): string[] =>
    addressKeys(contact, config.DEFAULT_REGION)

/** The contact, unless it is not there (any more). Throws `not_found`. */
export async function findContact(contactId: string, context: ContactsContext): Promise<Stored<ContactDocument>> {
  const stored = await context.collections.contacts.get(context.tenant, contactId)
  if (!stored || stored.body.mergedInto) throw unknownContact()
  return stored
}

/** Makes a contact; the same operation makes it once. Throws `conflict` when one of its addresses is another's. */
export async function createContact(
  { operationId, contact }: BodyOf<typeof contactCreate>,
  context: ContactsContext,
): Promise<Contact> {
  return createContactAs(derivedId('con', context.tenant, operationId), contact, context)
}

/** Makes a contact of this id, once. Throws `conflict` when one of its addresses is another's. */
export async function createContactAs(
  contactId: string,
  contact: ContactPatch,
  context: ContactsContext,
): Promise<Contact> {
  const { tenant, collections, clock } = context
  const now = timestampOf(clock)
  const document = changed(emptyContact(now), contact, now, keysOf(context))
  await claimOrRefuse(contactId, document, [], context)
  const { stored } = await collections.contacts.insert(tenant, contactId, document)
  return toContact(contactId, stored.body)
}

/** Changes what is named. Throws `not_found`, `conflict` when a new address is another's. */
export async function updateContact(
  contactId: string,
  patch: ContactPatch,
  context: ContactsContext,
): Promise<Contact> {
  const { collections, clock, commit } = context
  const { body: before } = await findContact(contactId, context)
  const wanted = changed(before, patch, timestampOf(clock), keysOf(context))
  await claimOrRefuse(contactId, wanted, before.keys, context)
  const stored = await commit(collections.contacts, contactId, (current) => {
    if (!current || current.body.mergedInto) throw unknownContact()
    return { body: changed(current.body, patch, timestampOf(clock), keysOf(context)) }
  })
  const released = before.keys.filter((key) => !stored!.body.keys.includes(key))
  await releaseAddresses(contactId, released, context)
  return toContact(contactId, stored!.body)
}

/** Removes a contact; its conversations stay and name nobody. Throws `not_found`. */
export async function deleteContact(contactId: string, context: ContactsContext): Promise<void> {
  const { tenant, collections, ask } = context
  const { body } = await findContact(contactId, context)
  await ask(contactRelink, { from: contactId, into: null })
  await releaseAddresses(contactId, body.keys, context)
  await collections.contacts.remove(tenant, contactId)
}

type Filter = z.output<typeof contactFilter>

/** What of a filter the store looks for. E-mail, phone and external id are asked for in their normal form. */
async function whereOf(filter: Filter, context: ContactsContext): Promise<Where> {
  const { q, tag, email, phone, externalId } = filter
  const { DEFAULT_REGION } = context.config
  const keys = [
    ...(email === undefined ? [] : [`email:${emailKey(email)}`]),
    ...(phone === undefined ? [] : [`phone:${phoneKey(phone, DEFAULT_REGION) ?? phone}`]),
    ...(externalId === undefined ? [] : [`external:${externalId}`]),
  ]
  const owners = await ownersOf(keys, context)
  const ids = new Set(keys.map((key) => owners.get(key) ?? ''))
  return {
    mergedInto: { exists: false },
    ...(q !== undefined && { search: { contains: q.toLowerCase() } }),
    ...(tag !== undefined && { tags: { has: tag } }),
    // Two addresses of two contacts are nobody's.
    ...(keys.length > 0 && { id: ids.size === 1 ? [...ids][0]! : '' }),
  }
}

/** A page of the contacts that fit every filter given, newest first. */
export async function listContacts(
  { limit, cursor, ...filter }: BodyOf<typeof contactList>,
  context: ContactsContext,
): Promise<{ items: Contact[]; nextCursor: string | null }> {
  const page = await context.collections.contacts.find(context.tenant, {
    where: await whereOf(filter, context),
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: page.items.map(({ id, body }) => toContact(id, body)), nextCursor: page.nextCursor }
}

/** The newest contacts that fit a filter, at most `most`. */
export async function contactsThatFit(
  filter: Filter,
  most: number,
  context: ContactsContext,
): Promise<Stored<ContactDocument>[]> {
  const { items } = await context.collections.contacts.find(context.tenant, {
    where: await whereOf(filter, context),
    sort: { field: 'createdAt', direction: 'desc' },
    limit: most,
  })
  return items
}
