import {
  type BodyOf,
  crawlCancel,
  type ErrorCode,
  errorCodes,
  knowledgeUpdated,
  toWireError,
  type versionRejected,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { Reference } from './contents.ts'
import type { IngestContext } from './context.ts'
import {
  type Failure,
  newestOf,
  type SourceDocument,
  toSource,
  type VersionRecord,
  versionOf,
  withVersion,
} from './source-document.ts'

/** Codes that say something of a document or its page; of anything else its owner only learns that it did not work. */
const ownCodes = new Set<ErrorCode>([
  'empty_document',
  'no_text',
  'password_protected',
  'damaged_document',
  'document_too_complex',
  'unsupported_media_type',
  'payload_too_large',
  'address_refused',
  'fetch_failed',
  'robots_disallowed',
  'cancelled',
  'processing_failed',
])

function failureOf(error: unknown): Failure {
  const { code, message } = toWireError(error)
  return ownCodes.has(code)
    ? { code, message }
    : { code: 'processing_failed', message: errorCodes.processing_failed.title }
}

async function fail(
  { sourceId, version }: Reference,
  failure: Failure,
  context: IngestContext,
  change: (record: VersionRecord) => Partial<VersionRecord> | undefined,
): Promise<void> {
  const { collections, commit, clock, event } = context
  await commit(collections.sources, sourceId, (current) => {
    const record = current && !current.body.deleted ? versionOf(current.body, version) : undefined
    const changed = record?.status === 'Processing' ? change(record) : undefined
    if (!current || !changed) return undefined
    const body = withVersion(
      current.body,
      version,
      { ...changed, status: 'Failed', error: failure },
      timestampOf(clock),
    )
    return {
      body,
      events: [event(knowledgeUpdated, { source: toSource(sourceId, body), change: 'failed', error: failure })],
    }
  })
}

/** Ends a version whose text could not be had as Failed, with a code and a sentence; what was live stays live. */
export const failExtraction = (reference: Reference, error: unknown, context: IngestContext): Promise<void> =>
  fail(reference, failureOf(error), context, ({ contents }) => (contents.length > 0 ? undefined : {}))

/** Ends a version that nobody has begun to read or to fetch; anything else goes on to its end. */
export async function cancelVersion(reference: Reference, context: IngestContext): Promise<void> {
  const { tenant, collections, ask, log } = context
  const failure = { code: 'cancelled', message: errorCodes.cancelled.title }
  await fail(reference, failure, context, ({ contents, isBegun, progress, origin }) => {
    const begun = origin.kind === 'url' ? (progress?.done ?? 0) > 0 : isBegun
    return contents.length > 0 || begun ? undefined : {}
  })
  const stored = await collections.sources.get(tenant, reference.sourceId)
  const record = stored && versionOf(stored.body, reference.version)
  if (record?.error?.code !== 'cancelled' || !record.crawlId) return
  try {
    await ask(crawlCancel, { crawlId: record.crawlId })
  } catch (error) {
    // Nobody waits for that crawl any more: at worst it fetches what is then thrown away.
    log.warn({ ...reference, err: error }, 'a crawl of a cancelled version was not stopped')
  }
}

/** Ends a version that could not be indexed as Failed; what was live stays live. `eventId` tells a rejection that comes again. */
export const rejectVersion = (
  { sourceId, version, error }: BodyOf<typeof versionRejected>,
  eventId: string,
  context: IngestContext,
): Promise<void> => {
  const failure = error.code in errorCodes ? error : { ...error, code: 'processing_failed' }
  return fail({ sourceId, version }, failure, context, ({ rejections = [] }) =>
    rejections.includes(eventId) ? undefined : { rejections: [...rejections, eventId] },
  )
}

/** An older version whose text is there has nothing to wait for once a newer one answers: retrieval leaves it out. */
function superseded(record: VersionRecord): VersionRecord {
  if (record.status !== 'Processing' || record.contents.length === 0) return record
  const { progress: _, ...rest } = record
  return { ...rest, status: 'Ready' }
}

/** A version is searchable: it is Ready, and live unless a newer one is. */
export async function goLive(
  { sourceId, version, chunks }: Reference & { chunks: number },
  context: IngestContext,
): Promise<void> {
  const { collections, commit, clock, event } = context
  await commit(collections.sources, sourceId, (current) => {
    const record = current && versionOf(current.body, version)
    if (!current || current.body.deleted || !record || record.status === 'Ready') return undefined
    const { progress: _, error: __, ...done } = record
    // Begun anew and then, late, searchable after all: its chunks are those of the round before.
    const contents = record.contents.length > 0 ? record.contents : (record.retired?.at(-1) ?? [])
    const isFirst = current.body.liveVersion === null
    const isNewest = version > (current.body.liveVersion ?? 0)
    const versions = current.body.versions.map((each) => {
      if (each.version === version) return { ...done, contents, status: 'Ready' as const, chunks }
      return isNewest && each.version < version ? superseded(each) : each
    })
    const body: SourceDocument = withVersion(
      { ...current.body, versions, ...(isNewest && { liveVersion: version }) },
      newestOf(current.body).version,
      {},
      timestampOf(clock),
    )
    const change = isFirst ? 'created' : record.restores === undefined ? 'updated' : 'restored'
    return {
      body,
      events: isNewest ? [event(knowledgeUpdated, { source: toSource(sourceId, body), change })] : [],
    }
  })
}
