import { ServiceError } from '@frontdesk/contracts'
import { faultOf } from './retry-pause.ts'

/**
 * What went wrong with a model endpoint, as `model_unavailable`. The public detail says what happened and never repeats
 * the endpoint's words, which may hold the key; the cause does, for the log, with the key struck out. A request that the
 * endpoint refuses for itself is no outage.
 */
export function describeFailure(error: unknown, task: string, apiKey: string): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError('model_unavailable', {
    detail: `The model endpoint failed to ${task}: ${reasonOf(error)}.`,
    cause: withoutKey(error, apiKey),
    isOutage: !faultOf(error).isRequests,
  })
}

function reasonOf(error: unknown): string {
  const status = fieldOf(error, 'status')
  if (status === 401 || status === 403) return `it answered ${status} (is OPENAI_API_KEY right?)`
  if (status === 404) return 'it answered 404 (are OPENAI_BASE_URL and the model name right?)'
  if (status === 429) return 'it answered 429 (too many requests, or no quota left)'
  if (typeof status === 'number') return `it answered ${status}`
  const name = error instanceof Error ? error.constructor.name : ''
  if (name === 'APIConnectionTimeoutError') return 'it did not answer in time'
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = fieldOf(cause, 'code')
    if (typeof code === 'string' && /^(?:E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code)) return `the connection broke (${code})`
  }
  if (name === 'APIConnectionError' || error instanceof TypeError) return 'the connection broke'
  return 'its reply could not be understood'
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined

// A new error, because the SDK's carries the reply's headers and body along.
function withoutKey(error: unknown, apiKey: string): Error {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const struck = apiKey === '' ? text : text.replaceAll(apiKey, '[key]')
  return new Error(struck.slice(0, 2_000))
}
