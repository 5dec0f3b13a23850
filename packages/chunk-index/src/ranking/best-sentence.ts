import { gramTokens, splitIntoSentences, stemToken, words } from '@frontdesk/language'

/** The tokens of a word that are asked for, and their weights. */
type Held = { tokens: string[]; weights: number[] }
const nothing: Held = { tokens: [], weights: [] }

/**
 * Reads texts for one question: answers the largest sum of weights that one sentence of a text holds, each token once. What
 * it finds of a word it remembers, for the best texts share most of theirs.
 */
export function sentenceReader(
  weights: ReadonlyMap<string, number>,
): (text: string, language: string | null) => number {
  const known = new Map<string | null, Map<string, Held>>()

  function look(word: string, language: string | null): Held {
    const tokens = [stemToken(word, language), ...gramTokens(word)].filter(
      (token): token is string => token !== undefined && weights.has(token),
    )
    return tokens.length === 0 ? nothing : { tokens, weights: tokens.map((token) => weights.get(token)!) }
  }

  function heldBy(sentence: string, language: string | null, knownWords: Map<string, Held>): number {
    let sum = 0
    const seen = new Set<string>()
    for (const word of words(sentence)) {
      let held = knownWords.get(word)
      if (held === undefined) knownWords.set(word, (held = look(word, language)))
      held.tokens.forEach((token, i) => {
        if (seen.has(token)) return
        seen.add(token)
        sum += held.weights[i]!
      })
    }
    return sum
  }

  return (text, language) => {
    let knownWords = known.get(language)
    if (knownWords === undefined) known.set(language, (knownWords = new Map()))
    let best = 0
    for (const { text: sentence } of splitIntoSentences(text)) {
      best = Math.max(best, heldBy(sentence, language, knownWords))
    }
    return best
  }
}
