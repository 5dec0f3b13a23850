import {
  type BodyOf,
  derivedId,
  type NewContent,
  ServiceError,
  type Source,
  type sourceAdd,
  type sourceReplace,
  versionAccepted,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from './context.ts'
import {
  newestOf,
  type SourceDocument,
  toSource,
  unknownSource,
  type VersionRecord,
  withVersion,
} from './source-document.ts'

/** Operations that a source remembers, to know a repeated one. */
const operationsKept = 50

const operationKey = (operationId: string): string => derivedId('op', operationId).slice(3, 19)

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
    contents: [],
  }
}

const nameOf = (content: NewContent, title: string | undefined): string => {
  if (content.kind === 'file') return content.filename
  if (content.kind === 'url') return content.url
  return title ?? 'Untitled'
}

/** Records a new source with its first version, to be processed. The same operation again changes nothing. */
export async function addSource(
  { operationId, content, title, tags }: BodyOf<typeof sourceAdd>,
  context: IngestContext,
): Promise<Source> {
  const { tenant, clock, collections, commit, event } = context
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
      operations: [operationKey(operationId)],
    }
    return { body, events: [event(versionAccepted, { sourceId: id, version: 1 })] }
  })
  return toSource(id, stored!.body)
}

/** Records a new version of a source; the old one answers until the new one is Ready. */
export async function replaceContent(
  { operationId, sourceId, content }: BodyOf<typeof sourceReplace>,
  context: IngestContext,
): Promise<Source> {
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
    return { body, events: [event(versionAccepted, { sourceId, version })] }
  })
  return toSource(sourceId, stored!.body)
}

/** Processes a Failed newest version again. Throws `conflict` in any other state. */
export async function retrySource(sourceId: string, context: IngestContext): Promise<Source> {
  const { clock, collections, commit, event } = context
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    const newest = newestOf(current.body)
    if (newest.status !== 'Failed') {
      throw new ServiceError('conflict', {
        detail: `Only a Failed source can be processed again; this one is ${newest.status}.`,
      })
    }
    const { error: _, progress: __, textBlobId: ___, contents, retired = [], ...rest } = newest
    const again: VersionRecord = {
      ...rest,
      status: 'Processing',
      round: newest.round + 1,
      chunks: 0,
      contents: [],
      ...(contents.length + retired.length > 0 && { retired: contents.length > 0 ? [...retired, contents] : retired }),
    }
    const versions = [...current.body.versions.slice(0, -1), again]
    return {
      body: withVersion({ ...current.body, versions }, newest.version, {}, timestampOf(clock)),
      events: [event(versionAccepted, { sourceId, version: newest.version })],
    }
  })
  return toSource(sourceId, stored!.body)
}
