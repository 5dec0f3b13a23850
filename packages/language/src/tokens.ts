import { stem } from './stem.ts'

// A combining mark belongs to the letter before it: NFKC leaves those that have no composed form (Arabic, Hindi).
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu
const surrogatePattern = /[\ud800-\udfff]/

/** Longer runs of letters are no words (a hash, a line of Chinese): their 4-grams stand for them. */
const maxWordLength = 64
const gramLength = 4

/** The words of a text in order: NFKC, lower case, runs of letters and digits. Accents are kept. */
export const words = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(wordPattern) ?? []

/**
 * The token of a word in the stem view: `=` and its stem in a language (ISO 639-1), the word itself where there is no
 * stemmer. Undefined for what is too long to be a word.
 */
export const stemToken = (word: string, language: string | null | undefined): string | undefined =>
  word.length <= maxWordLength ? `=${stem(word, language)}` : undefined

/** The tokens of a word in the gram view: the character 4-grams of `_word_` in order. None is the token of a stem. */
export function gramTokens(word: string): string[] {
  const padded = `_${word}_`
  const tokens: string[] = []
  if (surrogatePattern.test(padded)) {
    // Cutting by code units would tear characters beyond the basic plane apart.
    const characters = [...padded]
    for (let i = 0; i + gramLength <= characters.length; i++) tokens.push(characters.slice(i, i + gramLength).join(''))
  } else for (let i = 0; i + gramLength <= padded.length; i++) tokens.push(padded.slice(i, i + gramLength))
  return tokens
}

/**
 * Words and parts of words, without a language: `=word` for each word, and the character 4-grams of `_word_`, repeated as
 * often as they occur. No token holds white space.
 */
export function searchTokens(text: string): string[] {
  const tokens: string[] = []
  for (const word of words(text)) {
    if (word.length <= maxWordLength) tokens.push(`=${word}`)
    tokens.push(...gramTokens(word))
  }
  return tokens
}
