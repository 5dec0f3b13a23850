import {
  type BodyOf,
  derivedId,
  ingest,
  invalidField,
  type NewContent,
  ServiceError,
  type Source,
  without,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { charsetOf } from '@frontdesk/text-files/charset'
import type { IngestContext } from '../context.ts'
import {
  newestOf,
  operationsKept,
  type SourceDocument,
  toSource,
  unknownSource,
  unknownVersion,
  type VersionRecord,
  versionOf,
  withVersion,
} from '../sources/source-document.ts'

export const operationKey = (operationId: string): string => derivedId('op', operationId).slice(3, 19)

/** Throws `invalid_request` for a name of no charset. */
function requireKnownCharset(encoding: string | undefined): void {
  if (encoding !== undefined && charsetOf(encoding) === undefined)
    throw invalidField('encoding', 'is not the name of a charset that is known here')
}

function newVersion(version: number, origin: NewContent, now: string): VersionRecord {
  return {
    version,
    createdAt: now,
    status: 'Processing',
    origin,
    round: 1,
    bytes: origin.kind === 'url' ? 0 : origin.bytes,
    sha256: origin.kind === 'url' ? '' : origin.sha256,
    chunks: 0,
    language: null,
    ...(origin.kind === 'file' && origin.encoding !== undefined && { statedEncoding: origin.encoding }),
    contents: [],
  }
}

/** When a source's pages are crawled next, as a field of its document. */
export const recrawlSchedule = (hours: number | undefined, now: number) =>
  hours === undefined ? {} : { recrawlEveryHours: hours, recrawlAt: now + hours * 60 * 60 * 1_000 }

const nameOf = (content: NewContent, title: string | undefined): string => {
  if (content.kind === 'file') return content.filename
  if (content.kind === 'url') return content.url
  return title ?? 'Untitled'
}

/** Records a new source with its first version, to be processed. A repeated operation changes nothing. */
export async function addSource(
  { operationId, content, title, tags, recrawlEveryHours }: BodyOf<typeof ingest.queries.sourceAdd>,
  context: IngestContext,
): Promise<Source> {
  const { tenant, clock, collections, commit, event } = context
  requireKnownCharset(content.kind === 'file' ? content.encoding : undefined)
  const id = derivedId('src', tenant, operationId)
  const stored = await commit(collections.sources, id, (current) => {
    if (current) return undefined
    const now = timestampOf(clock)
    const name = nameOf(content, title)
    const body: SourceDocument = {
      source: name,
      title: title ?? name,
      isTitled: title !== undefined,
      type: content.kind,
      tags: [...new Set(tags)],
      metadata: {},
      added: now,
      updated: now,
      status: 'Processing',
      liveVersion: null,
      versions: [newVersion(1, content, now)],
      ...recrawlSchedule(content.kind === 'url' ? recrawlEveryHours : undefined, clock.now()),
      operations: [operationKey(operationId)],
    }
    return { body, events: [event(ingest.events.versionAccepted, { sourceId: id, version: 1 })] }
  })
  return toSource(id, stored!.body)
}

/** Records a new version of a source; the old one stays live until the new one is Ready. */
export async function replaceContent(
  { operationId, sourceId, content }: BodyOf<typeof ingest.queries.sourceReplace>,
  context: IngestContext,
): Promise<Source> {
  requireKnownCharset(content.kind === 'file' ? content.encoding : undefined)
  const { clock, collections, commit, event } = context
  const key = operationKey(operationId)
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    if (current.body.operations.includes(key)) return undefined
    const now = timestampOf(clock)
    const version = newestOf(current.body).version + 1
    const body: SourceDocument = {
      ...current.body,
      ...(content.kind === 'file' && { source: content.filename }),
      updated: now,
      status: 'Processing',
      versions: [...current.body.versions, newVersion(version, content, now)],
      operations: [...current.body.operations, key].slice(-operationsKept),
    }
    return { body, events: [event(ingest.events.versionAccepted, { sourceId, version })] }
  })
  return toSource(sourceId, stored!.body)
}

