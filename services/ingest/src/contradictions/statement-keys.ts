import { createHash } from 'node:crypto'
import type { Statement } from './read-statements.ts'

/** Words of which one may be left out, at most: each makes a key. */
const maxLeftOut = 6

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Tells statements of the same words from others. */
export const textDigest = ({ text }: Statement): string => digest(text)

/**
 * Digests of what a statement is about. Two statements that `compareStatements` can compare share one: their subjects are the
 * same words, or one has a word more that its time is counted from, and then the key without that word.
 */
export function keysOf({ kind, subject, values, countedFrom }: Statement): string[] {
  const words = [...new Set(subject)].sort()
  const keyOf = (own: string[]) => digest(`${kind} ${own.join(' ')}`)
  const isTime = values.some(({ unit }) => unit === 'duration' || unit === 'working day')
  const left = kind === 'sentence' && isTime ? words.filter((word) => countedFrom.has(word)).slice(0, maxLeftOut) : []
  return [keyOf(words), ...left.map((word) => keyOf(words.filter((each) => each !== word)))]
}
