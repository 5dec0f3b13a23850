import {
  type BodyOf,
  type crawler,
  derivedId,
  errorCodes,
  ingest,
  lookUp,
  messageOfPage,
  oneLineName,
  type retrieval,
  ServiceError,
} from '@frontdesk/contracts'
import type { NewEvent, Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import type { WorkerPool } from '../extraction/worker-pool.ts'
import { describedBy } from '../sources/describe-by-document.ts'
import { type SourceDocument, versionOf, withVersion } from '../sources/source-document.ts'
import { extractedEvent } from './add-version.ts'
import { contentIdOf, extractContent, type Reference, removeStray, type StoredContent, wholeFile } from './contents.ts'
import { type Progress, reportProgress } from './report-progress.ts'
import { failExtraction, failureOf } from './settle-version.ts'

/** Progress is written at most this often: each write is a commit of the source. */
const progressEveryMs = 500

/**
 * Whether a version still waits for its text: it was not processed, ended or retried, and its source was not deleted.
 */
function isAwaiting(stored: Stored<SourceDocument> | undefined, version: number, round?: number): boolean {
  const record = stored && !stored.body.deleted ? versionOf(stored.body, version) : undefined
  return (
    record?.status === 'Processing' && record.contents.length === 0 && (round === undefined || record.round === round)
  )
}

/** The file extensions of manual texts and fetched pages. */
const extensionOf: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'text/plain': 'txt',
}

/** A file name for a fetched page, with its extension. */
export const nameOfPage = (contentType: string): string =>
  `page.${lookUp(extensionOf, contentType.split(';')[0]!.trim()) ?? 'html'}`

/** The charset that a page's content type names. */
const charsetOfType = (contentType: string): string | undefined =>
  /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(contentType)?.[1]

/** Starts processing an accepted version: extracts a file or text, or requests pages from the crawler. */
export async function processVersion(reference: Reference, pool: WorkerPool, context: IngestContext): Promise<void> {
  const { tenant, collections } = context
  const stored = await collections.sources.get(tenant, reference.sourceId)
  const record = stored && versionOf(stored.body, reference.version)
  if (!record) return
  const { origin, round, statedEncoding } = record
  if (origin.kind === 'url') return requestCrawl(reference, origin, context)
  const contentId = contentIdOf(reference, round, wholeFile)
  // A process may have ended after it stored and before it looked who wants it.
  if (!isAwaiting(stored, reference.version)) return removeStray(reference, [contentId], stored, context)
  const filename = origin.kind === 'file' ? origin.filename : 'text.md'
  await failingVisibly({ ...reference, round }, [contentId], context, async () => {
    const said = statedEncoding !== undefined && { encoding: statedEncoding }
    const document = { contentId, blobId: origin.blobId, filename, ...said, part: 0, parts: 1 }
    await accept(reference, round, [await extract(reference, document, pool, context)], context)
  })
}

async function requestCrawl(
  { sourceId, version }: Reference,
  { url, maxPages }: { url: string; maxPages: number },
  context: IngestContext,
) {
  const { collections, commit, clock, event } = context
  await commit(collections.sources, sourceId, (current) => {
    const record = current && versionOf(current.body, version)
    if (!current || !record || !isAwaiting(current, version)) return undefined
    const crawlId = derivedId('crl', sourceId, version, record.round)
    if (record.crawlId === crawlId) return undefined
    const body = withVersion(
      current.body,
      version,
      { crawlId, isCrawlAwaited: true, progress: { done: 0, total: maxPages, unit: 'pages' } },
      timestampOf(clock),
    )
    return { body, events: [event(ingest.events.crawlRequested, { sourceId, version, crawlId, url, maxPages })] }
  })
}

