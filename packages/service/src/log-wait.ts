import { isOutage, ServiceError } from '@frontdesk/contracts'
import type { Log } from './log.ts'

const sayEveryMs = 3_000

/** How far a start is, for whoever asks meanwhile. */
export type Progress = {
  /** What is waited for now. */
  waitedFor?: string
}

/** An outage of what was waited for, which it names. */
export class WaitFailed extends ServiceError {
  readonly waitedFor: string
  constructor(waitedFor: string, cause: ServiceError) {
    const { code, storage, service, message } = cause
    super(code, { detail: `${waitedFor}: ${message}`, storage, service, cause })
    this.waitedFor = waitedFor
  }
}

/**
 * What `work` answers. While it takes long, a line every 3 s says what is waited for. When that is away or does not answer,
 * the error thrown names it.
 */
export async function logWait<T>(
  log: Log,
  waitedFor: string,
  work: () => Promise<T>,
  progress: Progress = {},
): Promise<T> {
  progress.waitedFor = waitedFor
  const started = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1_000)
    log.warn({ waitedFor, seconds }, `still waiting for ${waitedFor} after ${seconds} s`)
  }, sayEveryMs)
  try {
    return await work()
  } catch (error) {
    throw isOutage(error) ? new WaitFailed(waitedFor, error) : error
  } finally {
    clearInterval(timer)
  }
}
