/**
 * How much two lower-case words are the same one, 0..1: 1 alike, .8 another ending ("refund", "refunds"; "frakt",
 * "frakten"), .5 a part of a compound ("leverans", "hemleverans").
 */
export function likeness(a: string, b: string): number {
  if (a === b) return 1
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 4) return 0
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  // A stem of at least four letters, and short endings on either side.
  if (shared >= 4 && short.length - shared <= 2 && long.length - shared <= 4) return 0.8
  return short.length >= 5 && (shared === short.length || long.endsWith(short)) ? 0.5 : 0
}
