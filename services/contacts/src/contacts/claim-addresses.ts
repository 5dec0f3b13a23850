import { ServiceError } from '@frontdesk/contracts'
import type { ContactsContext } from '../context.ts'
import { addressId, type ContactDocument } from './contact-document.ts'

/** A claim whose contact is not there after this was left by a process that died between the two writes. */
const danglingAfterMs = 30_000

/** The contacts that addresses belong to, by address. */
export async function ownersOf(keys: string[], { tenant, collections }: ContactsContext): Promise<Map<string, string>> {
  const found = await collections.addresses.getMany(tenant, [...new Set(keys.map(addressId))])
  return new Map(found.map(({ body }) => [body.key, body.contactId]))
}

/**
 * Makes addresses a contact's own. Answers those that belong to another contact, and by then none is taken: either all of
 * them are the contact's, or what was not before is not now.
 */
export async function claimAddresses(
  contactId: string,
  keys: string[],
  context: ContactsContext,
): Promise<{ key: string; contactId: string }[]> {
  const taken: { key: string; contactId: string }[] = []
  const fresh: string[] = []
  for (const key of keys) {
    const owner = await claim(contactId, key, context)
    if (owner.contactId !== contactId) taken.push({ key, contactId: owner.contactId })
    else if (owner.isNew) fresh.push(key)
  }
  if (taken.length > 0) await releaseAddresses(contactId, fresh, context)
  return taken
}

async function claim(contactId: string, key: string, context: ContactsContext) {
  const { tenant, collections, clock } = context
  const mine = { key, contactId, claimedAt: clock.now() }
  const { inserted, stored } = await collections.addresses.insert(tenant, addressId(key), mine)
  if (inserted) return { contactId, isNew: true }
  const owner = stored.body
  if (owner.contactId === contactId) return { contactId, isNew: false }
  const isDangling = owner.claimedAt < clock.now() - danglingAfterMs && !(await holds(owner.contactId, key, context))
  if (!isDangling) return { contactId: owner.contactId, isNew: false }
  try {
    await collections.addresses.replace(stored, mine)
    return { contactId, isNew: true }
  } catch (error) {
    if (error instanceof ServiceError && error.retryable) return claim(contactId, key, context)
    throw error
  }
}

async function holds(contactId: string, key: string, { tenant, collections }: ContactsContext): Promise<boolean> {
  const owner = await collections.contacts.get(tenant, contactId)
  return owner?.body.keys.includes(key) ?? false
}

/** Gives addresses up; those that are another contact's stay there. */
export async function releaseAddresses(contactId: string, keys: string[], context: ContactsContext): Promise<void> {
  const { tenant, collections } = context
  for (const stored of await collections.addresses.getMany(tenant, keys.map(addressId))) {
    if (stored.body.contactId === contactId) await collections.addresses.remove(tenant, stored.id, stored.revision)
  }
}

/** Throws `conflict` when an address belongs to another contact, and names it. */
export async function claimOrRefuse(
  contactId: string,
  document: ContactDocument,
  before: string[],
  context: ContactsContext,
): Promise<void> {
  const wanted = document.keys.filter((key) => !before.includes(key))
  const [taken] = await claimAddresses(contactId, wanted, context)
  if (!taken) return
  // Its owner is made right after its addresses are claimed: until then there is nobody to be read.
  const isThere = (await context.collections.contacts.get(context.tenant, taken.contactId)) !== undefined
  const owner = isThere ? `the contact ${taken.contactId}` : 'another contact'
  const kind = { email: 'e-mail address', phone: 'phone number', external: 'external id' }[taken.key.split(':', 1)[0]!]
  throw new ServiceError('conflict', { detail: `This ${kind} belongs to ${owner}.` })
}
