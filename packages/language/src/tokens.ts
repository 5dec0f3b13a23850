// A combining mark belongs to the letter before it: NFKC leaves those that have no composed form (Arabic, Hindi).
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu
const surrogatePattern = /[\ud800-\udfff]/

/** Longer runs of letters are no words (a hash, a line of Chinese): their 4-grams stand for them. */
const longestWord = 64
const gramLength = 4

/** The words of a text in order: NFKC, lower case, runs of letters and digits. Accents are kept. */
export const words = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(wordPattern) ?? []

/**
 * What retrieval indexes and asks for: `=word` for each word, and the character 4-grams of `_word_`, repeated as often as
 * they occur (BM25 counts them). No token holds white space. A question is better asked with each token once.
 */
export function searchTokens(text: string): string[] {
  const tokens: string[] = []
  for (const word of words(text)) {
    if (word.length <= longestWord) tokens.push(`=${word}`)
    const padded = `_${word}_`
    if (surrogatePattern.test(padded)) {
      // Cutting by code units would tear characters beyond the basic plane apart.
      const characters = [...padded]
      for (let i = 0; i + gramLength <= characters.length; i++)
        tokens.push(characters.slice(i, i + gramLength).join(''))
    } else for (let i = 0; i + gramLength <= padded.length; i++) tokens.push(padded.slice(i, i + gramLength))
  }
  return tokens
}
