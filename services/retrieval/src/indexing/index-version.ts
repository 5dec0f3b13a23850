import { type BodyOf, type ingest, retrieval, ServiceError, without } from '@frontdesk/contracts'
import type { RetrievalContext } from '../context.ts'
import { type Content, emptyRecord, type LiveRecord } from '../live/live-record-document.ts'
import { copiesOf, isBeingRemoved, retireUnneeded } from '../live/retire-copies.ts'
import { chooseSpace } from './choose-space.ts'
import { removeVectors } from './content-vectors.ts'
import { indexContents } from './index-contents.ts'

type Extracted = BodyOf<typeof ingest.events.versionExtracted>

/** The record of the life that an event is of: an import may bring back, as a new life, what was deleted. */
const revived = (record: LiveRecord, life: number): LiveRecord =>
  record.deleted && life > (record.life ?? 1) ? { ...record, deleted: false, version: 0, life } : record

const chunksOf = (contents: Content[]): number => contents.reduce((sum, content) => sum + content.chunks, 0)

/** Whether a version may still become live: not after a newer one or after the source's end. */
const isLate = (record: LiveRecord, version: number): boolean => record.deleted || record.version >= version

/**
 * Brings an extracted version into the index and makes it live in one write, which also says so to the world. Until then
 * the version before answers. A large version is found by its words first, and `renewEmbeddings` makes its vectors. Delivered
 * twice it does the same once; an older version, or one of a deleted source, leaves nothing behind.
 */
export async function indexVersion(extracted: Extracted, context: RetrievalContext): Promise<void> {
  const { sourceId, version, contents } = extracted
  const { tenant, collections, clock, commit } = context
  const known = (await collections.live.get(tenant, sourceId))?.body
  const space = await chooseSpace(contents as Content[], known, context)
  const { generation, dimensions } = space
  const { title, url, filename } = extracted
  const wanted = {
    ...{ version, generation, dimensions, contents: contents as Content[] },
    ...(filename !== undefined && { filename }),
  }

  const begun = await commit(collections.live, sourceId, (stored) => {
    const record = revived(stored?.body ?? emptyRecord, extracted.life)
    if (isLate(record, version)) return undefined
    if (isBeingRemoved(record, copiesOf(wanted))) {
      throw new ServiceError('unavailable', { detail: 'Chunks of this content are being removed.' })
    }
    const before = record.indexing
    const isSame = before?.version === version && before.generation === generation
    if (isSame) return undefined
    return { body: retireUnneeded(record, { ...record, indexing: { ...wanted, done: 0 } }, clock.now()) }
  })
  if (isLate(begun!.body, version)) return

  // Contents that did not change (pages of a site, mostly) are there already.
  const { contents: standing, generation: standingIn, indexing } = begun!.body
  const isStanding = new Set(standingIn === generation ? standing.map(({ contentId }) => contentId) : [])
  const missing = wanted.contents.filter(({ contentId }) => !isStanding.has(contentId))
  const chunks = chunksOf(wanted.contents)
  const standingChunks = chunks - chunksOf(missing)
  await indexContents(context, { sourceId, filename, done: indexing!.done, contents: missing, space }, async (done) => {
    // The end is told by what follows.
    if (standingChunks + done === chunks) return
    const progressed = { sourceId, version, done: standingChunks + done, total: chunks }
    await commit(collections.live, sourceId, (stored) =>
      stored?.body.indexing?.version === version
        ? {
            body: { ...stored.body, indexing: { ...stored.body.indexing, done } },
            events: [context.event(retrieval.events.versionProgressed, progressed)],
          }
        : undefined,
    )
  })

  const flipped = await commit(collections.live, sourceId, (stored) => {
    const record = stored!.body
    if (isLate(record, version)) {
      return { body: retireUnneeded(record, { ...record, indexing: null }, clock.now(), copiesOf(wanted)) }
    }
    const kept = without(record, 'url', 'renewal', 'filename')
    const after: LiveRecord = { ...kept, title, ...(url !== undefined && { url }), ...wanted, indexing: null }
    return {
      body: retireUnneeded(record, after, clock.now()),
      events: [context.event(retrieval.events.versionIndexed, { sourceId, version, chunks })],
    }
  })
  if (flipped!.body.deleted) await removeVectors(wanted.contents, context)
}
