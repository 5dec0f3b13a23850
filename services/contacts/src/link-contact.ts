import {
  type BodyOf,
  type Contact,
  type ContactPatch,
  contactLink,
  contactRelink,
  type conversationCreated,
  derivedId,
  ServiceError,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { claimAddresses, ownersOf } from './claim-addresses.ts'
import { changed, emptyContact } from './contact-document.ts'
import type { ContactsContext } from './context.ts'
import { keysOf, updateContact } from './keep-contacts.ts'

/** What of an address kind decides, when a conversation names several that belong to different contacts. */
const decisive = ['external', 'email', 'phone']

/**
 * Links a new conversation to the contact that its address proves, which is made when there is none. What the customer
 * says beside that (a name, a second address nobody has) is added where the contact has nothing yet.
 */
export async function linkConversation(
  { conversation }: BodyOf<typeof conversationCreated>,
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
  await context.ask(contactLink, { conversationId: id, contactId: linked })
  await keepUp(linked, context)
}

/** The contact may have been merged or deleted before the conversation was linked, and then nobody looked for it there. */
async function keepUp(linked: string, context: ContactsContext): Promise<void> {
  const stored = await context.collections.contacts.get(context.tenant, linked)
  if (stored && !stored.body.mergedInto) return
  await context.ask(contactRelink, { from: linked, into: stored?.body.mergedInto ?? null })
  // The next attempt finds whose its address is now.
  if (!stored) throw new ServiceError('version_conflict')
}

async function ownerOf(keys: string[], context: ContactsContext): Promise<string | undefined> {
  const owners = await ownersOf(keys, context)
  for (const kind of decisive) {
    const key = keys.find((each) => each.startsWith(`${kind}:`) && owners.has(each))
    if (!key) continue
    const contactId = owners.get(key)!
    // A claim of a contact that never came to be decides nothing.
    const stored = await context.collections.contacts.get(context.tenant, contactId)
    if (stored) return stored.body.mergedInto ?? contactId
  }
  return undefined
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
  const { tenant, collections, clock } = context
  const contactId = derivedId('con', tenant, conversationId)
  const [taken] = await claimAddresses(contactId, keys, context)
  // Another conversation of the same person was first: the next attempt finds its contact.
  if (taken) throw new ServiceError('version_conflict')
  const now = timestampOf(clock)
  const document = changed(emptyContact(now), details, now, keysOf(context))
  await collections.contacts.insert(tenant, contactId, document)
  return contactId
}
