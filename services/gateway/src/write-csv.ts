/** Beginnings that spreadsheet programs run as a formula, also after spaces (OWASP, "CSV Injection"). */
const runs = /^[\s\u00a0]*[=+\-@\t\r]/
const needsQuotes = /[",\r\n]/

/** A number is no formula, whatever its sign; so is an E.164 phone number. */
const isNumber = (text: string): boolean => /^[+-]?\d[\d .]*$/.test(text)

function cellOf(text: string): string {
  const harmless = runs.test(text) && !isNumber(text) ? `'${text}` : text
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One row as CSV (RFC 4180), its line end included. What a spreadsheet would run begins with an apostrophe. */
export const csvRow = (cells: string[]): string => `${cells.map(cellOf).join(',')}\r\n`
