import { derivedId } from '@frontdesk/contracts'
import { pagesOf, removeWhere } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import type { WorkerPool } from '../extraction/worker-pool.ts'
import { versionOf } from '../sources/source-document.ts'
import { textBlobOf } from '../versions/blob-names.ts'
import type { DuplicateDocument, FingerprintDocument } from './duplicate-document.ts'
import { bandsOf, likenessOf } from './fingerprint-text.ts'

/** From this similarity on two texts count as near duplicates. */
const nearFrom = 0.8
const textBytes = 128 * 1024 * 1024
/**
 * How many of the most similar sources a source is paired with: of a hundred copies each is paired with five, not with
 * all.
 */
const maxPairs = 5
/** Texts compared with one: more alike than that are as many copies of one thing, and some of them say so. */
const maxCompared = 200

/**
 * Looks for other sources that say what the live version of this one says, and keeps what it finds for review. What is
 * known of contents that are not live any more is forgotten. Doing it again changes nothing.
 */
export async function findDuplicates(sourceId: string, pool: WorkerPool, context: IngestContext): Promise<void> {
  const { tenant, collections } = context
  const source = (await collections.sources.get(tenant, sourceId))?.body
  const live =
    source && !source.deleted && source.liveVersion !== null ? versionOf(source, source.liveVersion) : undefined
  const contentIds = new Set(live?.contents.map(({ contentId }) => contentId))
  const known = new Set<string>()
  let isKnown = false
  for await (const page of pagesOf(collections.fingerprints, tenant, { where: { sourceId } })) {
    for (const { id } of page) {
      if (contentIds.has(id)) known.add(id)
      else {
        await removeContent(id, context)
        isKnown = true
      }
    }
  }
  const fresh = [...contentIds].filter((contentId) => !known.has(contentId))
  if (fresh.length === 0 && contentIds.size > 0) return

  const found = new Map<string, number>()
  for (const contentId of fresh) {
    const fingerprint = await readFingerprint({ contentId, sourceId }, pool, context)
    if (!fingerprint) continue
    for (const other of await alikeOnes(fingerprint, context)) {
      const likeness = likenessOf(fingerprint, other)
      if (likeness >= nearFrom) found.set(other.sourceId, Math.max(likeness, found.get(other.sourceId) ?? 0))
    }
    await storeFingerprint(contentId, fingerprint, context)
  }
  // A source that is looked at for the first time has no pairs to forget.
  if (isKnown && known.size === 0) await removePairs(sourceId, context, (pair) => found.has(otherOf(pair, sourceId)))
  const likest = [...found].sort((a, b) => b[1] - a[1]).slice(0, maxPairs)
  for (const [other, likeness] of likest) await storePair([sourceId, other], likeness, context)
}

const otherOf = ({ first, second }: DuplicateDocument, sourceId: string): string =>
  first === sourceId ? second : first

async function readFingerprint(
  { contentId, sourceId }: { contentId: string; sourceId: string },
  pool: WorkerPool,
  { tenant, blobs, signal }: IngestContext,
): Promise<FingerprintDocument | undefined> {
  const blobId = textBlobOf(contentId)
  // A newer version may have taken its place meanwhile; its own event comes next.
  if (!(await blobs.exists(tenant, blobId))) return undefined
  const read = () => blobs.read(tenant, blobId, { maxBytes: textBytes })
  return { ...(await pool.fingerprint(read, { signal })), sourceId }
}

async function alikeOnes(
  fingerprint: FingerprintDocument,
  { tenant, collections }: IngestContext,
): Promise<FingerprintDocument[]> {
  const { items } = await collections.bands.find(tenant, { where: { key: { in: bandsOf(fingerprint) } }, limit: 1_000 })
  const ids = new Set(
    items.filter(({ body }) => body.sourceId !== fingerprint.sourceId).map(({ body }) => body.contentId),
  )
  const stored = await collections.fingerprints.getMany(tenant, [...ids].slice(0, maxCompared))
  return stored.map(({ body }) => body)
}

async function storeFingerprint(
  contentId: string,
  fingerprint: FingerprintDocument,
  { tenant, collections }: IngestContext,
): Promise<void> {
  const { sourceId } = fingerprint
  const keys = bandsOf(fingerprint).map((key, i) => ({ id: `${contentId}_${i}`, body: { key, contentId, sourceId } }))
  await collections.bands.addMany(tenant, keys)
  await collections.fingerprints.put(tenant, contentId, fingerprint)
}

async function removeContent(contentId: string, { tenant, collections }: IngestContext): Promise<void> {
  await removeWhere(collections.bands, tenant, { contentId })
  await collections.fingerprints.remove(tenant, contentId)
}

/** A dismissed pair stays dismissed, unless the similarity of the texts has changed in kind. */
async function storePair(pair: [string, string], likeness: number, context: IngestContext): Promise<void> {
  const [first, second] = pair.toSorted() as [string, string]
  const kind = likeness === 1 ? ('exact' as const) : ('near' as const)
  const { commit, collections, clock } = context
  await commit(collections.duplicates, derivedId('dup', first, second), (current) => {
    if (current?.body.kind === kind) return undefined
    return { body: { first, second, kind, likeness, status: 'open' as const, createdAt: timestampOf(clock) } }
  })
}

async function removePairs(
  sourceId: string,
  { tenant, collections }: IngestContext,
  isKept: (pair: DuplicateDocument) => boolean,
): Promise<void> {
  for (const field of ['first', 'second']) {
    for await (const page of pagesOf(collections.duplicates, tenant, { where: { [field]: sourceId } }))
      for (const { id, body } of page) if (!isKept(body)) await collections.duplicates.remove(tenant, id)
  }
}
