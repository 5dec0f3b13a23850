import { z } from 'zod'
import { failure, progress, sourceStatus, timestamp } from './records.ts'
import { codeWord, identifier } from './text-marks.ts'

export const waitsFor = z
  .string()
  .optional()
  .describe(
    'The error code for which the job waits after a failure, such as `unavailable` during an outage; absent when it continues',
  )

/** How far any job has come. */
export const jobProgress = {
  state: z.enum(['running', 'finished']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
}

export const job = z.object({
  id: identifier,
  kind: codeWord,
  ...jobProgress,
  delivered: z
    .number()
    .int()
    .optional()
    .describe('For a replay: deliveries that the endpoint accepted; equal to `done`'),
  pending: z.number().int().optional().describe('For a replay: deliveries in progress'),
  createdAt: timestamp,
  waitsFor,
  verdicts: z
    .object({ created: z.number(), updated: z.number(), skipped: z.number(), rejected: z.number() })
    .optional()
    .describe('For an import: how many items have each verdict so far'),
  items: z.array(
    z.object({
      index: z.number().int().optional().describe('For an import: the position in the manifest'),
      source: z.string(),
      sourceId: identifier.optional().describe('Absent if the item was rejected before it got an id'),
      verdict: z.enum(['created', 'updated', 'skipped', 'rejected']).optional(),
      reason: z.string().optional().describe('Why it was rejected'),
      status: sourceStatus,
      error: failure.optional(),
      progress: progress.optional(),
    }),
  ),
})
export type Job = z.output<typeof job>

/** A job that has ended, well or not: who runs it tells so once. Its numbers, none of its words. */
export const finishedJob = z.object({
  job: job.pick({ id: true, kind: true, state: true, total: true, done: true, failed: true, createdAt: true }),
})
export type FinishedJob = z.output<typeof finishedJob>
