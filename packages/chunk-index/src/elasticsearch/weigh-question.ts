import { idf, maxTokens, ranking } from '../ranking/constants.ts'
import type { AskedToken, Question } from '../ranking/read-question.ts'
import type { Frequencies } from './statistics.ts'

/** The tokens of a question with what they weigh, in chunks and in whole documents. */
export type Weighed = {
  question: Question
  asked: AskedToken[]
  weights: Map<string, number>
  bounds: { chunk: number; document: number }
}

/** Whether a token is of the view of grams, not of stems. */
export const isGram = ({ token }: { token: string }): boolean => !token.startsWith('=')

/** The tokens that weigh most, and what no score exceeds. */
export function weigh(question: Question, chunks: Frequencies, documents: Frequencies): Weighed {
  const weightIn = ({ count, of }: Frequencies, { token, share }: AskedToken) =>
    share * idf(Math.min(of.get(token) ?? 0, count), count)
  const weighed = question.tokens
    .map((each) => ({ each, weight: weightIn(chunks, each) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxTokens)
  const top = ranking.k1 + 1
  const telling = weighed.filter(({ each }) => each.isTelling)
  return {
    question,
    asked: weighed.map(({ each }) => each),
    weights: new Map(weighed.map(({ each, weight }) => [each.token, weight])),
    bounds: {
      chunk: weighed.reduce((sum, { weight }) => sum + weight * top, 0),
      document: telling.reduce((sum, { each }) => sum + ranking.document.weight * weightIn(documents, each) * top, 0),
    },
  }
}

/** Every token whose frequency is needed, by the view that it is in. */
export function tokensByView({ tokens, words }: Question): { stem: string[]; gram: string[] } {
  const stem = [
    ...tokens.flatMap((each) => (isGram(each) ? [] : each.token)),
    ...words.flatMap(({ token }) => token ?? []),
  ]
  return { stem: [...new Set(stem)], gram: tokens.flatMap((each) => (isGram(each) ? each.token : [])) }
}
