import { ServiceError } from '@frontdesk/contracts'

const modelFaults = new Set<string>(['model_unavailable', 'model_refused', 'model_failed'])
const isUnavailable = (error: unknown): boolean => error instanceof ServiceError && modelFaults.has(error.code)

/** The parts of the first stream that begins; the next one is opened only when one fails before its first part. */
export async function* streamFirst(opens: (() => AsyncIterable<string>)[]): AsyncGenerator<string> {
  for (const [i, open] of opens.entries()) {
    let hasBegun = false
    try {
      for await (const part of open()) {
        hasBegun = true
        yield part
      }
      return
    } catch (error) {
      if (hasBegun || i === opens.length - 1 || !isUnavailable(error)) throw error
    }
  }
}

/** What the first that is there answers. Throws what the last one throws. */
export async function askFirst<T>(asks: (() => Promise<T>)[]): Promise<T> {
  for (const [i, ask] of asks.entries()) {
    try {
      return await ask()
    } catch (error) {
      if (i === asks.length - 1 || !isUnavailable(error)) throw error
    }
  }
  throw new Error('no model is configured')
}
