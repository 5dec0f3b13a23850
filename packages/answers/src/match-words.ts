/**
 * How much two lower-case words are the same one, 0..1: 1 alike; .9 another ending (`refund`, `refunds`; `frakt`,
 * `frakten`); .6 one stands in the other, as in a compound (`leverans`, `hemleverans`).
 */
export function likeness(a: string, b: string): number {
  if (a === b) return 1
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 3 || isNumber(short)) return 0
  let shared = 0
  while (shared < short.length && short.charCodeAt(shared) === long.charCodeAt(shared)) shared++
  const restOfShort = short.length - shared
  const restOfLong = long.length - shared
  // `order` and `orders`, `open` and `opens`; `policy` and `policies`; a stem of three letters takes one letter more.
  if (shared === short.length && restOfLong <= (shared >= 4 ? 3 : 1)) return 0.9
  if (shared >= 4 && restOfShort <= 2 && restOfLong <= 4 && shared >= 0.6 * short.length) return 0.9
  if (short.length >= 5 && (shared === short.length || long.includes(short))) return 0.6
  // Two compounds of one word: `leveransen`, `leveranstiden`.
  return shared >= 6 ? 0.6 : 0
}

/** Whether a word is written in digits. */
export const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word)

/** The best likeness of a word among others. */
export function bestLikeness(word: string, among: Iterable<string>): number {
  let best = 0
  for (const other of among) {
    // Most words differ in their first letters; compounds are the exception, so long ones are looked at in any case.
    if (other.length < 5 && word.charCodeAt(0) !== other.charCodeAt(0)) continue
    best = Math.max(best, likeness(word, other))
    if (best === 1) break
  }
  return best
}

/** The likeness of two words that may be forms of one by their stems. */
export const stemLikeness = 0.95
