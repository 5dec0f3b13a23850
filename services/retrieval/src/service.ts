import {
  chunksFind,
  embeddingJobCancel,
  embeddingJobList,
  embeddingJobRead,
  sourceDeleted,
  sourceDescribed,
  sourceEmbed,
  sourceForget,
  textsEmbed,
  versionExtracted,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { collections, config, publishes, uses } from './context.ts'
import { embedTexts } from './embed-texts.ts'
import { cancelEmbeddingJob, listEmbeddingJobs, readEmbeddingJob, startEmbeddingJob } from './embedding-jobs.ts'
import { findChunks } from './find-chunks.ts'
import { describeSource, forgetSource } from './forget-source.ts'
import { indexVersion } from './index-version.ts'
import { rejectVersion } from './reject-version.ts'
import { removeRetired } from './remove-retired.ts'
import { renewEmbeddings } from './renew-embeddings.ts'
import { runEmbeddingJob, runEmbeddingJobs } from './run-embedding-jobs.ts'

export { textOf } from './index-contents.ts'
export { type Ranked, rankCandidates } from './rank-candidates.ts'
export { type ReadQuestion, readQuestion } from './read-question.ts'

/** Owns the chunk index, and alone says which version of a source answers. */
export const retrieval = defineService({
  name: 'retrieval',
  config,
  uses,
  collections,
  publishes,
  asks: {},
  handles: {
    versionExtracted,
    sourceDescribed,
    sourceDeleted,
    sourceForget,
    chunksFind,
    textsEmbed,
    sourceEmbed,
    embeddingJobRead,
    embeddingJobList,
    embeddingJobCancel,
  },
  handlers: {
    versionExtracted: (extracted, context) => indexVersion(extracted, context),
    sourceDescribed: ({ sourceId, title }, context) => describeSource(sourceId, title, context),
    sourceDeleted: forgetSource,
    async sourceForget(forgotten, context) {
      await forgetSource(forgotten, context)
      return {}
    },
    chunksFind: async ({ question, limit }, context) => ({ chunks: await findChunks(question, limit, context) }),
    textsEmbed: ({ texts }, context) => embedTexts(texts, context),
    async sourceEmbed(body, context) {
      const started = await startEmbeddingJob(body, context)
      context.detach('embed again', (lasting) => runEmbeddingJob(started.jobId, lasting))
      return started
    },
    embeddingJobRead: ({ jobId }, context) => readEmbeddingJob(jobId, context),
    embeddingJobList: (page, context) => listEmbeddingJobs(page, context),
    embeddingJobCancel: ({ jobId }, context) => cancelEmbeddingJob(jobId, context),
  },
  // 20 MB of text are 30,000 chunks: some 30 s with the local model, minutes with an endpoint. A crash goes on from the
  // last checkpoint.
  delivery: { versionExtracted: { limitMs: 15 * 60_000 } },
  exhausted: { versionExtracted: (extracted, error, context) => rejectVersion(extracted, error, context) },
  background: {
    removeRetired: { everyMs: 2_000, run: removeRetired },
    renewEmbeddings: { everyMs: 5_000, run: renewEmbeddings },
    runEmbeddingJobs: { everyMs: 5_000, run: runEmbeddingJobs },
  },
})
