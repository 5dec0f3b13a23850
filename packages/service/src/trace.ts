import { randomHex } from '@frontdesk/contracts'

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** A new W3C `traceparent` (https://www.w3.org/TR/trace-context/), sampled. */
export const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`

/**
 * The `traceparent` that somebody outside sent, in the form of version 00; undefined when it is not valid, in which case
 * the specification asks for a new trace. A version to come is read as far as 00 goes.
 */
export function readTraceparent(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > 512) return undefined
  const [, version, traceId, parentId, flags, rest] = pattern.exec(given) ?? []
  if (!version || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId!) || /^0+$/.test(parentId!)) return undefined
  // Of the flags only `sampled` is known to version 00.
  return `00-${traceId}-${parentId}-0${Number.parseInt(flags!, 16) & 1}`
}

/** The same trace, a new span; a new trace when there is none. */
export function childTraceparent(parent: string | undefined): string {
  if (!parent) return newTraceparent()
  return `${parent.slice(0, 36)}${randomHex(8)}${parent.slice(52)}`
}

/** The trace id, for logs. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)

/** Whether who records traces keeps this one. */
export const isSampled = (traceparent: string): boolean => (Number.parseInt(traceparent.slice(53, 55), 16) & 1) === 1
