import { randomHex } from '@frontdesk/contracts'

const pattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** A new W3C `traceparent` (https://www.w3.org/TR/trace-context/), sampled. */
export const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`

/** The same trace, a new span; a new trace when there is none, or one that does not parse. */
export function childTraceparent(parent: string | undefined): string {
  if (!parent || !pattern.test(parent)) return newTraceparent()
  return `${parent.slice(0, 36)}${randomHex(8)}${parent.slice(52)}`
}

/** The trace id, for logs. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)
