import type { BodyOf, contactFilter, contacts } from '@frontdesk/contracts'
import { descending, findPage, type Stored, type Where } from '@frontdesk/documents'
import type { z } from 'zod'
import type { ContactsContext } from '../context.ts'
import { ownersOf } from './claim-addresses.ts'
import { type ContactDocument, toContact } from './contact-document.ts'
import { emailKey, phoneKey, searchedFor } from './normalise-address.ts'

type Filter = z.output<typeof contactFilter>

/** What of a filter the store looks for. E-mail, phone and external id are asked for in their normal form. */
async function whereOf(filter: Filter, context: ContactsContext): Promise<Where> {
  const { q, tag, email, phone, externalId, blocked } = filter
  const { DEFAULT_REGION } = context.config
  const addresses = {
    ...(email !== undefined && { email: `email:${emailKey(email)}` }),
    ...(phone !== undefined && { phone: `phone:${phoneKey(phone, DEFAULT_REGION) ?? phone}` }),
    ...(externalId !== undefined && { external: `external:${externalId}` }),
  }
  return {
    mergedInto: { exists: false },
    ...(q !== undefined && { search: { contains: searchedFor(q) } }),
    ...(tag !== undefined && { tags: { has: tag } }),
    ...(blocked !== undefined && { blocked: { exists: blocked === 'true' } }),
    ...(await whoHas(addresses, context)),
  }
}

/** Contacts of one address that are told by their ids; of more, those that show it. */
const maxAtAnAddress = 500

/** Contacts that have each of these addresses: the one that owns it, shown or not, and those that only show it. */
async function whoHas(addresses: Record<string, string>, context: ContactsContext): Promise<Where> {
  const kinds = Object.entries(addresses)
  if (kinds.length === 0) return {}
  const { tenant, collections } = context
  const owners = await ownersOf(Object.values(addresses), context)
  const where: Where = {}
  let ids: string[] | undefined
  for (const [kind, key] of kinds) {
    const shows = { [`normal.${kind}`]: key }
    const { items } = await collections.contacts.find(tenant, { where: shows, limit: maxAtAnAddress })
    const owner = owners.get(key)
    const those = [...items.map(({ id }) => id), ...(owner === undefined ? [] : [owner])]
    if (items.length === maxAtAnAddress) Object.assign(where, shows)
    else ids = ids === undefined ? those : ids.filter((id) => those.includes(id))
  }
  // Two addresses of two contacts are nobody's.
  return { ...where, ...(ids && { id: ids.length > 1 ? { in: ids } : (ids[0] ?? '') }) }
}

/** A page of the contacts that fit every filter given, newest first. */
export const listContacts = async (
  { limit, cursor, ...filter }: BodyOf<typeof contacts.queries.contactList>,
  context: ContactsContext,
) =>
  findPage(
    context.collections.contacts,
    context.tenant,
    {
      where: await whereOf(filter, context),
      sort: descending('createdAt'),
      limit,
      cursor,
    },
    ({ id, body }) => toContact(id, body),
  )

/** The contacts that fit a filter, newest first; undefined when they are more than `most`, which is at most 1,000. */
export async function contactsThatFit(
  filter: Filter,
  most: number,
  context: ContactsContext,
): Promise<Stored<ContactDocument>[] | undefined> {
  const { items, nextCursor } = await context.collections.contacts.find(context.tenant, {
    where: await whereOf(filter, context),
    sort: descending('createdAt'),
    limit: most,
  })
  return nextCursor === null ? items : undefined
}
