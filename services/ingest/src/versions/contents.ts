import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { derivedId, vectorBlobOf } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { IngestContext } from '../context.ts'
import type { Description } from '../extraction/document.ts'
import type { DocumentToExtract, PartWriter, WorkerPool } from '../extraction/worker-pool.ts'
import { type ContentRef, type SourceDocument, type VersionRecord, versionOf } from '../sources/source-document.ts'
import { chunksBlobOf, textBlobOf } from './blob-names.ts'

export type Reference = { sourceId: string; version: number }

/** The part of a file or text, which is all there is of it; a page's part is its address. */
export const wholeFile = 'file'

/** The id of a content derives from its origin, so a repeated extraction writes the same blobs. */
export const contentIdOf = ({ sourceId, version }: Reference, round: number, part: string): string =>
  derivedId('cnt', sourceId, version, round, part)

/** A content whose blobs are stored, before the version names it. */
export type StoredContent = ContentRef & {
  textHash: string
  language: string | null
  encoding?: string
  /** Of a fetched page; a file's are known since its upload. */
  bytes?: number
  sha256?: string
  ownTitle?: string
  description?: Description
}

/** Writes the text and the chunks of a content into its blobs as they arrive. */
function contentWriter(contentId: string, { tenant, blobs }: IngestContext): PartWriter<{ textHash: string }> {
  const text = new PassThrough()
  const chunkLines = new PassThrough()
  const stored = Promise.all([
    blobs.put(tenant, textBlobOf(contentId), text),
    blobs.put(tenant, chunksBlobOf(contentId), chunkLines),
  ])
  // Whoever writes or ends hears of it; a store that fails at once may not have listened to the streams yet.
  stored.catch(() => {})
  for (const stream of [text, chunkLines]) stream.on('error', () => {})
  const write = async (into: PassThrough, bytes: Uint8Array) => {
    if (!into.write(bytes)) await Promise.race([once(into, 'drain'), stored])
  }
  return {
    async write(part) {
      await Promise.all([write(text, part.text), write(chunkLines, part.chunkLines)])
    },
    async end() {
      text.end()
      chunkLines.end()
      const [{ sha256 }] = await stored
      return { textHash: sha256 }
    },
    async abort(error) {
      text.destroy(error)
      chunkLines.destroy(error)
      await stored.catch(() => {})
    },
  }
}

/** Extracts a document and stores its text and chunks, while they are made, as those of a content. */
export async function extractContent(
  contentId: string,
  document: DocumentToExtract,
  { pool, onProgress }: { pool: WorkerPool; onProgress: (done: number, total: number) => void },
  context: IngestContext,
): Promise<StoredContent> {
  const { chunks, language, title, description, encoding, unreadNotes, stored } = await pool.extract(document, {
    signal: context.signal,
    onProgress,
    open: () => contentWriter(contentId, context),
  })
  if (unreadNotes)
    context.log.warn({ contentId, pages: unreadNotes }, 'form values and notes of pages of a PDF could not be read')
  return {
    contentId,
    chunksBlobId: chunksBlobOf(contentId),
    chunks,
    title: title ?? '',
    textHash: stored.textHash,
    language,
    ...(encoding && { encoding }),
    ...(title && { ownTitle: title }),
    ...(description && { description }),
  }
}

const idsOf = ({ contents, retired = [] }: VersionRecord): string[] =>
  [...contents, ...retired.flat()].map(({ contentId }) => contentId)

/** Removes the blobs of contents, including the vectors that retrieval stores with them; resolves with their number. */
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

/** Removes every blob of a deleted source; resolves with their number. Idempotent. A tombstone without content remains. */
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
