import { type BodyOf, type Duplicate, type ingest, ServiceError } from '@frontdesk/contracts'
import { descending, type Stored } from '@frontdesk/documents'
import type { IngestContext } from '../context.ts'
import type { DuplicateDocument } from './duplicate-document.ts'

async function shown(pairs: Stored<DuplicateDocument>[], { tenant, collections }: IngestContext): Promise<Duplicate[]> {
  const ids = [...new Set(pairs.flatMap(({ body: { first, second } }) => [first, second]))]
  const titles = new Map((await collections.sources.getMany(tenant, ids)).map(({ id, body }) => [id, body.title]))
  return pairs.map(({ id, body: { first, second, ...rest } }) => ({
    id,
    ...rest,
    sources: [first, second].map((sourceId) => ({ sourceId, title: titles.get(sourceId) ?? '' })),
  }))
}

/** A page of duplicate pairs, newest first. */
export async function listDuplicates(
  { limit, cursor, status }: BodyOf<typeof ingest.queries.duplicateList>,
  context: IngestContext,
): Promise<{ items: Duplicate[]; nextCursor: string | null }> {
  const page = await context.collections.duplicates.find(context.tenant, {
    where: { ...(status && { status }) },
    sort: descending('createdAt'),
    limit,
    cursor,
  })
  return { items: await shown(page.items, context), nextCursor: page.nextCursor }
}

/** Dismisses a pair: both sources stay. Throws `not_found`. */
export async function dismissDuplicate(duplicateId: string, context: IngestContext): Promise<Duplicate> {
  const stored = await context.commit(context.collections.duplicates, duplicateId, (current) => {
    if (!current) throw new ServiceError('not_found', { detail: 'There is no such pair of duplicates.' })
    return current.body.status === 'dismissed' ? undefined : { body: { ...current.body, status: 'dismissed' as const } }
  })
  return (await shown([stored!], context))[0]!
}
