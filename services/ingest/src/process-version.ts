import {
  type BodyOf,
  type crawlFinished,
  crawlRequested,
  derivedId,
  errorCodes,
  knowledgeUpdated,
  ServiceError,
  toWireError,
  versionExtracted,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from './context.ts'
import type { Extracted, WorkerPool } from './extraction/worker-pool.ts'
import {
  type ContentRef,
  newestOf,
  type SourceDocument,
  toSource,
  type VersionRecord,
  versionOf,
  withVersion,
} from './source-document.ts'

/** Progress is written at most this often: each write is a commit of the source. */
const progressEveryMs = 500

type Reference = { sourceId: string; version: number }

/** The version while it waits to be processed; undefined when it was processed already, replaced, or the source deleted. */
async function awaiting(
  { sourceId, version }: Reference,
  { tenant, collections }: IngestContext,
): Promise<VersionRecord | undefined> {
  const stored = await collections.sources.get(tenant, sourceId)
  if (!stored || stored.body.deleted) return undefined
  const record = versionOf(stored.body, version)
  return record?.status === 'Processing' ? record : undefined
}

/** Extensions by which a manual text and a fetched page say what they are. */
const extensionOf: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'text/plain': 'txt',
}

/** Starts an accepted version on its way: extracts a file or text, or asks the crawler for pages. */
export async function processVersion(reference: Reference, pool: WorkerPool, context: IngestContext): Promise<void> {
  const record = await awaiting(reference, context)
  if (!record || record.contents.length > 0) return
  const { origin } = record
  if (origin.kind === 'url') return requestCrawl(reference, origin, context)
  const filename = origin.kind === 'file' ? origin.filename : 'text.md'
  await failingVisibly(reference, context, async () => {
    const extracted = await extract(reference, { blobId: origin.blobId, filename, part: 0, parts: 1 }, pool, context)
    const content = await store(reference, record.round, 'file', extracted, context)
    await accept(reference, [content], context)
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
    if (
      !current ||
      current.body.deleted ||
      record?.status !== 'Processing' ||
      record.crawlId?.endsWith(`_${record.round}`)
    )
      return undefined
    const crawlId = `${derivedId('crl', sourceId, version, record.round)}_${record.round}`
    const body = withVersion(
      current.body,
      version,
      { crawlId, progress: { done: 0, total: maxPages, unit: 'pages' } },
      timestampOf(clock),
    )
    return { body, events: [event(crawlRequested, { sourceId, version, crawlId, url, maxPages })] }
  })
}

/** Extracts the pages that a crawl fetched. */
export async function processCrawl(
  finished: BodyOf<typeof crawlFinished>,
  pool: WorkerPool,
  context: IngestContext,
): Promise<void> {
  const record = await awaiting(finished, context)
  if (!record || record.crawlId !== finished.crawlId || record.contents.length > 0) return
  await failingVisibly(finished, context, async () => {
    if (finished.error || finished.pages.length === 0) {
      const { code, message } = finished.error ?? { code: 'fetch_failed', message: errorCodes.fetch_failed.title }
      throw new ServiceError(code in errorCodes ? (code as keyof typeof errorCodes) : 'fetch_failed', {
        detail: message,
      })
    }
    const contents: Stored[] = []
    for (const [part, page] of finished.pages.entries()) {
      const filename = `page.${extensionOf[page.contentType] ?? 'html'}`
      const extracted = await extract(
        finished,
        { blobId: page.blobId, filename, url: page.url, part, parts: finished.pages.length },
        pool,
        context,
      )
      contents.push({
        ...(await store(finished, record.round, page.url, extracted, context)),
        url: page.url,
        bytes: page.bytes,
        sha256: page.sha256,
      })
    }
    await accept(finished, contents, context)
  })
}

type Document = { blobId: string; filename: string; url?: string; part: number; parts: number }

async function extract(
  reference: Reference,
  document: Document,
  pool: WorkerPool,
  context: IngestContext,
): Promise<Extracted> {
  const read = await context.blobs.read(context.tenant, document.blobId)
  // Workers take the memory itself, so it must be nobody else's (small buffers share a pool; a Buffer's own slice, too).
  const bytes = read.byteLength === read.buffer.byteLength ? read : new Uint8Array(read)
  let toldAt = 0
  let telling = Promise.resolve()
  const onProgress = (done: number, total: number) => {
    const now = performance.now()
    if (document.parts > 1 || now - toldAt < progressEveryMs) return
    toldAt = now
    // Progress is for people: the newest word counts, and none of them may fail the work.
    telling = telling
      .then(() => tellProgress(reference, { done, total, unit: 'pages' }, context))
      .catch((error) => {
        context.log.debug({ ...reference, err: error }, 'progress could not be written')
      })
  }
  try {
    return await pool.extract(
      { filename: document.filename, bytes, ...(document.url && { url: document.url }) },
      { signal: context.signal, onProgress },
    )
  } finally {
    await telling
  }
}

