import {
  type BodyOf,
  type Chunk,
  chunk,
  type ingest,
  ServiceError,
  type Source,
  type SourceVersion,
} from '@frontdesk/contracts'
import { descending, type Stored, type Where } from '@frontdesk/documents'
import { keptContent } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import { textBlobOf } from '../versions/blob-names.ts'
import {
  type SourceDocument,
  toSource,
  toVersion,
  unknownSource,
  unknownVersion,
  versionOf,
} from './source-document.ts'

/** The source. Throws `not_found`, also for a deleted one. */
export async function findSource(
  sourceId: string,
  { tenant, collections }: IngestContext,
): Promise<Stored<SourceDocument>> {
  const stored = await collections.sources.get(tenant, sourceId)
  if (!stored || stored.body.deleted) throw unknownSource()
  return stored
}

/** A page of sources that match every given filter, newest first. */
export async function listSources(
  { limit, cursor, status, type, tag, q }: BodyOf<typeof ingest.queries.sourceList>,
  { tenant, collections }: IngestContext,
) {
  const where: Where = {
    deleted: { exists: false },
    ...(status && { status }),
    ...(type && { type }),
    ...(tag && { tags: { has: tag } }),
    ...(q && { title: { contains: q } }),
  }
  const page = await collections.sources.find(tenant, { where, sort: descending('added'), limit, cursor })
  return { items: page.items.map(({ id, body }): Source => toSource(id, body)), nextCursor: page.nextCursor }
}

/** Positions in lists that are kept in one piece (versions, chunks). Throws `invalid_request` for a bad cursor. */
function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const position = Number(cursor)
  if (Number.isSafeInteger(position) && position >= 0) return position
  throw new ServiceError('invalid_request', { errors: [{ path: 'cursor', message: 'not a cursor of this list' }] })
}

function pageOf<T>(items: T[], limit: number, cursor: string | undefined): { items: T[]; nextCursor: string | null } {
  const from = positionOf(cursor)
  return {
    items: items.slice(from, from + limit),
    nextCursor: from + limit < items.length ? String(from + limit) : null,
  }
}

/** Versions, newest first. */
export async function listVersions(
  { sourceId, limit, cursor }: { sourceId: string; limit: number; cursor?: string | undefined },
  context: IngestContext,
) {
  const { body } = await findSource(sourceId, context)
  return pageOf(body.versions.map((record): SourceVersion => toVersion(body, record)).reverse(), limit, cursor)
}

export async function readVersion(
  { sourceId, version }: { sourceId: string; version: number },
  context: IngestContext,
) {
  const { body } = await findSource(sourceId, context)
  const record = versionOf(body, version)
  if (!record) throw unknownVersion()
  return { ...toVersion(body, record), textBlobIds: record.contents.map(({ contentId }) => textBlobOf(contentId)) }
}

/** Chunks `from` up to `to` (exclusive) of JSON lines; only those are parsed. */
function chunksOf(bytes: Uint8Array, from: number, to: number): Chunk[] {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Chunk[] = []
  let start = 0
  for (let index = 0; index < to && start < lines.length; index++) {
    const at = lines.indexOf(10, start)
    const end = at < 0 ? lines.length : at
    if (index >= from) found.push(chunk.parse(JSON.parse(lines.toString('utf8', start, end))))
    start = end + 1
  }
  return found
}

/** The chunks of the live version in the order of the text; none while nothing is live. */
export async function listChunks(
  { sourceId, limit, cursor }: BodyOf<typeof ingest.queries.chunkList>,
  context: IngestContext,
) {
  const { body } = await findSource(sourceId, context)
  const live = body.liveVersion === null ? undefined : versionOf(body, body.liveVersion)
  const from = positionOf(cursor)
  const items: Chunk[] = []
  let skipped = 0
  for (const content of live?.contents ?? []) {
    if (items.length >= limit) break
    if (skipped + content.chunks <= from) {
      skipped += content.chunks
      continue
    }
    const lines = await keptContent(context.blobs.read(context.tenant, content.chunksBlobId))
    const start = Math.max(0, from - skipped)
    items.push(...chunksOf(lines, start, start + limit - items.length))
    skipped += start
  }
  const total = live?.chunks ?? 0
  return { items, nextCursor: from + items.length < total ? String(from + items.length) : null }
}
