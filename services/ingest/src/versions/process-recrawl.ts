import { type BodyOf, type crawler, derivedId, ingest } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import type { WorkerPool } from '../extraction/worker-pool.ts'
import {
  type ContentRef,
  newestOf,
  type SourceDocument,
  type VersionRecord,
  versionOf,
} from '../sources/source-document.ts'
import { extractedEvent, recrawlSchedule } from './add-version.ts'
import { removeContents } from './contents.ts'
import { extract, isOfDocument, nameOfPage, type UnreadPage, unreadEvents } from './process-version.ts'
import { failureOf } from './settle-version.ts'

type Recrawl = BodyOf<typeof crawler.events.crawlFinished>
/** One page's content in a version. */
type Content = { ref: ContentRef; textHash: string; pageHash: string; isNew: boolean }

/** The version that crawled pages are compared with: the live one. */
const liveOf = ({ liveVersion, versions }: SourceDocument): VersionRecord | undefined =>
  versions.find(({ version }) => version === liveVersion)

/** The contents of a version by the addresses of its pages. */
function contentsByUrl(record: VersionRecord | undefined): Map<string, Content> {
  const { contents = [], textHashes = [], pageHashes = [] } = record ?? {}
  return new Map(
    contents.map((ref, i) => [
      ref.url ?? '',
      { ref, textHash: textHashes[i] ?? '', pageHash: pageHashes[i] ?? '', isNew: false },
    ]),
  )
}

/**
 * Whether the result of a re-crawl still applies to a source: it exists, is of web pages, and has not used it before.
 */
const mayTake = (document: SourceDocument | undefined, crawlId: string): document is SourceDocument =>
  document !== undefined &&
  !document.deleted &&
  newestOf(document).origin.kind === 'url' &&
  document.versions.every((record) => record.crawlId !== crawlId)

/** Reads the pages that changed. One whose text is the same after all keeps its content; one without text is left out. */
async function readPages(
  recrawl: Recrawl,
  before: Map<string, Content>,
  pool: WorkerPool,
  context: IngestContext,
): Promise<{ contents: Content[]; unread: UnreadPage[] }> {
  const { sourceId, crawlId, pages } = recrawl
  const contents: Content[] = []
  const unread: UnreadPage[] = []
  for (const [part, { url, blobId, contentType, sha256: pageHash }] of pages.entries()) {
    const known = before.get(url)
    if (known && known.pageHash === pageHash) {
      contents.push(known)
      continue
    }
    const contentId = derivedId('cnt', sourceId, crawlId, url)
    try {
      const document = { contentId, blobId, filename: nameOfPage(contentType), url, part, parts: pages.length }
      const { chunksBlobId, chunks, title, textHash } = await extract(recrawl, document, pool, context)
      if (known && known.textHash === textHash) {
        await removeContents([contentId], context)
        contents.push({ ...known, pageHash })
      } else contents.push({ ref: { contentId, chunksBlobId, chunks, title, url }, textHash, pageHash, isNew: true })
    } catch (error) {
      if (!isOfDocument(error)) throw error
      context.log.info({ sourceId, crawlId, url, err: error }, 'a changed page has no text')
      unread.push({ url, ...failureOf(error) })
    }
  }
  return { contents, unread }
}

function noteOf(before: Map<string, Content>, contents: Content[]): string {
  const changed = contents.filter(({ isNew, ref }) => isNew && before.has(ref.url!)).length
  const added = contents.filter(({ isNew, ref }) => isNew && !before.has(ref.url!)).length
  const gone = [...before.keys()].filter((url) => contents.every(({ ref }) => ref.url !== url)).length
  return `Crawled again: ${changed} changed, ${added} new, ${gone} gone`
}

/**
 * Makes a new version of what a re-crawl brought, if it says anything else than the version that answers: with the
 * contents of unchanged pages as they are, those of changed ones read anew, and without those of pages that are gone.
 * A re-crawl that brought nothing changes nothing. The same event again finds its version and does nothing.
 */