async function tellProgress(
  { sourceId, version }: Reference,
  progress: NonNullable<VersionRecord['progress']>,
  context: IngestContext,
) {
  await context.commit(context.collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted || versionOf(current.body, version)?.status !== 'Processing') return undefined
    return { body: withVersion(current.body, version, { progress }, timestampOf(context.clock)) }
  })
}

type Stored = ContentRef & {
  textBlobId: string
  language: string | null
  bytes?: number
  sha256?: string
  ownTitle?: string
}

/** Blobs are named for what they are of, so doing it again writes the same ones. */
async function store(
  { sourceId, version }: Reference,
  round: number,
  part: string,
  extracted: Extracted,
  context: IngestContext,
): Promise<Stored> {
  const { tenant, blobs } = context
  const contentId = derivedId('cnt', sourceId, version, round, part)
  const textBlobId = `${contentId}_text`
  const chunksBlobId = `${contentId}_chunks`
  await Promise.all([
    blobs.put(tenant, textBlobId, extracted.text),
    blobs.put(tenant, chunksBlobId, extracted.chunkLines),
  ])
  const { chunks, language, title } = extracted
  return {
    contentId,
    chunksBlobId,
    chunks,
    title: title ?? '',
    textBlobId,
    language,
    ...(title && { ownTitle: title }),
  }
}

/** Commits what was extracted, for retrieval to index. */
async function accept({ sourceId, version }: Reference, stored: Stored[], context: IngestContext): Promise<void> {
  const { collections, commit, clock, event } = context
  await commit(collections.sources, sourceId, (current) => {
    const record = current && versionOf(current.body, version)
    if (!current || current.body.deleted || record?.status !== 'Processing' || record.contents.length > 0)
      return undefined
    const chunks = stored.reduce((sum, content) => sum + content.chunks, 0)
    const ownTitle = stored[0]!.ownTitle
    const title = !current.body.isTitled && ownTitle ? ownTitle.slice(0, 300) : current.body.title
    const contents = stored.map(({ contentId, chunksBlobId, chunks: count, title: own, url }) => ({
      contentId,
      chunksBlobId,
      chunks: count,
      title: stored.length > 1 && own ? own : title,
      ...(url && { url }),
    }))
    const language = stored.find((content) => content.language)?.language ?? null
    const changed = withVersion(
      { ...current.body, title },
      version,
      {
        contents,
        chunks,
        language,
        textBlobId: stored[0]!.textBlobId,
        progress: { done: 0, total: chunks, unit: 'chunks' },
        ...(stored[0]!.bytes !== undefined && {
          bytes: stored.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
          sha256: stored[0]!.sha256 ?? '',
        }),
      },
      timestampOf(clock),
    )
    const url = current.body.type === 'url' ? current.body.source : undefined
    return {
      body: changed,
      events: [event(versionExtracted, { sourceId, version, title, language, contents, ...(url && { url }) })],
    }
  })
}

/** Runs the work; a fault of the document itself ends the version as Failed at once, anything else is tried again. */
async function failingVisibly(reference: Reference, context: IngestContext, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (context.signal.aborted || !(error instanceof ServiceError) || error.retryable) throw error
    await failVersion(reference, error, context)
  }
}

/** Ends a version as Failed with a code and a sentence; what was live stays live. */
export async function failVersion(
  { sourceId, version }: Reference,
  error: unknown,
  context: IngestContext,
): Promise<void> {
  const { collections, commit, clock, event } = context
  const { code, message } = toWireError(error)
  const failure =
    code === 'internal' ? { code: 'processing_failed', message: errorCodes.processing_failed.title } : { code, message }
  await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted || versionOf(current.body, version)?.status !== 'Processing') return undefined
    const body = withVersion(current.body, version, { status: 'Failed', error: failure }, timestampOf(clock))
    return {
      body,
      events: [event(knowledgeUpdated, { source: toSource(sourceId, body), change: 'failed', error: failure })],
    }
  })
}

/** A version is searchable: it is Ready and live, unless a newer one is live already. */
export async function goLive(
  { sourceId, version, chunks }: Reference & { chunks: number },
  context: IngestContext,
): Promise<void> {
  const { collections, commit, clock, event } = context
  await commit(collections.sources, sourceId, (current) => {
    const record = current && versionOf(current.body, version)
    if (!current || current.body.deleted || !record || record.status === 'Ready') return undefined
    const { progress: _, error: __, ...done } = record
    const isFirst = current.body.liveVersion === null
    const isNewest = version > (current.body.liveVersion ?? 0)
    const versions = current.body.versions.map((each) =>
      each.version === version ? { ...done, status: 'Ready' as const, chunks } : each,
    )
    const body: SourceDocument = withVersion(
      { ...current.body, versions, ...(isNewest && { liveVersion: version }) },
      newestOf(current.body).version,
      {},
      timestampOf(clock),
    )
    return {
      body,
      events: [event(knowledgeUpdated, { source: toSource(sourceId, body), change: isFirst ? 'created' : 'updated' })],
    }
  })
}
