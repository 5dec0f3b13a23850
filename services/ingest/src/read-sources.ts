import {
  type BodyOf,
  type Chunk,
  chunk,
  type chunkList,
  derivedId,
  type Job,
  type jobStart,
  ServiceError,
  type Source,
  type SourceVersion,
  type sourceList,
} from '@frontdesk/contracts'
import type { Stored, Where } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from './context.ts'
import type { JobDocument } from './job-document.ts'
import { type SourceDocument, toSource, toVersion, unknownSource, versionOf } from './source-document.ts'

/** The source, unless it is not there (any more). Throws `not_found`. */
export async function findSource(
  sourceId: string,
  { tenant, collections }: IngestContext,
): Promise<Stored<SourceDocument>> {
  const stored = await collections.sources.get(tenant, sourceId)
  if (!stored || stored.body.deleted) throw unknownSource()
  return stored
}

/** A page of sources that fit every filter given, newest first. */
export async function listSources(
  { limit, cursor, status, type, tag, q }: BodyOf<typeof sourceList>,
  { tenant, collections }: IngestContext,
) {
  const where: Where = {
    deleted: { exists: false },
    ...(status && { status }),
    ...(type && { type }),
    ...(tag && { tags: { has: tag } }),
    ...(q && { title: { contains: q } }),
  }
  const page = await collections.sources.find(tenant, {
    where,
    sort: { field: 'added', direction: 'desc' },
    limit,
    ...(cursor && { cursor }),
  })
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
  if (!record) throw new ServiceError('not_found', { detail: 'There is no such version.' })
  return { ...toVersion(body, record), ...(record.textBlobId && { textBlobId: record.textBlobId }) }
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
export async function listChunks({ sourceId, limit, cursor }: BodyOf<typeof chunkList>, context: IngestContext) {
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
    const lines = await context.blobs.read(context.tenant, content.chunksBlobId)
    const start = Math.max(0, from - skipped)
    items.push(...chunksOf(lines, start, start + limit - items.length))
    skipped += start
  }
  const total = live?.chunks ?? 0
  return { items, nextCursor: from + items.length < total ? String(from + items.length) : null }
}

/** Records what a job is about; its sources are added beside it, under the ids given. */
export async function startJob(
  { operationId, kind, items }: BodyOf<typeof jobStart>,
  context: IngestContext,
): Promise<Job> {
  const { tenant, collections, clock } = context
  const id = derivedId('job', tenant, operationId)
  const { stored } = await collections.jobs.insert(tenant, id, {
    kind,
    createdAt: timestampOf(clock),
    items: items.map(({ source, sourceId }) => ({ source, sourceId, version: 1 })),
  })
  return toJob(id, stored.body, context)
}

/** A job as its sources stand now: `done` counts those that are Ready, `failed` those that failed or are gone. */
async function toJob(id: string, job: JobDocument, { tenant, collections }: IngestContext): Promise<Job> {
  const stored = await collections.sources.getMany(
    tenant,
    job.items.map(({ sourceId }) => sourceId),
  )
  const byId = new Map(stored.map((each) => [each.id, each.body]))
  const items = job.items.map(({ source, sourceId, version }): Job['items'][number] => {
    const document = byId.get(sourceId)
    if (document?.deleted) {
      return { source, sourceId, status: 'Failed', error: { code: 'not_found', message: 'The source was deleted.' } }
    }
    const record = document && versionOf(document, version)
    // A source that is not there yet is on its way.
    if (!record) return { source, sourceId, status: 'Processing' }
    const { status, error, progress } = record
    return {
      source,
      sourceId,
      status,
      ...(error && { error }),
      ...(progress && status === 'Processing' && { progress }),
    }
  })
  const done = items.filter(({ status }) => status === 'Ready').length
  const failed = items.filter(({ status }) => status === 'Failed').length
  const state = done + failed === items.length ? 'finished' : 'running'
  return { id, kind: job.kind, state, total: items.length, done, failed, createdAt: job.createdAt, items }
}

export async function readJob(jobId: string, context: IngestContext): Promise<Job> {
  const stored = await context.collections.jobs.get(context.tenant, jobId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return toJob(jobId, stored.body, context)
}

export async function listJobs(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  context: IngestContext,
) {
  const page = await context.collections.jobs.find(context.tenant, {
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor && { cursor }),
  })
  return {
    items: await Promise.all(page.items.map(({ id, body }) => toJob(id, body, context))),
    nextCursor: page.nextCursor,
  }
}
