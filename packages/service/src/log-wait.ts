import { isOutage, ServiceError } from '@frontdesk/contracts'
import type { Log } from './log.ts'

const sayEveryMs = 3_000

/**
 * What `work` answers. While it takes long, a line every 3 s says what is waited for. When that is away or does not answer,
 * the error thrown names it.
 */
export async function logWait<T>(log: Log, waitedFor: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1_000)
    log.warn({ waitedFor, seconds }, `still waiting for ${waitedFor} after ${seconds} s`)
  }, sayEveryMs)
  try {
    return await work()
  } catch (error) {
    if (!isOutage(error)) throw error
    const { code, storage, service, message } = error
    throw new ServiceError(code, { detail: `${waitedFor}: ${message}`, storage, service, cause: error })
  } finally {
    clearInterval(timer)
  }
}
