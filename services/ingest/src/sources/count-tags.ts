import type { BodyOf, ingest, TagCounts } from '@frontdesk/contracts'
import type { IngestContext } from '../context.ts'

/** Tags of sources, the most used first. */
export async function countTags(
  { q, limit }: BodyOf<typeof ingest.queries.tagCount>,
  { tenant, collections }: IngestContext,
): Promise<TagCounts> {
  const contains = q !== undefined && { contains: q }
  const counted = await collections.sources.countEach(tenant, {
    where: { deleted: null },
    field: 'tags',
    limit,
    ...contains,
  })
  return { items: counted.map(({ value, count }) => ({ tag: value, count })) }
}
