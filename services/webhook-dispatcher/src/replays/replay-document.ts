import { type FinishedJob, type Job, without } from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** Deliveries of an endpoint that go again: a time range, those that failed, or both. */
export type ReplayDocument = Leased & {
  endpointId: string
  from: string
  to: string
  events?: string[]
  /** Only those that are in it when they are met. */
  onlyState?: 'failed'
  createdAt: string
  state: 'running' | 'finished'
  /** How many were put on their way so far. */
  count: number
  /** Absent in what was begun before they were counted. */
  delivered?: number
  failed?: number
  /** Set when all were put on their way: from now on it is looked what becomes of them. */
  isSelected?: true
  /** While it selects: where the next page begins. Then: the page that was looked at last. */
  cursor?: string
}
export const replays = collection<ReplayDocument>('webhook-dispatcher-replays', [
  { fields: ['createdAt'] },
  { fields: ['state', 'createdAt'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
])

/** A page of what a replay put on its way, and what became of it. Its id follows from the cursor that it was found behind. */
export type ReplayPageDocument = {
  jobId: string
  /** Those of which it is not known yet what became of them. */
  pending: string[]
  delivered: number
  failed: number
  /** Where the next page begins; null behind the last one. */
  next: string | null
  createdAt: string
}
export const replayPages = collection<ReplayPageDocument>('webhook-dispatcher-replay-pages', [
  { fields: ['jobId'] },
  { fields: ['createdAt'], acrossTenants: true },
])

/** A replay as the API shows it: `done` counts what was delivered. */
export function toReplayJob({ id, body }: Pick<Stored<ReplayDocument>, 'id' | 'body'>): Job {
  const { state, count, createdAt, waitsFor } = body
  // What was finished before outcomes were counted had put all on their way, and says no more than that.
  const { delivered = state === 'finished' ? count : 0, failed = 0 } = body
  const outcome = { total: count, done: delivered, failed, delivered, pending: count - delivered - failed }
  return { id, kind: 'replay', state, ...outcome, createdAt, ...(waitsFor && { waitsFor }), items: [] }
}

/** What is told of a replay that has ended. */
export function finishedReplay(id: string, body: ReplayDocument): FinishedJob {
  return { job: without(toReplayJob({ id, body }), 'items', 'delivered', 'pending') }
}
