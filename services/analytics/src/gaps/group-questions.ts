import { contentWords, searchTokens } from '@frontdesk/language'

/** What a question says, for comparing: the weight of each character 4-gram of its content words, of length 1. */
export type Terms = ReadonlyMap<string, number>

/** Fitted on `paraphrases.dev.txt`, see `group-questions.test.ts`. */
const alike = 0.45

/** The terms of a question. Endings differ between paraphrases, so parts of words count, and no word for its length. */
export function termsOf(text: string, language: string | null): Terms {
  const said = contentWords(text, language)
  const weights = new Map<string, number>()
  for (const word of new Set(said.length > 0 ? said : [text.toLowerCase()])) {
    const grams = searchTokens(word).filter((token) => !token.startsWith('='))
    const tokens = grams.length > 0 ? grams : [word]
    for (const token of tokens) weights.set(token, (weights.get(token) ?? 0) + 1 / Math.sqrt(tokens.length))
  }
  const length = Math.hypot(...weights.values())
  return new Map([...weights].map(([token, weight]) => [token, weight / length]))
}

/** Cosine: 0 nothing in common, 1 the same. */
export function likeness(a: Terms, b: Terms): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [token, weight] of few) sum += weight * (many.get(token) ?? 0)
  return sum
}

/** How well a question fits a group: the mean of its best half, so that one odd member shuts nobody out. */
function fitOf(question: Terms, group: Terms[]): number {
  const best = group.map((each) => likeness(question, each)).sort((a, b) => b - a)
  const counted = best.slice(0, Math.max(1, Math.ceil(best.length / 2)))
  return counted.reduce((sum, each) => sum + each, 0) / counted.length
}

/** The group that a question belongs to; undefined when it is like none. */
export function findGroup<T extends { terms: Terms[] }>(question: Terms, groups: Iterable<T>): T | undefined {
  let best: { group: T; fit: number } | undefined
  for (const group of groups) {
    const fit = fitOf(question, group.terms)
    if (fit >= alike && (!best || fit > best.fit)) best = { group, fit }
  }
  return best?.group
}
