import type { BodyOf, ingest } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import type { IngestContext } from '../context.ts'
import { textBlobOf } from '../versions/blob-names.ts'
import { findSource } from './read-sources.ts'
import { type SourceDocument, unknownVersion, type VersionRecord, versionOf } from './source-document.ts'

/** Few enough that a page fits into a message, whatever their metadata say. */
const sourcesAPage = 10
const contentsAPage = 500

const readyVersions = (document: SourceDocument): number[] =>
  document.versions.filter(({ status }) => status === 'Ready').map(({ version }) => version)

/** A page of the sources that have a version to export, oldest first, each as it is at one moment. */
export async function exportSources(
  { cursor }: BodyOf<typeof ingest.queries.sourceExport>,
  { tenant, collections, models }: IngestContext,
) {
  const page = await collections.sources.find(tenant, {
    where: { deleted: { exists: false } },
    sort: ascending('added'),
    limit: sourcesAPage,
    cursor,
  })
  const items = page.items.flatMap(({ id, body }) => {
    const versions = readyVersions(body)
    if (versions.length === 0) return []
    const { title, source, type, tags, metadata, added, updated, liveVersion } = body
    return [{ id, title, source, type, tags, metadata, createdAt: added, updatedAt: updated, liveVersion, versions }]
  })
  const { model, dimensions } = models.embedding
  return { embedding: { model, dimensions }, items, nextCursor: page.nextCursor }
}

/** The file that a version was made from; for a web page its address. */
function originalOf({ origin }: VersionRecord) {
  if (origin.kind === 'url') return undefined
  return { blobId: origin.blobId, filename: origin.kind === 'file' ? origin.filename : 'text.md' }
}

/** A version and where its texts, chunks and original are. Throws `not_found` for one that was removed or never Ready. */
export async function exportVersion(
  { sourceId, version, from }: BodyOf<typeof ingest.queries.versionExport>,
  context: IngestContext,
) {
  const { body } = await findSource(sourceId, context)
  const record = versionOf(body, version)
  if (record?.status !== 'Ready') throw unknownVersion()
  const { createdAt, note, sha256, bytes, language, contents } = record
  const original = originalOf(record)
  return {
    version,
    createdAt,
    ...(note && { note }),
    sha256,
    bytes,
    language,
    ...(original && { original }),
    contents: contents
      .slice(from, from + contentsAPage)
      .map((content) => ({ ...content, textBlobId: textBlobOf(content.contentId) })),
    next: from + contentsAPage < contents.length ? from + contentsAPage : null,
  }
}
