import { type BodyOf, type Deletion, type ingest, ServiceError } from '@frontdesk/contracts'
import { descending, findPage, type Stored } from '@frontdesk/documents'
import type { IngestContext } from '../context.ts'
import type { SourceDocument } from './source-document.ts'

const toDeletion = ({ id, body }: Stored<SourceDocument>): Deletion => ({
  sourceId: id,
  deletedAt: body.updated,
  state: body.erasure ? 'finished' : 'running',
  removed: body.erasure?.removed ?? [],
  ...(body.erasure && { finishedAt: body.erasure.finishedAt }),
})

/** What a deletion has removed so far. Throws `not_found` for a source that was never deleted. */
export async function readDeletion(sourceId: string, { tenant, collections }: IngestContext): Promise<Deletion> {
  const stored = await collections.sources.get(tenant, sourceId)
  if (!stored?.body.deleted) throw new ServiceError('not_found', { detail: 'There is no deleted source with this id.' })
  return toDeletion(stored)
}

/** A page of deleted sources, the newest source first. */
export const listDeletions = (
  { limit, cursor }: BodyOf<typeof ingest.queries.deletionList>,
  { tenant, collections }: IngestContext,
) =>
  findPage(
    collections.sources,
    tenant,
    { where: { deleted: true }, sort: descending('added'), limit, cursor },
    toDeletion,
  )
