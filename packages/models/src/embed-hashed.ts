import { searchTokens } from '@frontdesk/language'

/**
 * A text as a unit vector of hashed words and character 4-grams: each token adds its weight, 1 + ln of how often it occurs,
 * with a sign of its own, at the place that its hash names (feature hashing, Weinberger et al. 2009,
 * https://arxiv.org/abs/0902.2206). A text without words points along the first axis, for the zero vector has no direction.
 */
export function hashedEmbedding(text: string, dimensions = 1024): number[] {
  const counts = new Map<string, number>()
  for (const token of searchTokens(text)) counts.set(token, (counts.get(token) ?? 0) + 1)
  const vector = new Array<number>(dimensions).fill(0)
  for (const [token, count] of counts) {
    const hash = hashOf(token)
    // The lowest bit is the sign, the others the place.
    vector[(hash >>> 1) % dimensions]! += (hash & 1 ? 1 : -1) * (1 + Math.log(count))
  }
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) {
    vector[0] = 1
    return vector
  }
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}

/** FNV-1a over UTF-16 code units, 32 bits, finished as in MurmurHash3 so that the low bits are as good as the high ones. */
function hashOf(token: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < token.length; i++) hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
