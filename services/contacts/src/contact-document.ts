import { type Contact, type ContactPatch, derivedId, ServiceError } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A contact as it is stored. */
export type ContactDocument = Omit<Contact, 'id'> & {
  /** What `q` looks in: name, e-mail, phone and external id, in lower case. */
  search: string
  /** The normal forms of its addresses, claimed or not. */
  keys: string[]
  /** Where it went: reads of the old id answer 404, its addresses point there. */
  mergedInto?: string
}

/** Which contact an address belongs to, under a hash of the address: an address has one owner. */
export type AddressDocument = { key: string; contactId: string; claimedAt: number }

export const contacts = collection<ContactDocument>('contacts-contacts', [
  { fields: ['createdAt'] },
  { fields: ['updatedAt'] },
  { fields: ['mergedInto'] },
])
export const addresses = collection<AddressDocument>('contacts-addresses', [{ fields: ['contactId'] }])

/** Addresses are ids of documents under their hash, for they may be long and hold any character. */
export const addressId = (key: string): string => derivedId('adr', key)

export const unknownContact = () => new ServiceError('not_found', { detail: 'There is no such contact.' })

/** A contact as the API shows it. */
export function toContact(id: string, document: ContactDocument): Contact {
  const { search: _, keys: __, mergedInto: ___, ...shown } = document
  return { id, ...shown }
}

/** Searched in lower case, for a store may know only ASCII's. */
const searchOf = ({ name, email, phone, externalId }: Pick<Contact, 'name' | 'email' | 'phone' | 'externalId'>) =>
  [name, email, phone, externalId]
    .filter((value) => value !== null)
    .join('\n')
    .toLowerCase()

/** A contact with changes; `keysOf` normalises addresses. Tags are kept once each. */
export function changed(
  before: Omit<Contact, 'id'>,
  patch: ContactPatch,
  now: string,
  keysOf: (contact: Omit<Contact, 'id'>) => string[],
): ContactDocument {
  const { name, email, phone, externalId, tags, attributes } = { ...before, ...patch }
  const contact = {
    name,
    email,
    phone,
    externalId,
    tags: [...new Set(tags)],
    attributes,
    createdAt: before.createdAt,
    updatedAt: now,
  }
  return { ...contact, search: searchOf(contact), keys: keysOf(contact) }
}

/** Nothing known yet. */
export const emptyContact = (now: string): Omit<Contact, 'id'> => ({
  name: null,
  email: null,
  phone: null,
  externalId: null,
  tags: [],
  attributes: {},
  createdAt: now,
  updatedAt: now,
})
