import type { BodyOf, contacts, TagCounts } from '@frontdesk/contracts'
import type { ContactsContext } from '../context.ts'

/** Tags of contacts; those that became part of another one do not count, the most used first. */
export async function countTags(
  { q, limit }: BodyOf<typeof contacts.queries.tagCount>,
  { tenant, collections }: ContactsContext,
): Promise<TagCounts> {
  const contains = q !== undefined && { contains: q }
  const counted = await collections.contacts.countEach(tenant, {
    where: { mergedInto: null },
    field: 'tags',
    limit,
    ...contains,
  })
  return { items: counted.map(({ value, count }) => ({ tag: value, count })) }
}
