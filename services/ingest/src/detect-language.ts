import { detect } from 'tinyld'

/** Enough for a judgement; more only costs time. */
const sampleCharacters = 2_000
/** Below this a guess says more about the guesser. */
const fewestCharacters = 20

/** The language of a text as ISO 639-1, judged from its middle; null when it is too short or in none that is known. */
export function detectLanguage(text: string): string | null {
  if (text.length < fewestCharacters) return null
  const from = Math.max(0, (text.length - sampleCharacters) >> 1)
  return detect(text.slice(from, from + sampleCharacters).toWellFormed()) || null
}
