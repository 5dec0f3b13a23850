import {
  type BodyOf,
  crawler,
  type ErrorCode,
  errorCodes,
  ingest,
  type retrieval,
  toWireError,
  without,
} from '@frontdesk/contracts'
import type { NewEvent } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import {
  type Failure,
  newestOf,
  type SourceDocument,
  toSource,
  type VersionRecord,
  versionOf,
  withVersion,
} from '../sources/source-document.ts'
import type { Reference } from './contents.ts'

/** Error codes about a document or its page; any other error is shown as a general failure. */
const ownCodes = new Set<ErrorCode>([
  'empty_document',
  'no_text',
  'charset_unknown',
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

/** What the API says of an error about a document. */
export function failureOf(error: unknown): Failure {
  const { code, message, candidates } = toWireError(error)
  return ownCodes.has(code)
    ? { code, message, ...(candidates && { candidates }) }
    : { code: 'processing_failed', message: errorCodes.processing_failed.title }
}

async function fail(
  { sourceId, version }: Reference,
  failure: Failure,
  context: IngestContext,
  change: (record: VersionRecord) => Partial<VersionRecord> | undefined,
  more: NewEvent[] = [],
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
      events: [
        event(ingest.events.knowledgeUpdated, { source: toSource(sourceId, body), change: 'failed', error: failure }),
        ...more,
      ],
    }
  })
}

/**
 * Ends a version without a readable text as Failed, with a code and a message, and tells `more`; the live version stays live.
 * What a `round` of reading came to says nothing of a later one.
 */
export const failExtraction = (
  { round, ...reference }: Reference & { round?: number },
  error: unknown,
  context: IngestContext,
  more: NewEvent[] = [],
): Promise<void> =>
  fail(
    reference,
    failureOf(error),
    context,
    (record) => (record.contents.length > 0 || record.round !== (round ?? record.round) ? undefined : {}),
    more,
  )

/** Ends a version whose text is not read yet, or that no page was fetched of; any other version continues. */
export async function cancelVersion(reference: Reference, context: IngestContext): Promise<void> {
  const { tenant, collections, ask, log } = context
  const failure = { code: 'cancelled', message: errorCodes.cancelled.title }
  await fail(reference, failure, context, ({ contents, progress, origin }) => {
    const isFetched = origin.kind === 'url' && (progress?.done ?? 0) > 0
    return contents.length > 0 || isFetched ? undefined : {}
  })
  const stored = await collections.sources.get(tenant, reference.sourceId)
  const record = stored && versionOf(stored.body, reference.version)
  if (record?.error?.code !== 'cancelled' || !record.crawlId) return
  try {
    await ask(crawler.queries.crawlCancel, { crawlId: record.crawlId })
  } catch (error) {
    // Nobody waits for that crawl any more: at worst it fetches what is then thrown away.
    log.warn({ ...reference, err: error }, 'the crawl of a cancelled version could not be stopped')
  }
}

/** Ends a version that could not be indexed as Failed; the live version stays live. `eventId` identifies a repeated rejection. */
export const rejectVersion = (
  { sourceId, version, error }: BodyOf<typeof retrieval.events.versionRejected>,
  eventId: string,
  context: IngestContext,
): Promise<void> => {
  const failure = error.code in errorCodes ? error : { ...error, code: 'processing_failed' }
  return fail({ sourceId, version }, failure, context, ({ rejections = [] }) =>
    rejections.includes(eventId) ? undefined : { rejections: [...rejections, eventId] },
  )
}

/**
 * Marks an older version with a text as Ready once a newer one is live, because retrieval does not index it any more.
 */
function superseded(record: VersionRecord): VersionRecord {
  if (record.status !== 'Processing' || record.contents.length === 0) return record
  const { progress: _, ...rest } = record
  return { ...rest, status: 'Ready' }
}

/** Makes a searchable version Ready, and live unless a newer one is. */
export async function goLive(
  { sourceId, version, chunks }: Reference & { chunks: number },
  context: IngestContext,
): Promise<void> {
  const { collections, commit, clock, event } = context
  await commit(collections.sources, sourceId, (current) => {
    const record = current && versionOf(current.body, version)
    if (!current || current.body.deleted || !record || record.status === 'Ready') return undefined
    const done = without(record, 'progress', 'error')
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
      events: isNewest ? [event(ingest.events.knowledgeUpdated, { source: toSource(sourceId, body), change })] : [],
    }
  })
}

/** Shows how far writing the live version again is, with its vectors or after the index had lost it; removed when it is complete. */
export async function showReindexing(
  { sourceId, version, done, total, isEnded }: BodyOf<typeof retrieval.events.versionReindexed>,
  { collections, commit }: IngestContext,
): Promise<void> {
  await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) return undefined
    const { reindexing, ...rest } = current.body
    const isOver = isEnded || done >= total || current.body.liveVersion !== version
    if (isOver) return reindexing ? { body: rest } : undefined
    return { body: { ...rest, reindexing: { version, done, total } } }
  })
}
