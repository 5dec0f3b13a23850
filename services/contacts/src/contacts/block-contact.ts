import { type BodyOf, type Contact, contacts } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ContactsContext } from '../context.ts'
import { refuseLeaving, toContact } from './contact-document.ts'
import { keysOf } from './contact-store.ts'
import { ownerOf } from './owner-of.ts'

/**
 * Blocks or unblocks a contact; chat is told by the event. A contact that is blocked already stays so. Throws `not_found`, and
 * `version_conflict` while it is being merged.
 */
export async function blockContact(
  { contactId, blocked, actor }: BodyOf<typeof contacts.queries.contactBlock>,
  context: ContactsContext,
): Promise<Contact> {
  const { commit, collections, event, clock } = context
  const stored = await commit(collections.contacts, contactId, (current) => {
    const own = current?.body
    refuseLeaving(own)
    if ((own.blocked ?? false) === blocked) return undefined
    const { blocked: _, ...rest } = own
    return {
      body: { ...rest, ...(blocked && { blocked }), updatedAt: timestampOf(clock) },
      events: [
        event(contacts.events.contactBlocked, { contactId, blocked, actor }),
        event(contacts.events.contactChanged, { contactId }),
      ],
    }
  })
  return toContact(contactId, stored!.body)
}

/** Whether the contact that these details belong to is blocked. Details that belong to nobody are not. */
export async function readBlock(
  { email, phone, externalId }: BodyOf<typeof contacts.queries.blockRead>['contact'],
  context: ContactsContext,
): Promise<{ blocked: boolean }> {
  const details = { email: email ?? null, phone: phone ?? null, externalId: externalId ?? null }
  const owner = await ownerOf(keysOf(context)(details), context)
  const stored = owner === undefined ? undefined : await context.collections.contacts.get(context.tenant, owner)
  return { blocked: stored?.body.blocked ?? false }
}
