import {
  type CharsetCandidate,
  type contentRef,
  type NewContent,
  type Removed,
  ServiceError,
  type Source,
  type SourceVersion,
} from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { z } from 'zod'
import { textBlobOf } from '../versions/blob-names.ts'

export type Failure = { code: string; message: string; candidates?: CharsetCandidate[] }
export type ContentRef = z.output<typeof contentRef>

/** One version of a source: its origin and its progress. */
export type VersionRecord = {
  version: number
  createdAt: string
  note?: string
  status: 'Processing' | 'Ready' | 'Failed'
  error?: Failure
  origin: NewContent
  /** How often it was retried manually; part of the names of its blobs. */
  round: number
  progress?: { done: number; total: number; unit: string }
  crawlId?: string
  /** The crawler has not told of the crawl yet: until then nobody is shown its id, for it can't be read. */
  isCrawlAwaited?: boolean
  bytes: number
  sha256: string
  chunks: number
  language: string | null
  /** The charset that its text was read in. */
  encoding?: string
  /** What somebody said, with the file or when it was retried, that its text is in. */
  statedEncoding?: string
  /** What retrieval indexes; empty until extracted. */
  contents: ContentRef[]
  /** SHA-256 of each content's text: what two versions are compared by. */
  textHashes?: string[]
  /** SHA-256 of each content's page as it was fetched: an unchanged page is not read again. */
  pageHashes?: string[]
  /** The version whose contents it has, when it was made by a restore. */
  restores?: number
  /** Contents of earlier rounds, oldest first: their blobs go with the source. */
  retired?: ContentRef[][]
  /** Ids of the rejections that were heeded: one that comes again must not end a later round. */
  rejections?: string[]
}

/** The commit point of a source and all its versions. */
export type SourceDocument = {
  source: string
  title: string
  /** True when a user chose the title; the document's own title then never replaces it. */
  isTitled: boolean
  type: Source['type']
  tags: string[]
  metadata: Record<string, string>
  /** Those of the tags and metadata that its text gave it (front matter). */
  described?: { tags: string[]; metadata: Record<string, string> }
  added: string
  updated: string
  /** The newest version's, for lists and filters. */
  status: VersionRecord['status']
  liveVersion: number | null
  versions: VersionRecord[]
  /** Its pages are looked at again this often, next at `recrawlAt` (milliseconds since 1970). */
  recrawlEveryHours?: number
  recrawlAt?: number
  /** The live version's chunks are being written into the index again, which had lost them. */
  reindexing?: { version: number; done: number; total: number }
  /** Keys of the latest operations that made a version, newest last. */
  operations: string[]
  /** A tombstone: nothing brings it back but an import, as a new life. */
  deleted?: true
  /** How often it has come into being; 1 when it doesn't say. */
  life?: number
  /** What was removed, once the deletion is complete. */
  erasure?: { removed: Removed; finishedAt: string }
}

export const sources = collection<SourceDocument>(
  'ingest-sources',
  [
    { fields: ['added'] },
    { fields: ['status', 'added'] },
    { fields: ['type', 'added'] },
    // Counts of tags are read from it alone.
    { fields: ['deleted', 'tags'] },
    { fields: ['recrawlAt'], acrossTenants: true },
  ],
  {
    refersTo: ({ body }) => ({ blobs: blobsOf(body), isSearched: !body.deleted && body.liveVersion !== null }),
  },
)

/** What its versions were made from, and the texts and chunks of those that are Ready. */
function blobsOf({ deleted, versions }: SourceDocument): string[] {
  if (deleted) return []
  const blobs = versions.flatMap(({ status, origin, contents }) => [
    ...(origin.kind === 'url' ? [] : [origin.blobId]),
    ...(status === 'Ready'
      ? contents.flatMap(({ contentId, chunksBlobId }) => [textBlobOf(contentId), chunksBlobId])
      : []),
  ])
  return [...new Set(blobs)]
}

/** How many operations a source stores to recognise a repeated one. */
export const operationsKept = 50

/** The newest version: `status`, `error` and `version` of the source speak of it. */
export const newestOf = (document: SourceDocument): VersionRecord => document.versions.at(-1)!

export const versionOf = (document: SourceDocument, version: number): VersionRecord | undefined =>
  document.versions.find((record) => record.version === version)

/** The document with one version changed, and its own status brought up to date. */
export function withVersion(
  document: SourceDocument,
  version: number,
  change: Partial<VersionRecord>,
  now: string,
): SourceDocument {
  const versions = document.versions.map((record) => (record.version === version ? { ...record, ...change } : record))
  return { ...document, versions, status: versions.at(-1)!.status, updated: now }
}

/** Of the newest version while it is Processing, else of the live one while its vectors are made or it is indexed again. */
function progressOf(document: SourceDocument): Source['progress'] {
  const { status, progress } = newestOf(document)
  if (status === 'Processing') return progress
  const { reindexing, liveVersion } = document
  if (!reindexing || reindexing.version !== liveVersion) return undefined
  return { done: reindexing.done, total: reindexing.total, unit: 'chunks' }
}

/** A source as the API shows it. */
export function toSource(id: string, document: SourceDocument): Source {
  const newest = newestOf(document)
  const live = document.liveVersion === null ? undefined : versionOf(document, document.liveVersion)
  const shown = live ?? newest
  const progress = progressOf(document)
  return {
    id,
    source: document.source,
    title: document.title,
    type: document.type,
    status: newest.status,
    ...(newest.error && { error: newest.error }),
    ...(progress && { progress }),
    added: document.added,
    updated: document.updated,
    version: newest.version,
    liveVersion: document.liveVersion,
    versions: document.versions.length,
    tags: document.tags,
    metadata: document.metadata,
    chunks: shown.chunks,
    bytes: shown.bytes,
    language: shown.language,
    ...(shown.encoding && { encoding: shown.encoding }),
    ...(newest.crawlId && !newest.isCrawlAwaited && { crawlId: newest.crawlId }),
    ...(document.recrawlEveryHours && { recrawlEveryHours: document.recrawlEveryHours }),
  }
}

export function toVersion(document: SourceDocument, record: VersionRecord): SourceVersion {
  const { version, createdAt, note, status, error, bytes, sha256, chunks, encoding } = record
  return {
    version,
    createdAt,
    ...(note && { note }),
    status,
    ...(error && { error }),
    bytes,
    sha256,
    chunks,
    ...(encoding && { encoding }),
    live: document.liveVersion === version,
  }
}

export const unknownSource = () => new ServiceError('not_found', { detail: 'There is no such source.' })

export const unknownVersion = () => new ServiceError('not_found', { detail: 'There is no such version.' })
