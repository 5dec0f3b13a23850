/** The time of a receipt, when it is one: RFC 3339. */
export function receiptTime(ms: number): { at?: string } {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? {} : { at: time.toISOString() }
}
