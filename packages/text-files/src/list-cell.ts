/** Several values as the text of one cell, by commas; one with a comma, a quote or outer spaces stands in quotes. */
export const writeListCell = (values: string[]): string =>
  values.map((value) => (/[",]|^\s|\s$|^$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(', ')

/** A value in quotes, which may hold commas, or one without. */
const item = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/gy

/** The values in a cell, without the spaces around them and without empty ones. */
export const readListCell = (cell: string): string[] =>
  [...cell.matchAll(item)].map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare.trim()).filter(Boolean)