/** Extracts the pages that a crawl fetched. */
export async function processCrawl(
  finished: BodyOf<typeof crawler.events.crawlFinished>,
  pool: WorkerPool,
  context: IngestContext,
): Promise<void> {
  const { tenant, collections } = context
  const { sourceId, version, crawlId, pages, error } = finished
  const stored = await collections.sources.get(tenant, sourceId)
  const record = stored && versionOf(stored.body, version)
  if (!record || record.crawlId !== crawlId) return
  const { round, statedEncoding } = record
  const contentIds = pages.map(({ url }) => contentIdOf(finished, round, url))
  if (!isAwaiting(stored, version)) return removeStray(finished, contentIds, stored, context)
  if (error || pages.length === 0) {
    const { code, message } = error ?? { code: 'fetch_failed', message: errorCodes.fetch_failed.title }
    const known = code in errorCodes ? (code as keyof typeof errorCodes) : 'fetch_failed'
    return failExtraction(finished, new ServiceError(known, { detail: message }), context)
  }
  const unread: UnreadPage[] = []
  const told = () => unreadEvents(finished, unread, context)
  await failingVisibly({ ...finished, round, told }, contentIds, context, async () => {
    const contents: StoredContent[] = []
    let refusal: ServiceError | undefined
    let toldAt = performance.now()
    for (const [part, { url, blobId, contentType, bytes, sha256 }] of pages.entries()) {
      const filename = nameOfPage(contentType)
      try {
        const declared = charsetOfType(contentType)
        const said = { ...(declared && { declared }), ...(statedEncoding && { encoding: statedEncoding }) }
        const document = { contentId: contentIds[part]!, blobId, filename, url, ...said, part, parts: pages.length }
        contents.push({ ...(await extract(finished, document, pool, context)), url, bytes, sha256 })
      } catch (error) {
        // A page without text does not take the others with it; all of them would.
        if (!isOfDocument(error)) throw error
        const failure = failureOf(error)
        const detail = messageOfPage(failure, contentType)
        refusal = new ServiceError(error.code, { detail, candidates: error.candidates, cause: error })
        unread.push({ url, ...failure })
      }
      if (performance.now() - toldAt < progressEveryMs) continue
      toldAt = performance.now()
      await recordProgress(finished, { done: part + 1, total: pages.length, unit: 'pages' }, context)
    }
    if (contents.length === 0) throw refusal
    await accept(finished, round, contents, context, told())
  })
}

export type UnreadPage = { url: string; code: string; message: string }

/** Tells the crawler of pages without text: nobody else knows that they are missing. */
export const unreadEvents = (
  { sourceId, crawlId }: { sourceId: string; crawlId: string },
  pages: UnreadPage[],
  { event }: IngestContext,
): NewEvent[] => (pages.length === 0 ? [] : [event(ingest.events.pagesUnread, { sourceId, crawlId, pages })])

/** A blob that becomes a content: one of the `parts` of its version. */
type Document = {
  contentId: string
  blobId: string
  filename: string
  url?: string
  encoding?: string
  declared?: string
  part: number
  parts: number
}

/** Reads a blob into the text and chunks of a content, and reports progress. Throws what extraction throws. */
export async function extract(
  reference: Reference,
  document: Document,
  pool: WorkerPool,
  context: IngestContext,
): Promise<StoredContent> {
  let toldAt = 0
  let telling = Promise.resolve()
  const onProgress = (done: number, total: number) => {
    const now = performance.now()
    if (document.parts > 1 || now - toldAt < progressEveryMs) return
    toldAt = now
    // Progress is for people: the newest word counts, and none of them may fail the work.
    telling = telling
      .then(() => recordProgress(reference, { done, total, unit: 'pages' }, context))
      .catch((error) => {
        context.log.debug({ ...reference, err: error }, 'progress could not be written')
      })
  }
  try {
    return await extractContent(
      document.contentId,
      {
        filename: document.filename,
        read: () => context.blobs.read(context.tenant, document.blobId),
        ...(document.url && { url: document.url }),
        ...(document.encoding && { encoding: document.encoding }),
        ...(document.declared && { declared: document.declared }),
      },
      { pool, onProgress },
      context,
    )
  } finally {
    await telling
  }
}

/** Records the progress of a crawl as the progress of its version. */
export async function recordCrawlProgress(
  { sourceId, version, crawlId, progress }: BodyOf<typeof crawler.events.crawlProgressed>,
  context: IngestContext,
): Promise<void> {
  const isOurs = (current: Stored<SourceDocument>) =>
    isAwaiting(current, version) && versionOf(current.body, version)?.crawlId === crawlId
  await reportProgress({ sourceId, version }, { progress, isCrawlAwaited: false }, isOurs, context)
}

