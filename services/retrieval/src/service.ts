import { retrieval } from '@frontdesk/contracts'
import { defineService, dueBy } from '@frontdesk/service'
import { asks, collections, config, uses } from './context.ts'
import { embedTexts } from './embedding/embed-texts.ts'
import {
  cancelEmbeddingJob,
  listEmbeddingJobs,
  readEmbeddingJob,
  startEmbeddingJob,
} from './embedding/embedding-jobs.ts'
import { renewEmbeddings } from './embedding/renew-embeddings.ts'
import { embeddingWork } from './embedding/run-embedding-jobs.ts'
import { beginIndexCheck, indexCheckWork } from './health/check-index.ts'
import { showLoss } from './health/notice-loss.ts'
import { indexVersion } from './indexing/index-version.ts'
import { rejectVersion } from './indexing/reject-version.ts'
import { deleteSource } from './live/delete-source.ts'
import { live } from './live/live-record-document.ts'
import { removeRetired } from './live/remove-retired.ts'
import { renameSource } from './live/rename-source.ts'
import { findChunks } from './search/find-chunks.ts'
import { declareRerankCounter } from './search/rerank-chunks.ts'
import { openState } from './state.ts'
import { trialWork } from './trials/run-trials.ts'
import { endTrial, readTrial, startTrial } from './trials/trial-store.ts'
import { readWeight } from './tuning/read-weight.ts'
import { tuningWork } from './tuning/run-tuning-jobs.ts'
import { listTunings, readTuning, startTuning } from './tuning/tuning-jobs.ts'

export { readIndexCheck, requestIndexCheck } from './health/request-index-check.ts'
export { type Ranked, rankCandidates } from './search/rank-candidates.ts'

/** Owns the chunk index, and alone says which version of a source answers. */
export const retrievalService = defineService({
  contracts: retrieval,
  config,
  uses,
  collections,
  state: (context) => {
    declareRerankCounter(context)
    return openState()
  },
  asks,
  handlers: {
    sourceForget: (deleted, context) => deleteSource(deleted, context),
    chunksFind: ({ question, ...options }, context) => findChunks(question, options, context),
    textsEmbed: ({ texts }, context) => embedTexts(texts, context),
    sourceEmbed: startEmbeddingJob,
    weightTune: startTuning,
    weightRead: (_, context) => readWeight(context),
    tuningRead: ({ jobId }, context) => readTuning(jobId, context),
    tuningList: (page, context) => listTunings(page, context),
    trialStart: (body, context) => startTrial(body, context),
    trialRead: ({ trialId }, context) => readTrial(trialId, context),
    trialEnd: ({ trialId }, context) => endTrial(trialId, context),
    embeddingJobRead: ({ jobId }, context) => readEmbeddingJob(jobId, context),
    embeddingJobList: (page, context) => listEmbeddingJobs(page, context),
    embeddingJobCancel: ({ jobId }, context) => cancelEmbeddingJob(jobId, context),
  },
  subscriptions: {
    ingest: {
      versionExtracted: {
        limitMs: 15 * 60_000,
        handle: (extracted, context) => indexVersion(extracted, context),
        exhausted: (extracted, error, context) => rejectVersion(extracted, error, context),
      },
      sourceDescribed: ({ sourceId, title }, context) => renameSource(sourceId, title, context),
      sourceDeleted: deleteSource,
    },
  },
  jobs: { embeddings: embeddingWork, indexChecks: indexCheckWork, tunings: tuningWork, trials: trialWork },
  background: {
    removeRetired: { everyMs: 2_000, due: dueBy(live, 'removeAfter'), run: removeRetired },
    renewEmbeddings: { everyMs: 5_000, run: renewEmbeddings },
    showLoss: { everyMs: 5_000, run: showLoss },
  },
  async start(context) {
    await beginIndexCheck(context)
    return { close: async () => {} }
  },
})