export async function processRecrawl(recrawl: Recrawl, pool: WorkerPool, context: IngestContext): Promise<void> {
  const { tenant, collections, commit, clock, event } = context
  const { sourceId, crawlId, pages, error, isUnchanged } = recrawl
  if (error || isUnchanged || pages.length === 0) return
  const stored = await collections.sources.get(tenant, sourceId)
  if (!mayTake(stored?.body, crawlId)) return
  const before = contentsByUrl(liveOf(stored.body))
  const { contents, unread } = await readPages(recrawl, before, pool, context)
  const told = unreadEvents(recrawl, unread, context)
  const made = contents.filter(({ isNew }) => isNew).map(({ ref }) => ref.contentId)
  if (contents.length === 0 || (made.length === 0 && contents.length === before.size)) {
    if (told.length === 0) return
    await commit(collections.sources, sourceId, (current) =>
      current && !current.body.deleted ? { body: current.body, events: told } : undefined,
    )
    return
  }
  const after = await commit(collections.sources, sourceId, (current) => {
    if (!mayTake(current?.body, crawlId)) return undefined
    const newest = newestOf(current.body)
    const refs = contents.map(({ ref }) => (ref.title === '' ? { ...ref, title: current.body.title } : ref))
    const chunks = refs.reduce((sum, ref) => sum + ref.chunks, 0)
    const record: VersionRecord = {
      ...{ version: newest.version + 1, createdAt: timestampOf(clock), status: 'Processing', origin: newest.origin },
      ...{ round: 1, crawlId, chunks, contents: refs, language: liveOf(current.body)?.language ?? null },
      note: noteOf(before, contents),
      bytes: pages.reduce((sum, page) => sum + page.bytes, 0),
      sha256: pages[0]!.sha256,
      textHashes: contents.map(({ textHash }) => textHash),
      pageHashes: contents.map(({ pageHash }) => pageHash),
      progress: { done: 0, total: chunks, unit: 'chunks' },
    }
    const body: SourceDocument = {
      ...current.body,
      status: record.status,
      updated: record.createdAt,
      versions: [...current.body.versions, record],
    }
    return { body, events: [event(ingest.events.versionExtracted, extractedEvent(sourceId, body, record)), ...told] }
  })
  const isTaken = after?.body.versions.some((record) => record.crawlId === crawlId) && !after.body.deleted
  if (!isTaken) await removeContents(made, context)
}

/**
 * Requests the crawls that are due. A source that is Processing, or no longer of web pages, is skipped until its next
 * time. True when there were some.
 */
export async function requestRecrawls(context: IngestContext): Promise<boolean> {
  const { collections, clock } = context
  const due = await collections.sources.findAcrossTenants({
    where: { recrawlAt: { lte: clock.now() } },
    sort: ascending('recrawlAt'),
    limit: 100,
  })
  for (const { tenant, id } of due) await requestRecrawl(id, context.forTenant(tenant))
  return due.length > 0
}

async function requestRecrawl(sourceId: string, { collections, commit, clock, event }: IngestContext): Promise<void> {
  await commit(collections.sources, sourceId, (current) => {
    if (!current || (current.body.recrawlAt ?? Infinity) > clock.now()) return undefined
    const { recrawlAt, recrawlEveryHours, ...rest } = current.body
    if (rest.deleted) return { body: rest }
    const body = { ...rest, ...recrawlSchedule(recrawlEveryHours, clock.now()) }
    const { version, origin } = newestOf(body)
    if (origin.kind !== 'url' || body.liveVersion === null || versionOf(body, version)?.status === 'Processing')
      return { body }
    const { url, maxPages } = origin
    const crawlId = derivedId('crl', sourceId, 'again', recrawlAt!)
    return {
      body,
      events: [event(ingest.events.crawlRequested, { sourceId, version, crawlId, url, maxPages, isRecrawl: true })],
    }
  })
}
