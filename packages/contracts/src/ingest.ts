import { z } from 'zod'
import { encodingLabel } from './charsets.ts'
import { contradiction, partlyChecked, placedContradiction } from './contradictions.ts'
import { event, owner, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { finishedJob, job } from './jobs.ts'
import { originalType } from './original-type.ts'
import {
  chunk,
  failure,
  pageOf,
  pageRequest,
  recrawlEveryHours,
  source,
  sourceStatus,
  sourceType,
  sourceVersion,
  tags,
  timestamp,
} from './records.ts'
import { sourceBulkInput, sourceBulkResult } from './source-bulk.ts'
import { tagCount } from './tag-counts.ts'
import { removed } from './tenancy.ts'
import { identifier } from './text-marks.ts'
import { contentRef, trialQueries } from './trials.ts'

/** New content for a source. Files and texts are in the blob store already; a URL is fetched by the crawler. */
export const newContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    blobId: id,
    filename: z.string(),
    bytes: z.number().int(),
    sha256: z.string(),
    /** What the uploader says that its text is in. */
    encoding: encodingLabel.optional(),
  }),
  z.object({ kind: z.literal('manual'), blobId: id, bytes: z.number().int(), sha256: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string(), maxPages: z.number().int().min(1).max(100) }),
])
export type NewContent = z.output<typeof newContent>
const versionReference = z.object({ sourceId: id, version: z.number().int() })

/** A source as an export begins it; `versions` are the numbers of those that were Ready, oldest first. */
const exportedSource = z.object({
  id: identifier,
  title: z.string(),
  source: z.string(),
  type: sourceType,
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  liveVersion: z.number().int().nullable(),
  versions: z.array(z.number().int()),
})

/**
 * How often the source has come into being: more than once when an import brought back what was deleted. What is late of
 * an earlier life changes nothing of a later one.
 */
const life = z.number().int().min(1).default(1)

/** Two sources that say the same: word for word (`exact`), or nearly (`likeness` is the share of word sequences in common). */
export const duplicate = z.object({
  id: identifier,
  kind: z.enum(['exact', 'near']),
  likeness: z.number().describe('0.8 to 1'),
  status: z.enum(['open', 'dismissed']),
  sources: z.array(z.object({ sourceId: identifier, title: z.string() })).describe('Two'),
  createdAt: timestamp,
})
export type Duplicate = z.output<typeof duplicate>

/** What the delete of a source removed. */
export const deletion = z.object({
  sourceId: identifier,
  deletedAt: timestamp,
  state: z.enum(['running', 'finished']),
  finishedAt: timestamp.optional(),
  removed,
})
export type Deletion = z.output<typeof deletion>

