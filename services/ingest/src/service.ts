import { ingest } from '@frontdesk/contracts'
import { defineService, dueBy } from '@frontdesk/service'
import { config } from './config.ts'
import { asks, collections, uses } from './context.ts'
import { adoptEarlierChecks, checkWork, requestCheck } from './contradictions/check-source.ts'
import { dismissContradiction, findPlaced, listContradictions } from './contradictions/review-contradictions.ts'
import { findDuplicates } from './duplicates/find-duplicates.ts'
import { dismissDuplicate, listDuplicates } from './duplicates/review-duplicates.ts'
import { importWork } from './import/run-imports.ts'
import { startImport } from './import/start-import.ts'
import { cancelJob, endCancelledItems, listJobs, publishFinishedJobs, readJob, startJob } from './jobs/read-jobs.ts'
import { deleteSource, describeSource } from './sources/change-source.ts'
import { countTags } from './sources/count-tags.ts'
import { eraseSource } from './sources/erase-source.ts'
import { exportSources, exportVersion } from './sources/export-sources.ts'
import { listDeletions, readDeletion } from './sources/read-deletions.ts'
import { readOriginal } from './sources/read-original.ts'
import { findSource, listChunks, listSources, listVersions, readVersion } from './sources/read-sources.ts'
import { purgeSourceBulks, runSourceBulk, sourceBulkWork } from './sources/run-source-bulk.ts'
import { sources, toSource } from './sources/source-document.ts'
import { openState } from './state.ts'
import { addSource, replaceContent, restoreVersion, retrySource } from './versions/add-version.ts'
import { extractTrial, removeTrial } from './versions/extract-trial.ts'
import { processRecrawl, requestRecrawls } from './versions/process-recrawl.ts'
import { processCrawl, processVersion, recordCrawlProgress, recordIndexing } from './versions/process-version.ts'
import { failExtraction, goLive, rejectVersion, showReindexing } from './versions/settle-version.ts'
import { sweepBlobs } from './versions/sweep-blobs.ts'

/** Reading a large document may take long; the limits of extraction apply, not this one. */
const readingLimitMs = 10 * 60_000

/** Owns sources and their versions: from an accepted file, text or address to chunks that retrieval can index. */
export const ingestService = defineService({
  contracts: ingest,
  config,
  uses,
  collections,
  state: openState,
  asks,
  handlers: {
    blobsSweep: async (_, context) => ({ removed: await sweepBlobs(context) }),
    sourceAdd: addSource,
    sourceList: listSources,
    tagCount: countTags,
    sourceRead: async ({ sourceId }, context) => toSource(sourceId, (await findSource(sourceId, context)).body),
    sourceReplace: replaceContent,
    sourceUpdate: describeSource,
    sourceDelete: ({ sourceId }, context) => deleteSource(sourceId, context),
    sourceRetry: ({ sourceId, encoding }, context) => retrySource(sourceId, context, { encoding }),
    sourceBulkRun: runSourceBulk,
    versionList: listVersions,
    versionRead: readVersion,
    originalRead: readOriginal,
    versionRestore: restoreVersion,
    importStart: startImport,
    sourceExport: exportSources,
    versionExport: exportVersion,
    chunkList: listChunks,
    jobStart: startJob,
    jobRead: readJob,
    jobList: listJobs,
    jobCancel: cancelJob,
    deletionRead: ({ sourceId }, context) => readDeletion(sourceId, context),
    deletionList: listDeletions,
    duplicateList: listDuplicates,
    duplicateDismiss: ({ duplicateId }, context) => dismissDuplicate(duplicateId, context),
    contradictionList: listContradictions,
    contradictionDismiss: ({ contradictionId }, context) => dismissContradiction(contradictionId, context),
    contradictionFind: findPlaced,
    trialExtract: extractTrial,
    trialForget: (body, context) => removeTrial(body, context),
  },
  subscriptions: {
    ingest: {
      // More than there are threads: a scan that is recognised for minutes keeps a place here, but no thread that reads, and
      // a document that waits is not in memory yet.
      versionAccepted: {
        order: 'none',
        maxInFlight: 16,
        limitMs: readingLimitMs,
        handle: (version, context) => processVersion(version, context.state.extraction.pool(), context),
        exhausted: (version, error, context) => failExtraction(version, error, context),
      },
      sourceDeleted: {
        limitMs: readingLimitMs,
        handle: ({ sourceId }, context) => eraseSource(sourceId, context),
      },
      jobCancelled: { limitMs: readingLimitMs, handle: endCancelledItems },
      async knowledgeUpdated({ source }, context) {
        await requestCheck(source.id, context)
        await findDuplicates(source.id, context.state.extraction.pool(), context)
      },
    },
    crawler: {
      crawlFinished: {
        order: 'none',
        maxInFlight: 4,
        limitMs: readingLimitMs,
        handle: (crawl, context) =>
          (crawl.previousId === undefined ? processCrawl : processRecrawl)(
            crawl,
            context.state.extraction.pool(),
            context,
          ),
        exhausted: (crawl, error, context) => failExtraction(crawl, error, context),
      },
      crawlProgressed: recordCrawlProgress,
    },
    retrieval: {
      versionIndexed: goLive,
      versionProgressed: recordIndexing,
      versionReindexed: showReindexing,
      versionRejected: (rejected, context, { id }) => rejectVersion(rejected, id, context),
    },
  },
  jobs: { imports: importWork, contradictionChecks: checkWork, sourceBulks: sourceBulkWork },
  background: {
    requestRecrawls: { everyMs: 500, due: dueBy(sources, 'recrawlAt'), run: requestRecrawls },
    adoptEarlierChecks: { everyMs: 2_000, run: adoptEarlierChecks },
    purgeSourceBulks: { everyMs: 3_600_000, run: purgeSourceBulks },
    publishFinishedJobs: { everyMs: 1_000, run: publishFinishedJobs },
  },
  start: async ({ state }) => ({ close: () => state.extraction.close() }),
})
