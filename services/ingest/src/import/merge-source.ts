import type { manifestSource } from '@frontdesk/contracts'
import type { z } from 'zod'
import type { Verdict } from '../jobs/job-document.ts'
import { newestOf, type SourceDocument, type VersionRecord, versionOf } from '../sources/source-document.ts'
import { withRestored } from '../versions/add-version.ts'

export type ImportedSource = z.output<typeof manifestSource>
/** A version of a manifest. `contents` are undefined when its text exists already and was not stored again. */
export type ImportedVersion = Pick<
  VersionRecord,
  'version' | 'createdAt' | 'note' | 'bytes' | 'sha256' | 'language' | 'origin'
> & { textHashes: string[]; contents: VersionRecord['contents'] | undefined }

/** The result of merging a source. `pending`: the version that retrieval has to make live. */
export type Merged = {
  body: SourceDocument
  verdict: Exclude<Verdict, 'rejected'>
  pending?: VersionRecord
  isRenamed: boolean
  isDescribed: boolean
}

const isSameText = (a: string[] | undefined, b: string[] | undefined): boolean =>
  a !== undefined && b !== undefined && a.length === b.length && a.every((hash, i) => hash === b[i])

/** An existing version with the same text that is Ready or Processing. */
export const findSame = (
  document: SourceDocument,
  { version, createdAt, textHashes }: Pick<ImportedVersion, 'version' | 'createdAt' | 'textHashes'>,
): VersionRecord | undefined =>
  document.versions.find(
    (record) =>
      record.status !== 'Failed' &&
      isSameText(record.textHashes, textHashes) &&
      (record.version === version || record.createdAt === createdAt),
  )

const recordOf = ({ contents = [], ...version }: ImportedVersion): VersionRecord => ({
  ...version,
  status: 'Ready',
  round: 1,
  contents,
  chunks: contents.reduce((sum, { chunks }) => sum + chunks, 0),
})

const asPending = (record: VersionRecord): VersionRecord => ({
  ...record,
  status: 'Processing',
  progress: { done: 0, total: record.chunks, unit: 'chunks' },
})

const withRecord = (document: SourceDocument, record: VersionRecord): SourceDocument => {
  const versions = [...document.versions.filter(({ version }) => version !== record.version), record]
  versions.sort((a, b) => a.version - b.version)
  return { ...document, versions, status: versions.at(-1)!.status }
}

/** A new source as in the manifest, with its live version still to be indexed. */
export function createImported(source: ImportedSource, versions: ImportedVersion[]): Merged {
  const { title, source: name, type, tags, metadata, createdAt, updatedAt, liveVersion } = source
  const records = versions.map((version) => recordOf(version)).sort((a, b) => a.version - b.version)
  const live = records.find(({ version }) => version === liveVersion)
  const pending = live && asPending(live)
  const empty: SourceDocument = {
    source: name,
    title,
    isTitled: true,
    type,
    tags: [...new Set(tags)],
    metadata,
    added: createdAt,
    updated: updatedAt,
    status: records.at(-1)!.status,
    liveVersion: null,
    versions: records,
    operations: [],
  }
  const body = pending ? withRecord(empty, pending) : empty
  return { body, verdict: 'created', ...(pending && { pending }), isRenamed: false, isDescribed: false }
}

/**
 * A source that is here, after an import: it answers with what the manifest says is live, has every version of the
 * manifest, and none of its own is lost. A number that has another text here is not taken twice: the manifest's version
 * gets the next one. Merging the same again changes nothing.
 */
export function mergeImported(
  current: SourceDocument,
  source: ImportedSource,
  versions: ImportedVersion[],
  now: string,
): Merged {
  let body = current
  let isChanged = false
  let live: VersionRecord | undefined
  for (const version of versions.toSorted((a, b) => a.version - b.version)) {
    let record = findSame(body, version)
    if (!record) {
      const isTaken = versionOf(body, version.version) !== undefined
      record = recordOf(version)
      if (isTaken) {
        const number = newestOf(body).version + 1
        record = { ...record, version: number, note: `Imported; it was version ${version.version} there` }
      }
      body = withRecord(body, record)
      isChanged = true
    }
    if (version.version === source.liveVersion) live = record
  }

  let pending: VersionRecord | undefined
  if (live && !answersWith(live, current)) {
    if (live.version > newestOf(current).version && live.version === newestOf(body).version) {
      pending = asPending(live)
      body = withRecord(body, pending)
    } else {
      const restored = withRestored(body, live, now)
      pending = restored.version
      body = restored.body
    }
    isChanged = true
  }

  const { title, metadata } = source
  const tags = [...new Set(source.tags)]
  const isRenamed = title !== body.title
  const isDescribed =
    isRenamed || JSON.stringify([tags, metadata]) !== JSON.stringify([body.tags, sorted(body.metadata, metadata)])
  if (isDescribed) body = { ...body, title, isTitled: true, tags, metadata }
  if (isChanged || isDescribed) body = { ...body, updated: now }
  return {
    body,
    verdict: isChanged || isDescribed ? 'updated' : 'skipped',
    ...(pending && { pending }),
    isRenamed,
    isDescribed,
  }
}

/** Whether the live version has this text, or will have it as soon as the pending version is indexed. */
function answersWith({ textHashes }: VersionRecord, { versions, liveVersion }: SourceDocument): boolean {
  const next = versions.findLast(
    ({ status, contents, version }) => status === 'Processing' && contents.length > 0 && version > (liveVersion ?? 0),
  )
  const answering = next ?? versions.find(({ version }) => version === liveVersion)
  return isSameText(answering?.textHashes, textHashes)
}

/** A record with its keys in the order of another one, so that only values are compared. */
const sorted = (record: Record<string, string>, like: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...Object.keys(like), ...Object.keys(record)].flatMap((key) => (key in record ? [[key, record[key]!]] : [])),
  )
