import { ServiceError } from '@frontdesk/contracts'
import { lastingFaultOf, PromptTooLong } from './classify-failure.ts'
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

/**
 * The same for a request for text: what the same request meets again is `model_refused` or `model_failed`, and a prompt that
 * doesn't fit `PromptTooLong`.
 */
export function describeChatFailure(error: unknown, task: string, apiKey: string): ServiceError {
  const fault = error instanceof ServiceError ? undefined : lastingFaultOf(error)
  if (!fault) return describeFailure(error, task, apiKey)
  const cause = withoutKey(error, apiKey)
  if (fault === 'refused') {
    return new ServiceError('model_refused', {
      detail: 'The content filter of the model endpoint refused the request.',
      cause,
    })
  }
  if (fault === 'too_long') {
    const detail = 'The prompt is longer than the model takes (is MODEL_CONTEXT_TOKENS right?).'
    return new PromptTooLong({ detail, cause })
  }
  return new ServiceError('model_failed', {
    detail: `The model endpoint failed to ${task}: ${reasonOf(error)}.`,
    cause,
  })
}

function reasonOf(error: unknown): string {
  const status = fieldOf(error, 'status')
  if (status === 401 || status === 403) return `it answered ${status} (is OPENAI_API_KEY right?)`
  if (status === 404) return 'it answered 404 (are OPENAI_BASE_URL and the model name right?)'
  if (status === 402) return 'it answered 402 (no quota left)'
  if (status === 429 && lastingFaultOf(error)) return 'it answered 429 (no quota left)'
  if (status === 429) return 'it answered 429 (too many requests, or no quota left)'
  if (typeof status === 'number' && status >= 300 && status < 400)
    return `it answered ${status} (it redirects to another address: is that the right one?)`
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
  return new Error(strikeKey(text, apiKey).slice(0, 2_000))
}

/** Servers that need no key are given any: `x`, `none`, `ollama`. Of such a one only whole words are struck out. */
const shortKey = 8

/** A text without the key, which the words of an endpoint may repeat. */
export function strikeKey(text: string, apiKey: string): string {
  if (apiKey === '') return text
  if (apiKey.length >= shortKey) return text.replaceAll(apiKey, '[key]')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(apiKey)}(?![\\p{L}\\p{N}])`, 'gu'), '[key]')
}
