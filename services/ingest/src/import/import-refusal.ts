import type { ImportState, JobItem } from '../jobs/job-document.ts'

/** An import that this process works on. */
export type Held = {
  jobId: string
  state: ImportState
  /** Whether the rest is to end as cancelled. */
  isCancelled(): boolean
  /** Items come in the order of the manifest; a step is committed now and then. */
  record(item: JobItem): Promise<void>
}

/** An item that is rejected. */
export const refusal = (
  source: string,
  code: 'invalid_request' | 'processing_failed' | 'cancelled',
  message: string,
): JobItem => ({
  source,
  ...(code !== 'cancelled' && { verdict: 'rejected' as const }),
  error: { code, message },
})
