/** `Retry-After` (seconds or an HTTP date, RFC 9110, 10.2.3) in milliseconds from `now`; `undefined` when it says neither. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const trimmed = header.trim()
  const ms = /^\d{1,10}$/.test(trimmed) ? Number(trimmed) * 1_000 : Date.parse(trimmed) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
