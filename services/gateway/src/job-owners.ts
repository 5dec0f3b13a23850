import {
  type ConnectorSync,
  type ContactErasure,
  connectorSyncCancel,
  connectorSyncList,
  connectorSyncRead,
  contactErasureList,
  contactErasureRead,
  contactJobCancel,
  contactJobList,
  contactJobRead,
  type contactJobWithRows,
  embeddingJobCancel,
  embeddingJobList,
  embeddingJobRead,
  type InputOf,
  importRowList,
  type Job,
  type jobList,
  replayList,
  replayRead,
  type SuiteRun,
  suiteRunList,
  suiteRunRead,
} from '@frontdesk/contracts'
import type { z } from 'zod'
import type { GatewayContext } from './context.ts'
import { cancelKnowledgeJob, listKnowledgeJobs, readKnowledgeJob } from './knowledge-jobs.ts'
import { mergePages } from './merge-pages.ts'

/** A job as the API shows it, whoever runs it. */
export type AnyJob = Job | z.output<typeof contactJobWithRows> | ContactErasure | ConnectorSync

type JobQueries = {
  read(jobId: string, context: GatewayContext): Promise<AnyJob>
  list(page: InputOf<typeof jobList>, context: GatewayContext): Promise<{ items: AnyJob[]; nextCursor: string | null }>
  /** Absent: its jobs can't be cancelled. */
  cancel?(jobId: string, context: GatewayContext): Promise<AnyJob>
}

/** The services that run jobs, by what the ids of theirs begin with. */
const owners: Record<string, JobQueries> = {
  job: {
    read: readKnowledgeJob,
    list: listKnowledgeJobs,
    cancel: cancelKnowledgeJob,
  },
  cjob: {
    read: readContactJob,
    async list(page, context) {
      const { items, nextCursor } = await context.ask(contactJobList, page)
      return { items: items.map((each) => ({ ...each, items: [] })), nextCursor }
    },
    cancel: async (jobId, context) => {
      await context.ask(contactJobCancel, { jobId })
      return readContactJob(jobId, context)
    },
  },
  rjob: {
    read: (jobId, context) => context.ask(contactErasureRead, { jobId }),
    list: (page, context) => context.ask(contactErasureList, page),
  },
  syn: {
    read: (jobId, context) => context.ask(connectorSyncRead, { jobId }),
    list: (page, context) => context.ask(connectorSyncList, page),
    cancel: (jobId, context) => context.ask(connectorSyncCancel, { jobId }),
  },
  wjob: {
    read: (jobId, context) => context.ask(replayRead, { jobId }),
    list: (page, context) => context.ask(replayList, page),
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
  mergePages<AnyJob>(
    Object.entries(owners).map(([name, { list }]) => ({ name, list: (own) => list(own, context) })),
    page,
  )

/** Rows that a job's reading shows; the others are read by `GET /api/contacts/imports/{jobId}/rows`. */
const shownRows = 500

/** An import of contacts with the verdicts of its first rows. */
async function readContactJob(jobId: string, context: GatewayContext): Promise<AnyJob> {
  const [read, rows] = await Promise.all([
    context.ask(contactJobRead, { jobId }),
    context.ask(importRowList, { jobId, limit: shownRows }),
  ])
  return { ...read, items: rows.items.map(({ cells: _, ...row }) => row) }
}
