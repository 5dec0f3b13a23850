import { detect } from 'tinyld'

/** Enough characters for a judgement; more only cost time. */
const sampleCharacters = 2_000
/** Fewer letters than this are not enough for a reliable guess. */
const minCharacters = 12

/** Languages in Latin letters that customers write in; the rarer and the invented ones only win by mistake. */
const latin = ['en', 'sv', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'no', 'fi', 'is', 'pl', 'cs', 'sk', 'hu', 'ro']
const moreLatin = ['et', 'lv', 'lt', 'tr', 'id', 'vi', 'la']
const latinLetter = /\p{Script=Latin}/gu
const letter = /\p{L}/gu
/** Characters of no language: digits, signs, private characters of icon fonts. */
const noLetters = /[^\p{L}\p{M}\p{P}\s]+/gu

/** The language of a text as ISO 639-1, judged from its middle; null when it is too short or in none that is known. */
export function detectLanguage(text: string): string | null {
  const from = Math.max(0, (text.length - sampleCharacters) >> 1)
  const sample = text
    .slice(from, from + sampleCharacters)
    .toWellFormed()
    .replace(noLetters, ' ')
  const letters = sample.match(letter)?.length ?? 0
  if (letters < minCharacters) return null
  const isLatin = (sample.match(latinLetter)?.length ?? 0) * 2 > letters
  return (isLatin ? detect(sample, { only: [...latin, ...moreLatin] }) : detect(sample)) || null
}
