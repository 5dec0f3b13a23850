import { ServiceError } from '@frontdesk/contracts'

/**
 * What a blob holds that a document names. Where the blob is gone, the document is there all the same, so this is not
 * `not_found`: throws `content_missing`, without the name of the blob.
 */
export async function keptContent<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') {
      throw new ServiceError('content_missing', { cause: error })
    }
    throw error
  }
}