/** Records how many chunks of a version that was extracted are searchable. */
export const recordIndexing = (
  { sourceId, version, done, total }: BodyOf<typeof retrieval.events.versionProgressed>,
  context: IngestContext,
): Promise<void> => recordProgress({ sourceId, version }, { done, total, unit: 'chunks' }, context)

/** Reports the progress of a version that is being processed. */
async function recordProgress(reference: Reference, progress: Progress, context: IngestContext): Promise<void> {
  const isProcessing = ({ body }: Stored<SourceDocument>) =>
    !body.deleted && versionOf(body, reference.version)?.status === 'Processing'
  await reportProgress(reference, { progress }, isProcessing, context)
}

/** Whether a title is meaningful; for a number from a program (`0000320193-23-000006`) the file name is used instead. */
const isTitle = (text: string): boolean => /\p{L}{3}/u.test(text)

/** Commits the extracted contents, for retrieval to index. */
async function accept(
  reference: Reference,
  round: number,
  stored: StoredContent[],
  context: IngestContext,
  more: NewEvent[] = [],
): Promise<void> {
  const { sourceId, version } = reference
  const { collections, commit, clock, event } = context
  const after = await commit(collections.sources, sourceId, (current) => {
    if (!current || !isAwaiting(current, version, round)) return undefined
    const chunks = stored.reduce((sum, content) => sum + content.chunks, 0)
    const isSuperseded = (current.body.liveVersion ?? 0) > version
    const { ownTitle: found, description } = stored[0]!
    const ownTitle = description?.title ?? (found && isTitle(found) ? found : undefined)
    const shown = oneLineName(ownTitle?.slice(0, 300).toWellFormed() ?? '')
    const title = (!current.body.isTitled && shown) || current.body.title
    const contents = stored.map(({ contentId, chunksBlobId, chunks: count, title: own, url }) => ({
      contentId,
      chunksBlobId,
      chunks: count,
      title: stored.length > 1 && own ? own : title,
      ...(url && { url }),
    }))
    const language = stored.find((content) => content.language)?.language ?? null
    const isDescribed = stored.length === 1 && (description ?? current.body.described) !== undefined && !isSuperseded
    const encoding = stored.find((content) => content.encoding)?.encoding
    const changed = withVersion(
      {
        ...(isDescribed ? describedBy(current.body, description ?? { tags: [], metadata: {} }) : current.body),
        title,
      },
      version,
      {
        contents,
        chunks,
        language,
        ...(encoding && { encoding }),
        textHashes: stored.map(({ textHash }) => textHash),
        ...(stored[0]!.url && { pageHashes: stored.map(({ sha256 = '' }) => sha256) }),
        // A newer version answers already: this one can be restored, but has nothing to wait for.
        ...(isSuperseded ? { status: 'Ready' as const } : { progress: { done: 0, total: chunks, unit: 'chunks' } }),
        ...(stored[0]!.bytes !== undefined && {
          bytes: stored.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
          sha256: stored[0]!.sha256 ?? '',
        }),
      },
      timestampOf(clock),
    )
    if (isSuperseded) return { body: changed, events: more }
    const extracted = extractedEvent(sourceId, changed, versionOf(changed, version)!)
    return { body: changed, events: [event(ingest.events.versionExtracted, extracted), ...more] }
  })
  const contentIds = stored.map(({ contentId }) => contentId)
  await removeStray(reference, contentIds, after, context)
}

/** Whether an error is caused by the document, so that a retry can't help. */
export const isOfDocument = (error: unknown): error is ServiceError => error instanceof ServiceError && !error.retryable

/**
 * Runs the work; a fault of the document itself ends the version as Failed at once and leaves none of its contents,
 * anything else is tried again.
 */
async function failingVisibly(
  { told = () => [], ...reference }: Reference & { round: number; told?: () => NewEvent[] },
  contentIds: string[],
  context: IngestContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (context.signal.aborted || !isOfDocument(error)) throw error
    await failExtraction(reference, error, context, told())
    const stored = await context.collections.sources.get(context.tenant, reference.sourceId)
    await removeStray(reference, contentIds, stored, context)
  }
}
