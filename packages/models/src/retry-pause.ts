import { systemClock } from '@frontdesk/contracts'
import { lastingFaultOf } from './classify-failure.ts'

const firstPauseMs = 300
const maxPauseMs = 8_000

/**
 * How long to wait before try number `attempt` (from 1): what the endpoint asked for, or a random part of a pause that
 * doubles ("full jitter", https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 */
export const pauseBefore = (attempt: number, retryAfterMs: number | undefined, random = Math.random): number =>
  retryAfterMs ?? random() * Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1))

/** `Retry-After` (RFC 9110, 10.2.3) in ms, or the finer `retry-after-ms`; undefined when there is none. */
export function retryAfterOf(error: unknown, now = systemClock.now()): number | undefined {
  const headers = (error as { headers?: unknown })?.headers
  if (!(headers instanceof Headers)) return undefined
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1_000 : undefined
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** How to treat a failed request: whether a retry may help, and whether the endpoint or the request itself is at fault. */
export function faultOf(error: unknown): { isRetryable: boolean; isEndpoints: boolean; isRequests: boolean } {
  const status = (error as { status?: unknown })?.status
  if (typeof status !== 'number') return { isRetryable: true, isEndpoints: true, isRequests: false }
  const isTemporary = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500
  // Of a lasting fault neither a retry nor a pause changes anything.
  const isRetryable = isTemporary && !lastingFaultOf(error)
  return { isRetryable, isEndpoints: isRetryable, isRequests: status === 400 || status === 413 || status === 422 }
}
