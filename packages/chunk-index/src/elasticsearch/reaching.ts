import { errors } from '@elastic/elasticsearch'
import { ServiceError } from '@frontdesk/contracts'

/** What the server says of an index that is not there. */
export const isMissing = (error: unknown): boolean => error instanceof errors.ResponseError && error.statusCode === 404

/** A server that comes back answers 500 for an index whose shards are still being recovered, or waits for them in vain (408). */
const isAwayStatus = (status = 0): boolean => status === 408 || status === 429 || status >= 500

const isUnavailable = (error: unknown): boolean =>
  error instanceof errors.ConnectionError ||
  error instanceof errors.TimeoutError ||
  error instanceof errors.NoLivingConnectionsError ||
  (error instanceof errors.ResponseError && isAwayStatus(error.statusCode))

/** Whether the server says that it takes no writes because its disk is nearly full. */
export const isFloodStage = (reason: string | null | undefined): boolean => reason?.includes('flood-stage') ?? false

/** What callers see of that. */
export const diskFull = (cause?: unknown) => new ServiceError('unavailable', { storage: 'disk_full', cause })

/** Somebody closed an index, or the cluster, for writes. */
const isReadOnly = (error: errors.ResponseError): boolean =>
  error.statusCode === 403 && error.message.includes('cluster_block_exception')

const unanswered = (cause: unknown) =>
  new ServiceError('unavailable', { detail: 'The search index does not answer.', cause })

/** What a search of several in one request failed with, as `reaching` throws it of a request: the request itself succeeded. */
export function searchFailure({
  status,
  error,
}: {
  status: number
  error: { type: string; reason?: string | null }
}): Error {
  const cause = new Error(`${error.type}: ${error.reason}`)
  return isAwayStatus(status) ? unanswered(cause) : cause
}

/** Runs one operation; a server that is away, too slow, too busy or closed for writes is `unavailable`. */
export async function reaching<R>(operation: () => Promise<R>): Promise<R> {
  try {
    return await operation()
  } catch (error) {
    if (error instanceof errors.ResponseError && isFloodStage(error.message)) throw diskFull(error)
    if (error instanceof errors.ResponseError && isReadOnly(error))
      throw new ServiceError('unavailable', { storage: 'read_only', cause: error })
    throw isUnavailable(error) ? unanswered(error) : error
  }
}
