import {
  type BodyOf,
  type Contact,
  type ContactPatch,
  chat,
  contacts,
  derivedId,
  invalidField,
  ServiceError,
} from '@frontdesk/contracts'
import { getExisting, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { eraseWords } from '../connectors/erase-words.ts'
import { removeLinks } from '../connectors/link-store.ts'
import type { ContactsContext } from '../context.ts'
import { claimOrRefuse, releaseAddresses } from './claim-addresses.ts'
import {
  type ContactDocument,
  changed,
  emptyContact,
  isIdle,
  refuseLeaving,
  toContact,
  unknownContact,
} from './contact-document.ts'
import { addressKeys } from './normalise-address.ts'
import { publishDeletion, recordDeletion } from './publish-deletions.ts'

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

/**
 * The contact as it is shown. One that is being merged can be read until all that names it names the other one. Throws
 * `not_found`.
 */
export async function readContact(contactId: string, { tenant, collections }: ContactsContext): Promise<Contact> {
  const stored = await getExisting(collections.contacts, tenant, contactId, unknownContact)
  return toContact(contactId, stored.body)
}

/** Makes a contact; the same operation makes it once. Throws `conflict` when one of its addresses is another's. */
export async function createContact(
  { operationId, contact }: BodyOf<typeof contacts.queries.contactCreate>,
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
  const now = timestampOf(context.clock)
  const document = changed(emptyContact(now), contact, now, keysOf(context))
  await claimOrRefuse(contactId, document, [], context)
  return toContact(contactId, (await addContact(contactId, document, context)).body)
}

/** Stores a new contact and tells of it, once: one that is there already stays as it is. */
export async function addContact(
  contactId: string,
  document: ContactDocument,
  { commit, collections, event }: ContactsContext,
): Promise<Stored<ContactDocument>> {
  const stored = await commit(collections.contacts, contactId, (current) =>
    current
      ? undefined
      : { body: document, events: [event(contacts.events.contactChanged, { contactId, change: 'created' })] },
  )
  return stored!
}

/** Changes what is named. Throws `not_found`, `conflict` when a new address is another's, `invalid_request`. */
export async function updateContact(
  contactId: string,
  patch: ContactPatch,
  context: ContactsContext,
): Promise<Contact> {
  const { collections, clock, commit, event } = context
  const { body: before } = await findContact(contactId, context)
  const change = (body: ContactDocument) => stillSomebody(changed(body, patch, timestampOf(clock), keysOf(context)))
  const wanted = change(before)
  await claimOrRefuse(contactId, wanted, before.keys, context)
  let had: string[] = []
  try {
    const stored = await commit(collections.contacts, contactId, (current) => {
      const own = current?.body
      refuseLeaving(own)
      had = own.keys
      return { body: change(own), events: [event(contacts.events.contactChanged, { contactId })] }
    })
    const released = had.filter((key) => !stored!.body.keys.includes(key))
    await releaseAddresses(contactId, released, context)
    return toContact(contactId, stored!.body)
  } catch (error) {
    // It went away meanwhile, or is about to, and what was just claimed for it is nobody's.
    const claimed = wanted.keys.filter((key) => !before.keys.includes(key))
    const isRefused = error instanceof ServiceError && ['not_found', 'version_conflict'].includes(error.code)
    if (isRefused) await releaseAddresses(contactId, claimed, context)
    throw error
  }
}

/** As when it was made, something has to tell who it is. */
function stillSomebody(contact: ContactDocument): ContactDocument {
  const { name, email, phone, externalId } = contact
  if (name ?? email ?? phone ?? externalId) return contact
  throw invalidField('', 'one of name, email, phone, externalId is required')
}

/** The contact, unless a merge or an erasure is at work on it. Throws `not_found`, `conflict`. */
async function findIdle(contactId: string, context: ContactsContext): Promise<Stored<ContactDocument>> {
  const stored = await findContact(contactId, context)
  if (isIdle(stored.body)) return stored
  const detail = `The contact is being ${stored.body.isErasing ? 'erased' : 'merged with another one'}.`
  throw new ServiceError('conflict', { detail })
}

/**
 * Removes a contact; its conversations stay and name nobody. Throws `not_found`, and `conflict` while it is being merged or
 * erased.
 */
export async function deleteContact(contactId: string, context: ContactsContext): Promise<void> {
  const { tenant, collections, ask, signal } = context
  let stored = await findIdle(contactId, context)
  await recordDeletion(contactId, context)
  while ((await ask(chat.queries.contactRelink, { from: contactId, into: null })).changed > 0) signal.throwIfAborted()
  // A contact that is gone can't be erased any more, so what connectors know of it goes with it.
  await eraseWords(contactId, context)
  await removeLinks(contactId, context)
  // Only as it was looked at: what a merge brought meanwhile is not deleted with it.
  while (!(await collections.contacts.remove(tenant, contactId, stored.revision))) {
    stored = await findIdle(contactId, context)
  }
  await publishDeletion(contactId, context)
  await releaseAddresses(contactId, stored.body.keys, context)
  // Again: a sync may have noted one meanwhile; after this it looks whether the contact is still there.
  await removeLinks(contactId, context)
}
