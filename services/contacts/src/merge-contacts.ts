import { type Contact, contactChanged, contactRelink, ServiceError } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { addressId, changed, toContact } from './contact-document.ts'
import type { ContactsContext } from './context.ts'
import { findContact, keysOf } from './keep-contacts.ts'

/**
 * Makes two contacts one: `into` keeps its own fields and takes what it lacks, all tags and attributes, the addresses and
 * the conversations. Each step can be done again, so a call that failed on the way is repeated to the end. Throws
 * `not_found`, `conflict` for a contact with itself.
 */
export async function mergeContacts(into: string, from: string, context: ContactsContext): Promise<Contact> {
  const { tenant, collections, clock, commit, ask, event } = context
  if (into === from) throw new ServiceError('conflict', { detail: 'A contact can’t be merged with itself.' })
  const target = await findContact(into, context)
  const source = await collections.contacts.get(tenant, from)
  if (!source) throw new ServiceError('not_found', { detail: 'There is no such contact.' })
  if (source.body.mergedInto && source.body.mergedInto !== into) await findContact(from, context)

  const { name, email, phone, externalId, tags, attributes } = source.body
  const merged = await commit(collections.contacts, target.id, (current) => {
    if (!current) throw new ServiceError('not_found', { detail: 'There is no such contact.' })
    const own = current.body
    const patch = {
      name: own.name ?? name,
      email: own.email ?? email,
      phone: own.phone ?? phone,
      externalId: own.externalId ?? externalId,
      tags: [...new Set([...own.tags, ...tags])].slice(0, 50),
      attributes: { ...attributes, ...own.attributes },
    }
    const after = changed(own, patch, timestampOf(clock), keysOf(context))
    // Both addresses of a kind tell this person now.
    const keys = [...new Set([...after.keys, ...own.keys, ...source.body.keys])]
    return { body: { ...after, keys }, events: [event(contactChanged, { contactId: into })] }
  })
  for (const stored of await collections.addresses.getMany(tenant, source.body.keys.map(addressId))) {
    if (stored.body.contactId === from) await collections.addresses.replace(stored, { ...stored.body, contactId: into })
  }
  await commit(collections.contacts, from, (current) => {
    if (!current) return undefined
    return { body: { ...current.body, mergedInto: into }, events: [event(contactChanged, { contactId: from })] }
  })
  await ask(contactRelink, { from, into })
  await forgetRows(from, context)
  await collections.contacts.remove(tenant, from)
  return toContact(into, merged!.body)
}

/** What an import kept of a contact to take itself back: there is no way back any more, and nobody would erase it. */
async function forgetRows(contactId: string, { tenant, collections }: ContactsContext): Promise<void> {
  const { items } = await collections.importRows.find(tenant, { where: { contactId }, limit: 1_000 })
  await collections.importRows.putMany(
    tenant,
    items.map(({ id, body: { before: _, ...row } }) => ({ id, body: row })),
  )
}
