import { errors } from '@elastic/elasticsearch'
import { ServiceError } from '@frontdesk/contracts'

/** What the server says of an index that is not there. */
export const isMissing = (error: unknown): boolean => error instanceof errors.ResponseError && error.statusCode === 404

/** A server that comes back answers 500 for an index whose shards are still being recovered. */
const isAway = (error: unknown): boolean =>
  error instanceof errors.ConnectionError ||
  error instanceof errors.TimeoutError ||
  error instanceof errors.NoLivingConnectionsError ||
  (error instanceof errors.ResponseError && (error.statusCode === 429 || (error.statusCode ?? 0) >= 500))

/** Runs one operation; a server that is away, too slow or too busy is `unavailable`. */
export async function reaching<R>(operation: () => Promise<R>): Promise<R> {
  try {
    return await operation()
  } catch (error) {
    if (!isAway(error)) throw error
    throw new ServiceError('unavailable', { detail: 'The search index does not answer.', cause: error })
  }
}
