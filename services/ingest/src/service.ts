import {
  blobsSweep,
  chunkList,
  crawlFinished,
  crawlProgressed,
  deletionList,
  deletionRead,
  duplicateDismiss,
  duplicateList,
  importStart,
  jobCancel,
  jobList,
  jobRead,
  jobStart,
  knowledgeUpdated,
  sourceAdd,
  sourceDelete,
  sourceDeleted,
  sourceExport,
  sourceList,
  sourceRead,
  sourceReplace,
  sourceRetry,
  sourceUpdate,
  versionAccepted,
  versionExport,
  versionIndexed,
  versionList,
  versionRead,
  versionRejected,
  versionRestore,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { addSource, replaceContent, restoreVersion, retrySource } from './add-version.ts'
import { deleteSource, describeSource } from './change-source.ts'
import { asks, collections, config, publishes, uses } from './context.ts'
import { findDuplicates } from './duplicates/find-duplicates.ts'
import { dismissDuplicate, listDuplicates } from './duplicates/review-duplicates.ts'
import { eraseSource } from './erase-source.ts'
import { exportSources, exportVersion } from './export-sources.ts'
import { openExtraction } from './extraction.ts'
import { runImports } from './import/run-imports.ts'
import { startImport } from './import/start-import.ts'
import { processRecrawl, requestRecrawls } from './process-recrawl.ts'
import { processCrawl, processVersion, tellCrawlProgress } from './process-version.ts'
import { listDeletions, readDeletion } from './read-deletions.ts'
import { cancelJob, listJobs, readJob, startJob } from './read-jobs.ts'
import { findSource, listChunks, listSources, listVersions, readVersion } from './read-sources.ts'
import { failExtraction, goLive, rejectVersion } from './settle-version.ts'
import { toSource } from './source-document.ts'
import { sweepBlobs } from './sweep-blobs.ts'

/** Reading a large document may take its time; the limits of extraction end it, not this. */
const readingLimitMs = 10 * 60_000

const extraction = openExtraction()

/** Owns sources and their versions: from an accepted file, text or address to chunks that retrieval can index. */
export const ingest = defineService({
  name: 'ingest',
  config,
  uses,
  collections,
  publishes,
  asks,
  handles: {
    sourceAdd,
    sourceList,
    sourceRead,
    sourceReplace,
    sourceUpdate,
    sourceDelete,
    sourceRetry,
    versionList,
    versionRead,
    versionRestore,
    importStart,
    sourceExport,
    versionExport,
    blobsSweep,
    chunkList,
    jobStart,
    jobRead,
    jobList,
    jobCancel,
    versionAccepted,
    crawlFinished,
    crawlProgressed,
    versionIndexed,
    versionRejected,
    sourceDeleted,
    knowledgeUpdated,
    duplicateList,
    deletionRead,
    deletionList,
    duplicateDismiss,
  },
  handlers: {
    blobsSweep: async (_, context) => ({ removed: await sweepBlobs(context) }),
    sourceAdd: addSource,
    sourceList: listSources,
    sourceRead: async ({ sourceId }, context) => toSource(sourceId, (await findSource(sourceId, context)).body),
    sourceReplace: replaceContent,
    sourceUpdate: describeSource,
    async sourceDelete({ sourceId }, context) {
      await deleteSource(sourceId, context)
      return {}
    },
    sourceRetry: ({ sourceId }, context) => retrySource(sourceId, context),
    versionList: listVersions,
    versionRead: readVersion,
    versionRestore: restoreVersion,
    importStart: startImport,
    sourceExport: exportSources,
    versionExport: exportVersion,
    chunkList: listChunks,
    jobStart: startJob,
    jobRead: readJob,
    jobList: listJobs,
    jobCancel: cancelJob,
    versionAccepted: (version, context) => processVersion(version, extraction.pool(context.config), context),
    crawlFinished: (crawl, context) =>
      (crawl.previousId === undefined ? processCrawl : processRecrawl)(crawl, extraction.pool(context.config), context),
    crawlProgressed: tellCrawlProgress,
    versionIndexed: goLive,
    versionRejected: (rejected, context, { id }) => rejectVersion(rejected, id, context),
    sourceDeleted: ({ sourceId }, context) => eraseSource(sourceId, context),
    deletionRead: ({ sourceId }, context) => readDeletion(sourceId, context),
    deletionList: listDeletions,
    knowledgeUpdated: ({ source }, context) => findDuplicates(source.id, context),
    duplicateList: listDuplicates,
    duplicateDismiss: ({ duplicateId }, context) => dismissDuplicate(duplicateId, context),
  },
  delivery: {
    // More than there are threads: a scan that is recognised for minutes keeps a place here, but no thread that reads, and
    // a document that waits is not in memory yet.
    versionAccepted: { order: 'none', maxInFlight: 16, limitMs: readingLimitMs },
    crawlFinished: { order: 'none', maxInFlight: 4, limitMs: readingLimitMs },
    sourceDeleted: { limitMs: readingLimitMs },
  },
  exhausted: {
    versionAccepted: (version, error, context) => failExtraction(version, error, context),
    crawlFinished: (crawl, error, context) => failExtraction(crawl, error, context),
  },
  background: {
    requestRecrawls: { everyMs: 500, run: requestRecrawls },
    runImports: { everyMs: 1_000, run: runImports },
  },
  start: async ({ config: settings }) => ({ close: () => extraction.close(settings) }),
})
