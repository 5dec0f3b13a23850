import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import {
  chunk,
  failure,
  job,
  pageOf,
  pageRequest,
  source,
  sourceStatus,
  sourceType,
  sourceVersion,
  tags,
} from './records.ts'

/** New content for a source. Files and texts are in the blob store already; a URL is fetched by the crawler. */
export const newContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), blobId: id, filename: z.string(), bytes: z.number().int(), sha256: z.string() }),
  z.object({ kind: z.literal('manual'), blobId: id, bytes: z.number().int(), sha256: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string(), maxPages: z.number().int().min(1).max(100) }),
])
export type NewContent = z.output<typeof newContent>

export const sourceAdd = query(
  'query.ingest.source.add.v1',
  z.object({
    operationId,
    content: newContent,
    title: z.string().optional(),
    tags: tags.default([]),
    jobId: id.optional(),
  }),
  source,
)
export const sourceList = query(
  'query.ingest.source.list.v1',
  pageRequest.extend({
    status: sourceStatus.optional(),
    type: sourceType.optional(),
    tag: z.string().optional(),
    q: z.string().optional(),
  }),
  pageOf(source),
)
export const sourceRead = query('query.ingest.source.read.v1', z.object({ sourceId: id }), source)
export const sourceReplace = query(
  'query.ingest.source.replace.v1',
  z.object({ operationId, sourceId: id, content: newContent }),
  source,
)
export const sourceUpdate = query(
  'query.ingest.source.update.v1',
  z.object({
    sourceId: id,
    title: z.string().optional(),
    tags: tags.optional(),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
  source,
)
export const sourceDelete = query('query.ingest.source.delete.v1', z.object({ sourceId: id }), z.object({}))
/** Processes a Failed newest version again; anything else is a conflict. */
export const sourceRetry = query('query.ingest.source.retry.v1', z.object({ sourceId: id }), source)
export const versionList = query(
  'query.ingest.version.list.v1',
  pageRequest.extend({ sourceId: id }),
  pageOf(sourceVersion),
)
/** A version and the blob that holds its extracted text (absent until extracted). */
export const versionRead = query(
  'query.ingest.version.read.v1',
  z.object({ sourceId: id, version: z.number().int() }),
  sourceVersion.extend({ textBlobId: z.string().optional() }),
)
/** The chunks of the live version, paged by index. */
export const chunkList = query('query.ingest.chunk.list.v1', pageRequest.extend({ sourceId: id }), pageOf(chunk))

/** Starts a job over sources that are about to be added with its id. */
export const jobStart = query(
  'query.ingest.job.start.v1',
  z.object({ operationId, kind: z.string(), items: z.array(z.object({ source: z.string(), sourceId: id })).max(100) }),
  job,
)
export const jobRead = query('query.ingest.job.read.v1', z.object({ jobId: id }), job)
export const jobList = query('query.ingest.job.list.v1', pageRequest, pageOf(job))

/** A version was accepted and waits for extraction. Handled by ingest itself. */
export const versionAccepted = event(
  'event.ingest.version.accepted.v1',
  z.object({ sourceId: id, version: z.number().int() }),
)

/** A URL source wants its pages. */
export const crawlRequested = event(
  'event.ingest.crawl.requested.v1',
  z.object({ sourceId: id, version: z.number().int(), crawlId: id, url: z.string(), maxPages: z.number().int() }),
)

/** One immutable content of a version (one a page or file). `chunksBlobId` names JSON lines, a `chunk` record a line. */
export const contentRef = z.object({
  contentId: id,
  chunksBlobId: id,
  chunks: z.number().int(),
  title: z.string(),
  url: z.string().optional(),
})

/** Text was extracted and cut; retrieval may index it. */
export const versionExtracted = event(
  'event.ingest.version.extracted.v1',
  z.object({
    sourceId: id,
    version: z.number().int(),
    title: z.string(),
    url: z.string().optional(),
    language: z.string().nullable(),
    contents: z.array(contentRef),
  }),
)

/** Title or tags changed; what is live stays live. */
export const sourceDescribed = event('event.ingest.source.described.v1', z.object({ sourceId: id, title: z.string() }))

/** The source is gone; every copy of it must go. */
export const sourceDeleted = event('event.ingest.source.deleted.v1', z.object({ sourceId: id }))

/** What subscribers of `knowledge.updated` learn. */
export const knowledgeUpdated = event(
  'event.ingest.knowledge.updated.v1',
  z.object({
    source,
    change: z.enum(['created', 'updated', 'restored', 'deleted', 'failed']),
    error: failure.optional(),
  }),
)
