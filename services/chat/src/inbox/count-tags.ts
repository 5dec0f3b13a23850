import type { BodyOf, chat, TagCounts } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'

/** Tags of conversations, the most used first. */
export async function countTags(
  { q, limit }: BodyOf<typeof chat.queries.tagCount>,
  { tenant, collections }: ChatContext,
): Promise<TagCounts> {
  const contains = q !== undefined && { contains: q }
  const counted = await collections.conversations.countEach(tenant, { field: 'tags', limit, ...contains })
  return { items: counted.map(({ value, count }) => ({ tag: value, count })) }
}
