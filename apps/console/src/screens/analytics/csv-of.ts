/** What a spreadsheet would run as a formula, with what it skips before one; signs of full width count. */
const formula = /^(?:[\s\p{Cc}\p{Cf}\p{Zs}\u115f\u1160\u3164\uffa0']*[=+\-@＝＋－＠﹢﹣﹦﹫]|'*[\t\r\n])/u

/** A cell of CSV (RFC 4180). What a spreadsheet would run as a formula starts with an apostrophe. */
function cellOf(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Records as CSV with these fields, and their names in the first line. */
export function csvOf<F extends string>(fields: readonly F[], records: readonly Partial<Record<F, unknown>>[]): string {
  const lines = [fields, ...records.map((record) => fields.map((field) => record[field]))]
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}
