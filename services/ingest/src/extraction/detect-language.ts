import { detectLanguage as languageOf } from '@frontdesk/language'

/** Enough characters for a judgement; more only cost time. */
const sampleCharacters = 2_000
/** Fewer letters than this are not enough for a reliable guess. */
const minCharacters = 12

/** The language of a text as ISO 639-1, judged from its middle; null when it is too short or in none that is sure. */
export function detectLanguage(text: string): string | null {
  const from = Math.max(0, (text.length - sampleCharacters) >> 1)
  const sample = text.slice(from, from + sampleCharacters)
  return (sample.match(/\p{L}/gu)?.length ?? 0) < minCharacters ? null : languageOf(sample)
}
