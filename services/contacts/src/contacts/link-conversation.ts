import { type BodyOf, type Contact, type ContactPatch, chat, derivedId, ServiceError } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { claimAddresses } from './claim-addresses.ts'
import { changed, emptyContact } from './contact-document.ts'
import { addContact, keysOf, updateContact } from './contact-store.ts'
import { ownerOf } from './owner-of.ts'

/**
 * Links a new conversation to the contact that its address proves, which is made when there is none. What the customer
 * says beside that (a name, a second address nobody has) is added where the contact has nothing yet.
 */
export async function linkConversation(
  { conversation }: BodyOf<typeof chat.events.conversationCreated>,
  context: ContactsContext,
): Promise<void> {
  const { id, contact, contactId } = conversation
  if (!contact || contactId) return
  const details = {
    name: contact.name ?? null,
    email: contact.email ?? null,
    phone: contact.phone ?? null,
    externalId: contact.externalId ?? null,
  }
  const keys = keysOf(context)(details)
  if (keys.length === 0) return
  const owner = await ownerOf(keys, context)
  const linked = owner ? await complete(owner, details, context) : await makeContact(id, details, keys, context)
  await context.ask(chat.queries.contactLink, { conversationId: id, contactId: linked })
  await followContact(linked, context)
}

/** The contact may have been merged or deleted before the conversation was linked, and then nobody looked for it there. */
async function followContact(linked: string, context: ContactsContext): Promise<void> {
  const stored = await context.collections.contacts.get(context.tenant, linked)
  if (stored && !stored.body.mergedInto) return
  await context.ask(chat.queries.contactRelink, { from: linked, into: stored?.body.mergedInto ?? null })
  // The next attempt finds whose its address is now.
  if (!stored) throw new ServiceError('version_conflict')
}

type Details = Pick<Contact, 'name' | 'email' | 'phone' | 'externalId'>

/** Adds what a contact lacks and nobody else has. */
async function complete(contactId: string, details: Details, context: ContactsContext): Promise<string> {
  const stored = await context.collections.contacts.get(context.tenant, contactId)
  if (!stored) throw new ServiceError('version_conflict')
  const fields = ['name', 'email', 'phone', 'externalId'] as const
  for (const field of fields) {
    if (stored.body[field] !== null || details[field] === null) continue
    const patch: ContactPatch = { [field]: details[field] }
    try {
      await updateContact(contactId, patch, context)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'not_found') throw new ServiceError('version_conflict', { cause: error })
      // Another contact has it: the two stay two until somebody merges them.
      if (error.code !== 'conflict') throw error
    }
  }
  return contactId
}

async function makeContact(
  conversationId: string,
  details: Details,
  keys: string[],
  context: ContactsContext,
): Promise<string> {
  const { tenant, clock } = context
  const contactId = derivedId('con', tenant, conversationId)
  const [taken] = await claimAddresses(contactId, keys, context)
  // Another conversation of the same person was first: the next attempt finds its contact.
  if (taken) throw new ServiceError('version_conflict')
  const now = timestampOf(clock)
  const document = changed(emptyContact(now), details, now, keysOf(context))
  await addContact(contactId, document, context)
  return contactId
}
