import { type BodyOf, derivedId, type ingest, ServiceError, type TriedVersion } from '@frontdesk/contracts'
import type { IngestContext } from '../context.ts'
import { findSource } from '../sources/read-sources.ts'
import { type SourceDocument, unknownVersion, type VersionRecord, versionOf } from '../sources/source-document.ts'
import { extractContent, removeContents } from './contents.ts'

/** Contents of a trial have ids of their own: their chunks come and go in the index beside those of the live version. */
const contentIdOf = (trialId: string, part: number): string => derivedId('cnt', 'trial', trialId, part)

/**
 * What a source would say, ready for the index; see the contract. Throws `not_found`, `conflict`, and what extraction
 * refuses.
 */
export async function extractTrial(
  { trialId, sourceId, content }: BodyOf<typeof ingest.queries.trialExtract>,
  context: IngestContext,
): Promise<TriedVersion> {
  const { body } = await findSource(sourceId, context)
  if (content.kind === 'text') return extractText({ trialId, sourceId, blobId: content.blobId }, body, context)
  const record = versionOf(body, content.version)
  if (!record) throw unknownVersion()
  if (record.status !== 'Ready') {
    throw new ServiceError('conflict', {
      detail: `Version ${record.version} is ${record.status}; only a Ready version can be tried.`,
    })
  }
  return {
    ...described(sourceId, body),
    version: record.version,
    ...filenameOf(record),
    contents: record.contents.map((each, part) => ({ ...each, contentId: contentIdOf(trialId, part) })),
  }
}

const described = (sourceId: string, { title, type, source }: SourceDocument) => ({
  sourceId,
  title,
  ...(type === 'url' && { url: source }),
})

const filenameOf = ({ origin }: VersionRecord) => (origin.kind === 'file' ? { filename: origin.filename } : {})

async function extractText(
  { trialId, sourceId, blobId }: { trialId: string; sourceId: string; blobId: string },
  body: SourceDocument,
  context: IngestContext,
): Promise<TriedVersion> {
  const { tenant, blobs, state } = context
  const document = { filename: 'text.md', read: () => blobs.read(tenant, blobId) }
  const how = { pool: state.extraction.pool(), onProgress: () => {} }
  const { contentId, chunksBlobId, chunks } = await extractContent(contentIdOf(trialId, 0), document, how, context)
  const newest = body.versions.at(-1)?.version ?? 0
  return {
    ...described(sourceId, body),
    // What it would get if it were replaced now.
    version: newest + 1,
    contents: [{ contentId, chunksBlobId, chunks, title: body.title }],
  }
}

/** Removes the text of a trial and what was made of it. Idempotent. */
export async function removeTrial(
  { trialId, blobId }: BodyOf<typeof ingest.queries.trialForget>,
  context: IngestContext,
): Promise<void> {
  await context.blobs.remove(context.tenant, blobId)
  await removeContents([contentIdOf(trialId, 0)], context)
}