/**
 * Processes a Failed newest version again, with its text read in `encoding` when somebody names one. Throws `conflict` in any
 * other state. The same operation again changes nothing.
 */
export async function retrySource(
  sourceId: string,
  context: IngestContext,
  { operationId, encoding }: { operationId?: string; encoding?: string | undefined } = {},
): Promise<Source> {
  requireKnownCharset(encoding)
  const { clock, collections, commit, event } = context
  const key = operationId === undefined ? [] : [operationKey(operationId)]
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    const { operations } = current.body
    if (key.some((each) => operations.includes(each))) return undefined
    const newest = newestOf(current.body)
    if (newest.status !== 'Failed') {
      throw new ServiceError('conflict', {
        detail: `Only a Failed source can be processed again; this one is ${newest.status}.`,
      })
    }
    const { contents, retired = [] } = newest
    const again: VersionRecord = {
      ...without(newest, 'error', 'progress', 'textHashes', 'restores', 'retired', 'encoding'),
      status: 'Processing',
      round: newest.round + 1,
      chunks: 0,
      ...(encoding !== undefined && { statedEncoding: encoding }),
      contents: [],
      ...(contents.length + retired.length > 0 && { retired: contents.length > 0 ? [...retired, contents] : retired }),
    }
    const versions = [...current.body.versions.slice(0, -1), again]
    const kept = [...operations, ...key].slice(-operationsKept)
    return {
      body: withVersion({ ...current.body, versions, operations: kept }, newest.version, {}, timestampOf(clock)),
      events: [event(ingest.events.versionAccepted, { sourceId, version: newest.version })],
    }
  })
  return toSource(sourceId, stored!.body)
}

/**
 * The document with one more version, which has the contents of an older one: nothing is extracted or embedded again.
 * What answers goes on to answer until retrieval has flipped to it.
 */
export function withRestored(
  document: SourceDocument,
  restored: VersionRecord,
  now: string,
): { body: SourceDocument; version: VersionRecord } {
  const version: VersionRecord = {
    ...without(restored, 'error', 'retired', 'rejections', 'progress', 'note'),
    version: newestOf(document).version + 1,
    createdAt: now,
    note: `Restored from version ${restored.version}`,
    status: 'Processing',
    round: 1,
    restores: restored.version,
  }
  const body = { ...document, updated: now, status: version.status, versions: [...document.versions, version] }
  return { body, version }
}

/** The version that retrieval must make live, as event data. */
export const extractedEvent = (sourceId: string, document: SourceDocument, record: VersionRecord) => ({
  sourceId,
  version: record.version,
  title: document.title,
  language: record.language,
  contents: record.contents,
  ...(document.type === 'url' && { url: document.source }),
  ...(record.origin.kind === 'file' && { filename: record.origin.filename }),
  ...(document.life !== undefined && { life: document.life }),
})

/** Makes the content of a version live again, as a new version. Throws `not_found`, `conflict` for one never Ready. */
export async function restoreVersion(
  { operationId, sourceId, version }: BodyOf<typeof ingest.queries.versionRestore>,
  context: IngestContext,
): Promise<Source> {
  const { clock, collections, commit, event } = context
  const key = operationKey(operationId)
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    if (current.body.operations.includes(key)) return undefined
    const record = versionOf(current.body, version)
    if (!record) throw unknownVersion()
    if (record.status !== 'Ready') {
      throw new ServiceError('conflict', {
        detail: `Version ${version} is ${record.status}; only a Ready version can be restored.`,
      })
    }
    const restored = withRestored(current.body, record, timestampOf(clock))
    const operations = [...current.body.operations, key].slice(-operationsKept)
    return {
      body: { ...restored.body, operations },
      events: [event(ingest.events.versionExtracted, extractedEvent(sourceId, restored.body, restored.version))],
    }
  })
  return toSource(sourceId, stored!.body)
}
