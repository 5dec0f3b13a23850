import type { Removed } from '@frontdesk/contracts'
import type { ContactsContext } from '../context.ts'
import type { SharedFields } from './connector-document.ts'
import { eraseWords } from './erase-words.ts'
import { furtherLinkIdOf, linkIdOf, linksOf } from './find-links.ts'

export const sharedFieldsOf = ({ name, email, phone }: SharedFields): SharedFields => ({ name, email, phone })
export const isSame = (one: SharedFields, other: SharedFields): boolean =>
  one.name === other.name && one.email === other.email && one.phone === other.phone

type ContactLink = { connectorId: string; ours: string; theirs: string; base: SharedFields }

/** Notes who a contact is there. Of a contact that is gone meanwhile nothing stays: nobody would find it any more. */
export async function saveContactLink(link: ContactLink, { tenant, collections }: ContactsContext): Promise<void> {
  const { connectorLinks, contacts } = collections
  const first = linkIdOf(link.connectorId, link.ours)
  const there = (await connectorLinks.get(tenant, first))?.body.theirs
  const id =
    there === undefined || there === link.theirs ? first : furtherLinkIdOf(link.connectorId, link.ours, link.theirs)
  await connectorLinks.put(tenant, id, { ...link, kind: 'contact' })
  const contact = await contacts.get(tenant, link.ours)
  if (!contact || contact.body.mergedInto) await connectorLinks.remove(tenant, id)
}

/**
 * Who `from` is on other sides, `into` is from now on; what reports of syncs say of `from` goes, for nobody would erase it.
 * While both are there. Once more changes nothing.
 */
export async function moveLinks(from: string, into: string, context: ContactsContext): Promise<void> {
  const { tenant, collections } = context
  await eraseWords(from, context)
  for (const { id, body } of await linksOf(from, context)) {
    const { connectorId, theirs, base } = body
    if (theirs !== undefined && base) await saveContactLink({ connectorId, ours: into, theirs, base }, context)
    await collections.connectorLinks.remove(tenant, id)
  }
}

/** Forgets who something of ours is on other sides. Answers how much it forgot. */
export async function removeLinks(ours: string, context: ContactsContext): Promise<number> {
  let count = 0
  for (const { id } of await linksOf(ours, context))
    count += Number(await context.collections.connectorLinks.remove(context.tenant, id))
  return count
}

/**
 * Forgets what stands for things of ours (contacts, conversations) on other sides. What was written there is not ours to
 * take away: the count says how much there is to ask for.
 */
export async function eraseLinks(ours: string[], context: ContactsContext): Promise<Removed> {
  const { tenant, collections } = context
  let links = 0
  let deliveries = 0
  for (const each of ours) {
    links += await removeLinks(each, context)
    const about = await collections.connectorDeliveries.find(tenant, { where: { conversationId: each }, limit: 1_000 })
    for (const { id } of about.items) deliveries += Number(await collections.connectorDeliveries.remove(tenant, id))
  }
  return [
    { what: 'deliveries to connectors', count: deliveries },
    { what: 'links to connectors (what stands there stays there)', count: links },
  ]
}