/** Everything that ingest answers and tells. */
export const ingest = owner('ingest', {
  queries: {
    sourceAdd: query(
      'query.ingest.source.add.v1',
      z.object({
        operationId,
        content: newContent,
        title: z.string().optional(),
        tags: tags.default([]),
        jobId: id.optional(),
        recrawlEveryHours: recrawlEveryHours.optional(),
      }),
      source,
    ),
    sourceList: query(
      'query.ingest.source.list.v1',
      pageRequest.extend({
        status: sourceStatus.optional(),
        type: sourceType.optional(),
        tag: z.string().max(256).optional(),
        q: z.string().max(1_000).optional(),
      }),
      pageOf(source),
    ),
    /** Tags of sources. */
    tagCount: tagCount('ingest'),
    sourceRead: query('query.ingest.source.read.v1', z.object({ sourceId: id }), source),
    sourceReplace: query(
      'query.ingest.source.replace.v1',
      z.object({ operationId, sourceId: id, content: newContent }),
      source,
    ),
    sourceUpdate: query(
      'query.ingest.source.update.v1',
      z.object({
        sourceId: id,
        title: z.string().optional(),
        tags: tags.optional(),
        metadata: z.record(z.string(), z.string()).optional(),
        /** Null: not by itself any more. */
        recrawlEveryHours: recrawlEveryHours.nullable().optional(),
      }),
      source,
    ),
    sourceDelete: query('query.ingest.source.delete.v1', z.object({ sourceId: id }), z.object({})),
    /** Processes a Failed newest version again; anything else is a conflict. */
    sourceRetry: query(
      'query.ingest.source.retry.v1',
      z.object({ sourceId: id, encoding: encodingLabel.optional() }),
      source,
    ),
    /** Does one thing to up to 1,000 sources. The same operation again, also after a crash, goes on where it stopped. */
    sourceBulkRun: query(
      'query.ingest.source-bulk.run.v1',
      z.object({ operationId, bulk: sourceBulkInput }),
      sourceBulkResult,
      { timeoutMs: 60_000, maxInFlight: 16 },
    ),
    versionList: query('query.ingest.version.list.v1', pageRequest.extend({ sourceId: id }), pageOf(sourceVersion)),
    /** A version and the blobs that hold its extracted text, one a content, in their order (none until extracted). */
    versionRead: query(
      'query.ingest.version.read.v1',
      versionReference,
      sourceVersion.extend({ textBlobIds: z.array(z.string()) }),
    ),
    /** The file or text that a version was made from. Throws `not_found` for one that was made from web pages. */
    originalRead: query(
      'query.ingest.original.read.v1',
      versionReference,
      z.object({ blobId: identifier, filename: z.string(), contentType: originalType, bytes: z.number().int() }),
    ),
    /** What an older version says becomes live again, as a new version. Throws `conflict` for one that was never Ready. */
    versionRestore: query('query.ingest.version.restore.v1', versionReference.extend({ operationId }), source),
    /** The chunks of the live version, paged by index. */
    chunkList: query('query.ingest.chunk.list.v1', pageRequest.extend({ sourceId: id }), pageOf(chunk)),
    /** Starts a job over sources that are about to be added with its id. */
    jobStart: query(
      'query.ingest.job.start.v1',
      z.object({
        operationId,
        kind: z.string(),
        items: z.array(z.object({ source: z.string(), sourceId: id })).max(100),
      }),
      job,
    ),
    /** A job and at most 100 of its items, from the cursor on; `nextCursor` is null after the last. */
    jobRead: query(
      'query.ingest.job.read.v1',
      z.object({ jobId: id, cursor: z.string().max(32).optional() }),
      job.extend({ nextCursor: z.string().nullable() }),
    ),
    /** Jobs without their items: a page of jobs with all of them may be larger than a message. */
    jobList: query('query.ingest.job.list.v1', pageRequest, pageOf(job.omit({ items: true }))),
    /** What has no text yet ends as `cancelled`, soon after the reply; what has goes on to its end. A finished job stays as it is. */
    jobCancel: query('query.ingest.job.cancel.v1', z.object({ jobId: id }), job.omit({ items: true })),
    /** Imports a manifest that is in the blob store, which ingest removes when it is done with it. */
    importStart: query(
      'query.ingest.import.start.v1',
      z.object({ operationId, blobId: id, form: z.enum(['json', 'zip']), name: z.string() }),
      z.object({ jobId: identifier }),
    ),
    /** Sources that have something to export, oldest first. */
    sourceExport: query(
      'query.ingest.source.export.v1',
      z.object({ cursor: z.string().max(1_024).optional() }),
      z.object({
        embedding: z.object({ model: z.string(), dimensions: z.number().int() }),
        items: z.array(exportedSource),
        nextCursor: z.string().nullable(),
      }),
    ),
    /** A version with its contents, at most 500 from `from` on, and its original file, when there is one. */
    versionExport: query(
      'query.ingest.version.export.v1',
      versionReference.extend({ from: z.number().int().default(0) }),
      z.object({
        version: z.number().int(),
        createdAt: z.string(),
        note: z.string().optional(),
        sha256: z.string(),
        bytes: z.number().int(),
        language: z.string().nullable(),
        original: z.object({ blobId: identifier, filename: z.string() }).optional(),
        contents: z.array(
          z.object({
            contentId: identifier,
            textBlobId: identifier,
            chunksBlobId: identifier,
            chunks: z.number().int(),
            title: z.string(),
            url: z.string().optional(),
          }),
        ),
        next: z.number().int().nullable(),
      }),
    ),
    ...trialQueries,
    /** Removes uploads and contents of the tenant that no document of any service names and that are older than two days. */
    blobsSweep: query('query.ingest.blobs.sweep.v1', z.object({}), z.object({ removed: z.number().int() }), {
      timeoutMs: 300_000,
      maxInFlight: 2,
    }),
    duplicateList: query(
      'query.ingest.duplicate.list.v1',
      pageRequest.extend({ status: duplicate.shape.status.optional() }),
      pageOf(duplicate),
    ),
    /** The pair stays as it is, and is not listed as open any more. */
    duplicateDismiss: query('query.ingest.duplicate.dismiss.v1', z.object({ duplicateId: id }), duplicate),
    /** Newest first; `sourceId`: those in which the source is one of the two. */
    contradictionList: query(
      'query.ingest.contradiction.list.v1',
      pageRequest.extend({ status: contradiction.shape.status.optional(), sourceId: id.optional() }),
      pageOf(contradiction).extend({ partlyChecked: z.array(partlyChecked) }),
    ),
    /** It stays as it is, is not listed as open any more, and changes no answer. */
    contradictionDismiss: query(
      'query.ingest.contradiction.dismiss.v1',
      z.object({ contradictionId: id }),
      contradiction,
    ),
    /**
     * Open contradictions of which a statement stands in one of these chunks of live versions, or in a neighbour: chunks
     * overlap. At most 20, and as many more whose older statement is the newer one of those.
     */
    contradictionFind: query(
      'query.ingest.contradiction.find.v1',
      z.object({ chunks: z.array(z.object({ contentId: id, index: z.number().int() })).max(100) }),
      z.object({ items: z.array(placedContradiction) }),
      { timeoutMs: 1_000, maxInFlight: 64 },
    ),
    deletionRead: query('query.ingest.deletion.read.v1', z.object({ sourceId: id }), deletion),
    deletionList: query('query.ingest.deletion.list.v1', pageRequest, pageOf(deletion)),
  },
  events: {
    /** A version was accepted and waits for extraction. Handled by ingest itself. */
    versionAccepted: event('event.ingest.version.accepted.v1', z.object({ sourceId: id, version: z.number().int() })),
    /** A URL source wants its pages; a re-crawl, only if they changed. */
    crawlRequested: event(
      'event.ingest.crawl.requested.v1',
      z.object({
        sourceId: id,
        version: z.number().int(),
        crawlId: id,
        url: z.string(),
        maxPages: z.number().int(),
        isRecrawl: z.boolean().optional(),
      }),
    ),
    /** Pages of a crawl that nothing could be read from, and why. They are not among the contents of the version. */
    pagesUnread: event(
      'event.ingest.pages.unread.v1',
      z.object({
        sourceId: id,
        crawlId: id,
        pages: z.array(z.object({ url: z.string(), code: z.string(), message: z.string() })),
      }),
    ),
    /** Text was extracted and cut; retrieval may index it. */
    versionExtracted: event(
      'event.ingest.version.extracted.v1',
      z.object({
        sourceId: id,
        version: z.number().int(),
        title: z.string(),
        url: z.string().optional(),
        language: z.string().nullable(),
        /** Of the file that was uploaded. */
        filename: z.string().optional(),
        contents: z.array(contentRef),
        life,
      }),
    ),
    /** Title or tags changed; what is live stays live. */
    sourceDescribed: event('event.ingest.source.described.v1', z.object({ sourceId: id, title: z.string() })),
    /** The source is gone; every copy of it must go. */
    sourceDeleted: event('event.ingest.source.deleted.v1', z.object({ sourceId: id, life })),
    /** What subscribers of `knowledge.updated` learn. */
    knowledgeUpdated: event(
      'event.ingest.knowledge.updated.v1',
      z.object({
        source,
        change: z.enum(['created', 'updated', 'restored', 'deleted', 'failed']),
        error: failure.optional(),
      }),
    ),
    /** Two live sources contradict each other; told once for each two statements. */
    knowledgeContradicted: event('event.ingest.knowledge.contradicted.v1', z.object({ contradiction })),
    /** A job was cancelled: its sources without a text are to end. Handled by ingest itself. */
    jobCancelled: event('event.ingest.job.cancelled.v1', z.object({ jobId: id })),
    /** Of uploads and imports of sources. */
    jobFinished: event('event.ingest.job.finished.v1', finishedJob),
  },
})
