import { derivedId, vectorBlobOf } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { IngestContext } from './context.ts'
import type { Extracted } from './extraction/worker-pool.ts'
import { type ContentRef, type SourceDocument, type VersionRecord, versionOf } from './source-document.ts'

export type Reference = { sourceId: string; version: number }

/** The part of a file or text, which is all there is of it; a page's part is its address. */
export const wholeFile = 'file'

/** A content is named for what it is of, so doing it again writes the same blobs. */
export const contentIdOf = ({ sourceId, version }: Reference, round: number, part: string): string =>
  derivedId('cnt', sourceId, version, round, part)

export const textBlobOf = (contentId: string): string => `${contentId}_text`
export const chunksBlobOf = (contentId: string): string => `${contentId}_chunks`

/** A content whose blobs are stored, before the version names it. */
export type StoredContent = ContentRef & {
  textHash: string
  language: string | null
  /** Of a fetched page; a file's are known since its upload. */
  bytes?: number
  sha256?: string
  ownTitle?: string
}

/** Stores the text and the chunks of a content. */
export async function storeContent(
  contentId: string,
  { text, chunkLines, chunks, language, title }: Extracted,
  { tenant, blobs }: IngestContext,
): Promise<StoredContent> {
  const chunksBlobId = chunksBlobOf(contentId)
  const [stored] = await Promise.all([
    blobs.put(tenant, textBlobOf(contentId), text),
    blobs.put(tenant, chunksBlobId, chunkLines),
  ])
  return {
    contentId,
    chunksBlobId,
    chunks,
    title: title ?? '',
    textHash: stored.sha256,
    language,
    ...(title && { ownTitle: title }),
  }
}

const idsOf = ({ contents, retired = [] }: VersionRecord): string[] =>
  [...contents, ...retired.flat()].map(({ contentId }) => contentId)

/** Removes the blobs of contents, the vectors that retrieval keeps with them included, and answers how many. */
export async function removeContents(contentIds: Iterable<string>, { tenant, blobs }: IngestContext): Promise<number> {
  let count = 0
  for (const contentId of contentIds) {
    for (let part = 0; await blobs.remove(tenant, vectorBlobOf(contentId, part)); part++) count++
    count += Number(await blobs.remove(tenant, chunksBlobOf(contentId)))
    count += Number(await blobs.remove(tenant, textBlobOf(contentId)))
  }
  return count
}

/**
 * Removes those of the contents that their version does not name: it was deleted, failed or begun anew while they were
 * made, so nobody else would ever remove them.
 */
export async function removeStray(
  { version }: Reference,
  contentIds: string[],
  stored: Stored<SourceDocument> | undefined,
  context: IngestContext,
): Promise<void> {
  const record = stored && !stored.body.deleted ? versionOf(stored.body, version) : undefined
  const named = new Set(record ? idsOf(record) : [])
  await removeContents(new Set(contentIds.filter((id) => !named.has(id))), context)
}

/** Removes every blob of a deleted source and answers how many; doing it again removes nothing. What remains is a tombstone without content. */
export async function removeBlobs(sourceId: string, context: IngestContext): Promise<number> {
  const { tenant, collections, blobs } = context
  const stored = await collections.sources.get(tenant, sourceId)
  if (!stored?.body.deleted) return 0
  let count = 0
  for (const record of stored.body.versions) {
    const { origin, version, round } = record
    if (origin.kind !== 'url') count += Number(await blobs.remove(tenant, origin.blobId))
    const rounds = Array.from({ length: round }, (_, i) => contentIdOf({ sourceId, version }, i + 1, wholeFile))
    count += await removeContents(new Set([...idsOf(record), ...rounds]), context)
  }
  return count
}
