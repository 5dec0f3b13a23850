import {
  type ConnectorSync,
  type ContactErasure,
  chat,
  type contactJobWithRows,
  contacts,
  type InputOf,
  type ingest,
  type Job,
  lookUp,
  type Rehearsal,
  retrieval,
  type Scope,
  ServiceError,
  type SuiteRun,
  webhookDispatcher,
} from '@frontdesk/contracts'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { mayUse } from '../keys/authenticate.ts'
import type { Caller } from '../keys/caller.ts'
import { cancelKnowledgeJob, listKnowledgeJobs, readKnowledgeJob } from './knowledge-jobs.ts'
import { mergePages } from './merge-pages.ts'

/** A job as the API shows it, whoever runs it. */
export type AnyJob = Job | z.output<typeof contactJobWithRows> | ContactErasure | ConnectorSync

type JobQueries = {
  /** What a caller needs for its jobs. */
  scope: Scope
  /** Whether its form `:read` shows them; not where it shows no route of what they work on. */
  isForReaders: boolean
  read(jobId: string, context: GatewayContext): Promise<AnyJob>
  list(
    page: InputOf<typeof ingest.queries.jobList>,
    context: GatewayContext,
  ): Promise<{ items: AnyJob[]; nextCursor: string | null }>
  /** Absent: its jobs can't be cancelled. */
  cancel?(jobId: string, context: GatewayContext): Promise<AnyJob>
}

type Needed = Pick<JobQueries, 'scope' | 'isForReaders'>
const knowledge: Needed = { scope: 'knowledge', isForReaders: true }
const book: Needed = { scope: 'contacts', isForReaders: true }
const policies: Needed = { scope: 'policies', isForReaders: true }
/** Connectors and webhook endpoints are for the whole scope alone. */
const settings: Needed = { scope: 'settings', isForReaders: false }

/** The services that run jobs, by what the ids of theirs begin with. */
const owners: Record<string, JobQueries> = {
  job: {
    ...knowledge,
    read: readKnowledgeJob,
    list: listKnowledgeJobs,
    cancel: cancelKnowledgeJob,
  },
  cjob: {
    ...book,
    read: readContactJob,
    async list(page, context) {
      const { items, nextCursor } = await context.ask(contacts.queries.jobList, page)
      return { items: items.map((each) => ({ ...each, items: [] })), nextCursor }
    },
    cancel: async (jobId, context) => {
      await context.ask(contacts.queries.jobCancel, { jobId })
      return readContactJob(jobId, context)
    },
  },
  rjob: {
    ...book,
    read: (jobId, context) => context.ask(contacts.queries.erasureRead, { jobId }),
    list: (page, context) => context.ask(contacts.queries.erasureList, page),
  },
  syn: {
    ...settings,
    read: (jobId, context) => context.ask(contacts.queries.syncRead, { jobId }),
    list: (page, context) => context.ask(contacts.queries.syncList, page),
    cancel: (jobId, context) => context.ask(contacts.queries.syncCancel, { jobId }),
  },
  wjob: {
    ...settings,
    read: (jobId, context) => context.ask(webhookDispatcher.queries.replayRead, { jobId }),
    list: (page, context) => context.ask(webhookDispatcher.queries.replayList, page),
  },
  ejob: {
    ...knowledge,
    read: (jobId, context) => context.ask(retrieval.queries.embeddingJobRead, { jobId }),
    list: (page, context) => context.ask(retrieval.queries.embeddingJobList, page),
    cancel: (jobId, context) => context.ask(retrieval.queries.embeddingJobCancel, { jobId }),
  },
  tun: {
    ...knowledge,
    read: (jobId, context) => context.ask(retrieval.queries.tuningRead, { jobId }),
    list: (page, context) => context.ask(retrieval.queries.tuningList, page),
  },
  run: {
    ...policies,
    read: async (runId, context) => toJob(await context.ask(chat.queries.suiteRunRead, { runId })),
    async list(page, context) {
      const { items, nextCursor } = await context.ask(chat.queries.suiteRunList, page)
      return { items: items.map(toJob), nextCursor }
    },
  },
  reh: {
    ...policies,
    read: async (rehearsalId, context) =>
      rehearsalToJob(await context.ask(chat.queries.rehearsalRead, { rehearsalId })),
    async list(page, context) {
      const { items, nextCursor } = await context.ask(chat.queries.rehearsalList, page)
      return { items: items.map(rehearsalToJob), nextCursor }
    },
    cancel: async (rehearsalId, context) =>
      rehearsalToJob(await context.ask(chat.queries.rehearsalCancel, { rehearsalId })),
  },
}

/** What the ids of jobs begin with, one for each kind of work that the API shows as jobs. */
export const jobIdPrefixes = Object.keys(owners)

/** A rehearsal as a job: its results are read where it is. */
function rehearsalToJob({ id, name, state, progress, error, createdAt }: Rehearsal): Job {
  const { done, total } = progress
  const isRunning = state === 'running'
  const status = isRunning ? 'Processing' : state === 'failed' ? 'Failed' : 'Ready'
  return {
    id,
    kind: 'rehearsal',
    state: isRunning ? 'running' : 'finished',
    total,
    done,
    failed: state === 'failed' ? total - done : 0,
    createdAt,
    items: [{ source: name ?? '', status, ...(error && { error }), progress }],
  }
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

const maySee = (caller: Caller, { scope, isForReaders }: JobQueries): boolean =>
  mayUse(caller, scope, isForReaders ? 'read' : undefined)

/**
 * Who runs a job, for a caller who may see it; `not_found` for others. An id of none is asked of the first, which knows no such
 * job.
 */
export function ownerOf(jobId: string, caller: Caller): JobQueries {
  const owner = lookUp(owners, jobId.split('_', 1)[0]!) ?? owners.job!
  if (!maySee(caller, owner)) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return owner
}

/** Cancels a job. Throws `not_found` as `ownerOf`, `forbidden` where it may only be read, and `conflict` where it runs to its end. */
export function cancelJob(jobId: string, caller: Caller, context: GatewayContext): Promise<AnyJob> {
  const { cancel, scope } = ownerOf(jobId, caller)
  if (!mayUse(caller, scope)) throw new ServiceError('forbidden', { detail: `This needs the scope ${scope}.` })
  if (!cancel) throw new ServiceError('conflict', { detail: 'Jobs of this kind can’t be cancelled.' })
  return cancel(jobId, context)
}

/** A page of the jobs of all services that a caller may see, newest first. */
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
    context.ask(contacts.queries.jobRead, { jobId }),
    context.ask(contacts.queries.importRowList, { jobId, limit: shownRows }),
  ])
  return { ...read, items: rows.items.map(({ cells: _, ...row }) => row) }
}
