/** A number as people write it: `1 234,5`, `1,234.5`, `15.000`, `0.31`; not one that belongs to a name, as in `D60`. */
const written =
  /(?<![\p{L}\d])\d{1,3}(?:[.,\s\u00a0\u202f]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|(?<![\p{L}\d])\d+(?:[.,]\d+)?/gu

/** The value of a number as it is written; groups of three digits after a point, comma or space are thousands. */
function readNumber(text: string): number {
  const grouped = /^\d{1,3}(?:[.,\s\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?$/.test(text)
  if (!grouped || /^0[.,]/.test(text)) return Number(text.replace(',', '.'))
  const last = text.match(/[.,](\d{1,2})$/)
  const whole = (last ? text.slice(0, -last[0].length) : text).replace(/\D/g, '')
  return Number(last ? `${whole}.${last[1]}` : whole)
}

/** The numbers of a text in order, years left out. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(written)]
    .filter(([number]) => !/^(?:19|20)\d\d$/.test(number))
    .map(([number]) => readNumber(number))
    .filter(Number.isFinite)

const between =
  /^\D{0,24}?(\d[\d.,\s\u00a0\u202f]*)\s?\D{0,6}?(?:[-–—−]|\bto\b|\btill\b|\bbis\b)\s?\D{0,3}?(\d[\d.,\s\u00a0\u202f]*)/iu
const above =
  /(?:(?<![\p{L}\p{N}])(?:över|mer än|minst|från|über|mehr als|mindestens|ab|over|more than|above|at least|from)|[>≥])\s?(\d[\d.,\s\u00a0\u202f]*)/iu
const below =
  /(?:(?<![\p{L}\p{N}])(?:upp till|högst|under|mindre än|bis(?: zu)?|höchstens|unter|weniger als|up to|at most|below|less than)|[<≤])\s?(\d[\d.,\s\u00a0\u202f]*)/iu

const one = (text: string): number | undefined => numbersIn(text.trim().replace(/[.,]$/, ''))[0]

/** The range that a label or cell states (`4.001–20.000 kWh`, `over 14`, `bis 4.000`), both ends included; undefined where it states none. */
export function rangeIn(text: string): { from: number; to: number } | undefined {
  if (text.length > 60) return undefined
  const ends = text.match(between)
  const [from, to] = [ends && one(ends[1]!), ends && one(ends[2]!)]
  if (from != null && to != null && from < to) return { from, to }
  const least = text.match(above)?.[1]
  if (least !== undefined && one(least) !== undefined) return { from: one(least)!, to: Number.POSITIVE_INFINITY }
  const most = text.match(below)?.[1]
  if (most !== undefined && one(most) !== undefined) return { from: 0, to: one(most)! }
  return undefined
}
