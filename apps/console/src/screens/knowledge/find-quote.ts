export type Range = { start: number; end: number }

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where a quote stands in a text, whatever white space lies between its words. */
export function findQuote(text: string, quote: string): Range | undefined {
  const words = quote.trim().split(/\s+/)
  if (words[0] === '') return undefined
  const exact = text.indexOf(quote)
  if (exact >= 0) return { start: exact, end: exact + quote.length }
  const found = new RegExp(words.map(escapeForPattern).join('\\s+')).exec(text)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}

/** A range as addresses have it, `12-40`; only one that lies in the text. */
export function readRange(written: string, text: string): Range | undefined {
  const [, start, end] = /^(\d+)-(\d+)$/.exec(written) ?? []
  const range = { start: Number(start), end: Number(end) }
  return range.start < range.end && range.end <= text.length ? range : undefined
}
