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
  ServiceError,
  type SuiteRun,
  suiteRunList,
  suiteRunRead,
} from '@frontdesk/contracts'
import type { z } from 'zod'
import { type Caller, mayUse } from './authenticate.ts'
import type { GatewayContext } from './context.ts'
import type { Scope } from './key-records.ts'
import { cancelKnowledgeJob, listKnowledgeJobs, readKnowledgeJob } from './knowledge-jobs.ts'
import { mergePages } from './merge-pages.ts'

/** A job as the API shows it, whoever runs it. */
export type AnyJob = Job | z.output<typeof contactJobWithRows> | ContactErasure | ConnectorSync

type JobQueries = {
  /** Who may see its jobs, beside `knowledge`, which sees all. */
  scope: Scope
  read(jobId: string, context: GatewayContext): Promise<AnyJob>
  list(page: InputOf<typeof jobList>, context: GatewayContext): Promise<{ items: AnyJob[]; nextCursor: string | null }>
  /** Absent: its jobs can't be cancelled. */
  cancel?(jobId: string, context: GatewayContext): Promise<AnyJob>
}

/** The services that run jobs, by what the ids of theirs begin with. */
const owners: Record<string, JobQueries> = {
  job: {
    scope: 'knowledge',
    read: readKnowledgeJob,
    list: listKnowledgeJobs,
    cancel: cancelKnowledgeJob,
  },
  cjob: {
    scope: 'contacts',
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
    scope: 'contacts',
    read: (jobId, context) => context.ask(contactErasureRead, { jobId }),
    list: (page, context) => context.ask(contactErasureList, page),
  },
  syn: {
    scope: 'settings',
    read: (jobId, context) => context.ask(connectorSyncRead, { jobId }),
    list: (page, context) => context.ask(connectorSyncList, page),
    cancel: (jobId, context) => context.ask(connectorSyncCancel, { jobId }),
  },
  wjob: {
    scope: 'settings',
    read: (jobId, context) => context.ask(replayRead, { jobId }),
    list: (page, context) => context.ask(replayList, page),
  },
  ejob: {
    scope: 'knowledge',
    read: (jobId, context) => context.ask(embeddingJobRead, { jobId }),
    list: (page, context) => context.ask(embeddingJobList, page),
    cancel: (jobId, context) => context.ask(embeddingJobCancel, { jobId }),
  },
  run: {
    scope: 'policies',
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

/** Scopes that see the jobs of their own, beside `knowledge`. */
export const jobScopes: Scope[] = [...new Set(Object.values(owners).map(({ scope }) => scope))].filter(
  (scope) => scope !== 'knowledge',
)

const maySee = (caller: Caller, { scope }: JobQueries): boolean => mayUse(caller, 'knowledge') || mayUse(caller, scope)

/**
 * Who runs a job. An id of none is asked of the first, which knows no such job; one that the caller may not see is
 * `not_found`, too.
 */
export function ownerOf(jobId: string, caller: Caller): JobQueries {
  const owner = owners[jobId.split('_', 1)[0]!] ?? owners.job!
  if (!maySee(caller, owner)) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return owner
}

/** A page of the jobs of all services that the caller may see, newest first. */
export const listJobs = (
  page: { limit: number; cursor?: string | undefined },
  caller: Caller,
  context: GatewayContext,
) =>
  mergePages<AnyJob>(
    Object.entries(owners)
      .filter(([, owner]) => maySee(caller, owner))
      .map(([name, { list }]) => ({ name, list: (own) => list(own, context) })),
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
