import { retrieval, ServiceError } from '@frontdesk/contracts'
import { type RetrievalContext, spaceOf } from '../context.ts'
import { indexContents } from '../indexing/index-contents.ts'
import type { Content, LiveRecord } from '../live/live-record-document.ts'
import { copiesOf, isBeingRemoved, retireUnneeded } from '../live/retire-copies.ts'

/** Contents that the index is asked about at once. */
const contentsAtOnce = 500

/** Those of which the index holds fewer chunks than they have; where the tenant's chunks are written now unless told. */
export async function contentsMissing(
  contents: Content[],
  context: RetrievalContext,
  space = spaceOf(context),
): Promise<Content[]> {
  const missing: Content[] = []
  for (let from = 0; from < contents.length; from += contentsAtOnce) {
    const part = contents.slice(from, from + contentsAtOnce)
    const counts = await context.chunkIndex.contentCounts(
      space,
      part.map(({ contentId }) => contentId),
    )
    missing.push(...part.filter(({ contentId, chunks }) => (counts.get(contentId) ?? 0) < chunks))
  }
  return missing
}

const withoutMark = ({ isReindexing: _, ...record }: LiveRecord): LiveRecord => record

/**
 * Writes the chunks of a source's live version that the index lacks, from what is stored, with the vectors that are kept;
 * what it has goes on to answer. Says how far it is. False when nothing is missing after all. Throws `not_found` when what
 * is stored is gone too.
 */
export async function reindexSource(sourceId: string, context: RetrievalContext): Promise<boolean> {
  const { tenant, blobs, chunkIndex, collections, commit, clock, event } = context
  const { generation, dimensions } = spaceOf(context)
  await chunkIndex.refresh(spaceOf(context))
  const record = (await collections.live.get(tenant, sourceId))?.body
  if (!record || record.deleted || record.generation !== generation) return false
  if (isBeingRemoved(record, copiesOf(record))) return false
  const missing = await contentsMissing(record.contents, context)
  if (missing.length === 0 && !record.isReindexing) return false
  for (const { chunksBlobId } of missing) {
    if (await blobs.exists(tenant, chunksBlobId)) continue
    throw new ServiceError('not_found', { detail: `The blob ${chunksBlobId} with its chunks is missing.` })
  }

  const { version } = record
  const total = missing.reduce((sum, { chunks }) => sum + chunks, 0)
  /** Undefined when another version has become live. */
  const tell = (done: number, change: (current: LiveRecord) => LiveRecord, isEnded?: true) =>
    commit(collections.live, sourceId, (stored) => {
      if (stored?.body.version !== version || stored.body.deleted) return undefined
      const said = event(retrieval.events.versionReindexed, {
        sourceId,
        version,
        done,
        total,
        ...(isEnded && { isEnded }),
      })
      return { body: change(stored.body), events: [said] }
    })
  if (total > 0) await tell(0, (current) => ({ ...current, isReindexing: true }))
  try {
    const { filename } = record
    const parts = { sourceId, filename, contents: missing, done: 0, whole: record.contents }
    await indexContents(context, parts, async (done) => {
      await tell(done, (current) => current)
    })
    const left = await contentsMissing(missing, context)
    if (left.length > 0) {
      throw new ServiceError('processing_failed', { detail: `The index still lacks chunks of ${left[0]!.contentId}.` })
    }
  } catch (error) {
    // On a stop it stays marked, and whoever looks next goes on.
    if (!context.signal.aborted) await tell(0, withoutMark, true)
    throw error
  }
  await tell(total, withoutMark, true)
  // Meanwhile another version may have come, or the source may be gone: then nobody needs what was written.
  await commit(collections.live, sourceId, (current) => {
    const after = retireUnneeded(
      current!.body,
      current!.body,
      clock.now(),
      copiesOf({ contents: missing, generation, dimensions }),
    )
    return after.retired.length === current!.body.retired.length ? undefined : { body: after }
  })
  return true
}
