import {
  embeddingJobCancel,
  embeddingJobList,
  embeddingJobRead,
  type InputOf,
  type Job,
  type jobList,
  type SuiteRun,
  suiteRunList,
  suiteRunRead,
} from '@frontdesk/contracts'
import type { GatewayContext } from './context.ts'
import { cancelKnowledgeJob, listKnowledgeJobs, readKnowledgeJob } from './knowledge-jobs.ts'
import { mergePages } from './merge-pages.ts'

type JobQueries = {
  read(jobId: string, context: GatewayContext): Promise<Job>
  list(page: InputOf<typeof jobList>, context: GatewayContext): Promise<{ items: Job[]; nextCursor: string | null }>
  /** Absent: its jobs can't be cancelled. */
  cancel?(jobId: string, context: GatewayContext): Promise<Job>
}

/** The services that run jobs, by what the ids of theirs begin with. */
const owners: Record<string, JobQueries> = {
  job: {
    read: readKnowledgeJob,
    list: listKnowledgeJobs,
    cancel: cancelKnowledgeJob,
  },
  ejob: {
    read: (jobId, context) => context.ask(embeddingJobRead, { jobId }),
    list: (page, context) => context.ask(embeddingJobList, page),
    cancel: (jobId, context) => context.ask(embeddingJobCancel, { jobId }),
  },
  run: {
    read: async (runId, context) => toJob(await context.ask(suiteRunRead, { runId })),
    async list(page, context) {
      const { items, nextCursor } = await context.ask(suiteRunList, page)
      return { items: items.map(toJob), nextCursor }
    },
  },
}

/** A run of a test suite as a job: its verdicts are read where it is. */
function toJob({ id, suite, state, progress, createdAt }: SuiteRun): Job {
  const { done, total } = progress
  const status = state === 'finished' ? 'Ready' : 'Processing'
  return {
    id,
    kind: 'suite-run',
    state,
    total,
    done,
    failed: 0,
    createdAt,
    items: [{ source: suite, status, progress }],
  }
}

/** Who runs a job. An id of none is asked of the first, which knows no such job. */
export const ownerOf = (jobId: string): JobQueries => owners[jobId.split('_', 1)[0]!] ?? owners.job!

/** A page of the jobs of all services, newest first. */
export const listJobs = (page: { limit: number; cursor?: string | undefined }, context: GatewayContext) =>
  mergePages<Job>(
    Object.entries(owners).map(([name, { list }]) => ({ name, list: (own) => list(own, context) })),
    page,
  )
