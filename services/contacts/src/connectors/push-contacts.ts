import { derivedId } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ContactDocument } from '../contact-document.ts'
import type { ContactsContext } from '../context.ts'
import type { SharedFields } from './connector-document.ts'
import type { Helpdesk } from './helpdesk.ts'

/** A link is named for what it links on our side. */
export const linkIdOf = (connectorId: string, ours: string): string => derivedId('cnn', connectorId, ours)

export const sharedFieldsOf = ({ name, email, phone }: SharedFields): SharedFields => ({ name, email, phone })
export const isSame = (one: SharedFields, other: SharedFields): boolean =>
  one.name === other.name && one.email === other.email && one.phone === other.phone

/** Writes a contact there unless both sides agree already (then it is not `written`). */
export async function pushContact(
  connectorId: string,
  { id, body }: Stored<ContactDocument>,
  helpdesk: Helpdesk,
  { tenant, collections, signal }: ContactsContext,
): Promise<{ remoteId: string; written: boolean }> {
  const linkId = linkIdOf(connectorId, id)
  const link = (await collections.connectorLinks.get(tenant, linkId))?.body
  const fields = sharedFieldsOf(body)
  if (link?.base && isSame(link.base, fields)) return { remoteId: link.theirs, written: false }
  const theirs = await helpdesk.pushContact({ id, ...fields }, link?.theirs, signal)
  await collections.connectorLinks.put(tenant, linkId, { connectorId, kind: 'contact', ours: id, theirs, base: fields })
  return { remoteId: theirs, written: true }
}
