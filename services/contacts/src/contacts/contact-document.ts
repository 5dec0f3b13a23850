import { type Contact, type ContactPatch, derivedId, oneLineName, ServiceError, without } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { searchForms } from './normalise-address.ts'

/** What a contact has beside what the API shows. */
type Hidden = {
  /** What `q` looks in: name, e-mail, phone and external id and the forms that people write them in, in lower case. */
  search: string
  /** The addresses that are its own, in their normal form: shown ones, and those of contacts that were merged into it. */
  keys: string[]
  /** The normal forms of the addresses that it shows, whoever owns them. */
  normal?: { email?: string; phone?: string; external?: string }
  /** Contacts that were merged into it, and into those. */
  mergedIds?: string[]
  /** Contacts that are being merged into it: it stays what it is until they are. */
  taking?: string[]
  /** Whom a merge that is not decided wants to make it one with: as long as that is open nothing of it changes. */
  leavingFor?: string
  /** Whom it was merged into: reads answer 404, and what is still its own follows. */
  mergedInto?: string
  /** It is being erased: nobody is merged with it any more. */
  isErasing?: boolean
}

/** A contact as it is stored. */
export type ContactDocument = Omit<Contact, 'id'> & Hidden

/** Which contact an address belongs to, under a hash of the address: an address has one owner. */
export type AddressDocument = { key: string; contactId: string; claimedAt: number }

export const contacts = collection<ContactDocument>('contacts-contacts', [
  { fields: ['createdAt'] },
  { fields: ['updatedAt'] },
  { fields: ['mergedInto'] },
  { fields: ['mergedIds'] },
  // Counts of tags are read from it alone.
  { fields: ['mergedInto', 'tags'] },
  { fields: ['normal.email'] },
  { fields: ['normal.phone'] },
  { fields: ['normal.external'] },
])
export const addresses = collection<AddressDocument>('contacts-addresses', [{ fields: ['contactId'] }])

/** Addresses are ids of documents under their hash, for they may be long and hold any character. */
export const addressId = (key: string): string => derivedId('adr', key)

export const unknownContact = () => new ServiceError('not_found', { detail: 'There is no such contact.' })

/** Throws `not_found` for a contact that is gone, and `version_conflict` for one that is about to go. */
export function refuseLeaving(contact: ContactDocument | undefined): asserts contact is ContactDocument {
  if (!contact || contact.mergedInto) throw unknownContact()
  if (contact.leavingFor) throw new ServiceError('version_conflict', { detail: 'The contact is being merged.' })
}

/** Whether neither a merge nor an erasure is at work on it. */
export const isIdle = ({ taking, leavingFor, isErasing }: ContactDocument): boolean =>
  taking === undefined && leavingFor === undefined && !isErasing

/** What a contact shows. */
export const shownOf = (of: Omit<Contact, 'id'>): Omit<Contact, 'id'> => {
  const { name, email, phone, externalId, tags, attributes, blocked, createdAt, updatedAt } = of
  return { name, email, phone, externalId, tags, attributes, ...(blocked && { blocked }), createdAt, updatedAt }
}

/** A contact as the API shows it. */
export const toContact = (id: string, document: ContactDocument): Contact => ({ id, ...shownOf(document) })

/** Searched in lower case, for a store may know only ASCII's. */
function searchOf({ name, email, phone, externalId }: Omit<Contact, 'id'>, keys: string[]): string {
  const shown = [name, email, phone, externalId].filter((value) => value !== null)
  return [...new Set(searchForms(shown, keys).map((form) => form.toLowerCase()))].join('\n')
}

const kindOf = (key: string): string => key.slice(0, key.indexOf(':'))

/**
 * A contact with changes; `keysOf` normalises addresses. Of its addresses it gains and gives up what the changes say and
 * keeps all others, also those that no field shows. Tags are kept once each.
 */
export function changed(
  before: Omit<Contact, 'id'> & Partial<Hidden>,
  patch: ContactPatch,
  now: string,
  keysOf: (contact: Omit<Contact, 'id'>) => string[],
): ContactDocument {
  const { keys: own = [] } = before
  const kept = without(before, 'search', 'keys', 'normal')
  const { name: given, email, phone, externalId, tags, attributes } = { ...kept, ...patch }
  // Also what connectors and mails bring, which no route has looked at.
  const name = given === null ? null : oneLineName(given) || null
  const contact = { ...kept, name, email, phone, externalId, tags: [...new Set(tags)], attributes, updatedAt: now }
  const had = keysOf(before)
  const has = keysOf(contact)
  const gained = has.filter((key) => !had.includes(key))
  const lost = had.filter((key) => !has.includes(key))
  const keys = [...new Set([...own.filter((key) => !lost.includes(key)), ...gained])]
  const normal = Object.fromEntries(has.map((key) => [kindOf(key), key]))
  return { ...contact, keys, normal, search: searchOf(contact, keys) }
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
