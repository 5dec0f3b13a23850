import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { LostLease } from '@frontdesk/jobs'
import type { ContactDocument } from '../contacts/contact-document.ts'
import type { ContactsContext } from '../context.ts'
import type { LinkDocument } from './connector-document.ts'
import { linkIdOf } from './find-links.ts'
import { ConnectorError, type Helpdesk, type OurContact } from './helpdesk.ts'
import { isSame, sharedFieldsOf } from './link-store.ts'

/** After so long a contact that was made there is found there, and no request for it is under way any more. */
const foundAfterMs = 60_000

/** Writes a contact there unless both sides agree already (then it is not `written`). */
export async function pushContact(
  connectorId: string,
  { id, body }: Stored<ContactDocument>,
  helpdesk: Helpdesk,
  context: ContactsContext,
): Promise<{ remoteId: string; written: boolean }> {
  const { tenant, collections, signal } = context
  const linkId = linkIdOf(connectorId, id)
  const link = await collections.connectorLinks.get(tenant, linkId)
  const fields = sharedFieldsOf(body)
  const known = link?.body.theirs
  if (known !== undefined && link?.body.base && isSame(link.body.base, fields))
    return { remoteId: known, written: false }
  const contact = { id, ...fields }
  const isThere = known !== undefined && (await helpdesk.changeContact(contact, known, signal))
  const theirs = isThere ? known : await makeContact(connectorId, contact, link, helpdesk, context)
  await collections.connectorLinks.put(tenant, linkId, { connectorId, kind: 'contact', ours: id, theirs, base: fields })
  const current = await collections.contacts.get(tenant, id)
  if (!current || current.body.mergedInto) await collections.connectorLinks.remove(tenant, linkId)
  return { remoteId: theirs, written: true }
}

/**
 * Makes a contact there, once: where the other side would make it twice, the link says first that it is on its way, and
 * whoever finds that looks for it before another is made. Throws `unknown` when nothing there could tell.
 */
async function makeContact(
  connectorId: string,
  contact: OurContact,
  link: Stored<LinkDocument> | undefined,
  helpdesk: Helpdesk,
  context: ContactsContext,
): Promise<string> {
  const { tenant, collections, clock, signal } = context
  const sentAt = link?.body.sentAt
  if (sentAt !== undefined) {
    const found = await findMade(contact, sentAt, helpdesk, context)
    if (found !== undefined && (await helpdesk.changeContact(contact, found, signal))) return found
  }
  if (helpdesk.isMadeOnce(contact)) return helpdesk.makeContact(contact, signal)
  const sent: LinkDocument = { connectorId, kind: 'contact', ours: contact.id, sentAt: clock.now() }
  const marked = await mark(linkIdOf(connectorId, contact.id), link, sent, context)
  try {
    return await helpdesk.makeContact(contact, signal)
  } catch (error) {
    const isUndone = error instanceof LostLease || (error instanceof ConnectorError && error.isUndone)
    if (isUndone) await collections.connectorLinks.remove(tenant, marked.id, marked.revision)
    throw error
  }
}

/** What an attempt of which nobody heard has made. Throws as long as that can't be told, or `unknown` when it never can. */
async function findMade(
  contact: OurContact,
  sentAt: number,
  helpdesk: Helpdesk,
  { clock, signal }: ContactsContext,
): Promise<string | undefined> {
  if (clock.now() - sentAt < foundAfterMs)
    throw new ConnectorError(
      'unavailable',
      'It was sent a moment ago; in a minute Frontdesk can check whether it arrived.',
    )
  if (contact.phone !== null) return helpdesk.findByPhone(contact, signal)
  if (contact.email !== null) return undefined
  throw new ConnectorError(
    'unknown',
    "It was sent, but no reply arrived, so it may exist there. It can't be found, because it has no e-mail address or phone number; when it has one, it is sent again.",
  )
}

/** Writes the mark unless somebody else wrote there meanwhile. */
async function mark(
  linkId: string,
  seen: Stored<LinkDocument> | undefined,
  sent: LinkDocument,
  { tenant, collections }: ContactsContext,
): Promise<Stored<LinkDocument>> {
  const { connectorLinks } = collections
  const taken = () => new ConnectorError('unavailable', 'Another process is writing it at the moment.')
  if (!seen) {
    const { inserted, stored } = await connectorLinks.insert(tenant, linkId, sent)
    if (!inserted) throw taken()
    return stored
  }
  return connectorLinks.replace(seen, sent).catch((error) => {
    throw error instanceof ServiceError && ['version_conflict', 'not_found'].includes(error.code) ? taken() : error
  })
}
