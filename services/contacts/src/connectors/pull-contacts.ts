import { type ContactPatch, derivedId, ServiceError } from '@frontdesk/contracts'
import { ownersOf } from '../contacts/claim-addresses.ts'
import { createContactAs, keysOf, updateContact } from '../contacts/contact-store.ts'
import type { ContactsContext } from '../context.ts'
import type { SharedFields } from './connector-document.ts'
import type { RemoteContact } from './helpdesk.ts'
import { isSame, saveContactLink, sharedFieldsOf } from './link-store.ts'

export type PullVerdict =
  | { verdict: 'created' | 'updated' | 'unchanged' }
  | { verdict: 'rejected'; code: string; message: string }

const fieldNames = ['name', 'email', 'phone'] as const
const limits = { name: 200, email: 254, phone: 32 } as const

/** What we can keep of a contact of theirs: what is too long for us is as good as absent. */
const keepValidFields = (contact: RemoteContact): SharedFields => {
  const fields = sharedFieldsOf(contact)
  for (const name of fieldNames) if ((fields[name]?.length ?? 0) > limits[name]) fields[name] = null
  if (fields.email !== null && !/^[^\s@]+@[^\s@]+$/.test(fields.email)) fields.email = null
  return fields
}

/**
 * Takes a contact of theirs: into the one that it was before, else into the one that an address of it proves, else as a new
 * one. A field is theirs where only they changed it since both sides agreed; where both did, ours stays. Once more changes
 * nothing.
 */
export async function pullContact(
  connectorId: string,
  remote: RemoteContact,
  context: ContactsContext,
): Promise<PullVerdict> {
  const { tenant, collections } = context
  const theirs = keepValidFields(remote)
  if (theirs.name === null && theirs.email === null && theirs.phone === null)
    return { verdict: 'rejected', code: 'no_address', message: 'It has no name, e-mail address or phone number.' }
  const link = await linkOf(connectorId, remote.id, context)
  const linked = link && (await contactOf(link.body.ours, context))
  const stored = linked ?? (await ownerOf(theirs, context))
  const keep = async (contactId: string, base: SharedFields) => {
    if (link && link.body.ours !== contactId) await collections.connectorLinks.remove(tenant, link.id)
    await saveContactLink({ connectorId, ours: contactId, theirs: remote.id, base }, context)
  }
  try {
    if (!stored) {
      const contactId = derivedId('con', tenant, connectorId, remote.id)
      await createContactAs(contactId, theirs, context)
      await keep(contactId, theirs)
      return { verdict: 'created' }
    }
    const base = linked && link?.body.base
    const patch = changesOf(stored.body, theirs, base)
    if (Object.keys(patch).length > 0) await updateContact(stored.id, patch, context)
    if (!base || !isSame(base, theirs)) await keep(stored.id, theirs)
    return { verdict: Object.keys(patch).length > 0 ? 'updated' : 'unchanged' }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error
    return { verdict: 'rejected', code: error.code, message: error.message }
  }
}

async function linkOf(connectorId: string, theirs: string, { tenant, collections }: ContactsContext) {
  const { items } = await collections.connectorLinks.find(tenant, { where: { connectorId, theirs }, limit: 5 })
  return items.find(({ body }) => body.kind === 'contact')
}

/** The contact, or the one that it became in a merge. */
async function contactOf(id: string, { tenant, collections }: ContactsContext) {
  const stored = await collections.contacts.get(tenant, id)
  const into = stored?.body.mergedInto
  return into === undefined ? stored : collections.contacts.get(tenant, into)
}

async function ownerOf(fields: SharedFields, context: ContactsContext) {
  const keys = keysOf(context)({ ...fields, externalId: null })
  const owners = await ownersOf(keys, context)
  const owner = keys.map((key) => owners.get(key)).find((each) => each !== undefined)
  return owner === undefined ? undefined : contactOf(owner, context)
}

/** A three-way merge, a field at a time; they never clear a field of ours. */
function changesOf(ours: SharedFields, theirs: SharedFields, base: SharedFields | undefined): ContactPatch {
  const wanted = fieldNames.filter((name) => {
    if (theirs[name] === null || theirs[name] === ours[name]) return false
    return ours[name] === null || (base !== undefined && ours[name] === base[name])
  })
  return Object.fromEntries(wanted.map((name) => [name, theirs[name]]))
}
