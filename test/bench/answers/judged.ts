import {
  type ConfidenceModel,
  composeAnswer,
  confidenceFeatures,
  confidenceModel,
  confidenceOf,
  type Features,
} from '@frontdesk/answers'
import { detectLanguage } from '@frontdesk/language'
import type { Example, Kind } from './examples.ts'
import { calibrationError } from './logistic.ts'

/** An example, what was composed for it, and whether that is right. */
export type Judged = Pick<Example, 'kind' | 'language' | 'half' | 'article' | 'size' | 'question'> & {
  text: string
  features: Features
  isCorrect: boolean
}

/** What each kind counts for, of a hundred questions: everything is fitted and reported on this mix. */
export const shares: Record<Kind, number> = {
  answerable: 45,
  'article absent': 15,
  'paragraph absent': 10,
  adversarial: 6,
  swapped: 10,
  listed: 9,
  'list absent': 9,
  stated: 12,
  'other subject': 8,
  'in a table': 24,
  'in no table': 20,
  help: 60,
  'help absent': 30,
}

/** What would be said to a customer who asks, if its confidence is high enough. */
export type Answered = {
  text: string
  confidence: number
  features: Features
  /** The documents that its parts are of. */
  documents: string[]
  /** Every part stands in its chunk, word for word. */
  isQuoted: boolean
}

/** Answers as chat does; undefined where there is nothing to say. */
export function answerTo(
  question: string,
  { chunks, counts }: Pick<Example, 'chunks' | 'counts'>,
  model: ConfidenceModel = confidenceModel,
): Answered | undefined {
  const language = detectLanguage(question) ?? undefined
  const composed = composeAnswer({ question, chunks, counts, language })
  if (!composed) return undefined
  const features = confidenceFeatures({ question, counts, language }, composed)
  return {
    text: composed.text,
    confidence: confidenceOf(model, features),
    features,
    documents: [...new Set(composed.parts.map(({ chunk }) => chunk.contentId))],
    isQuoted: composed.parts.every(({ chunk, quote }) => chunk.text.includes(quote)),
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** Composes an answer for an example; undefined where there is nothing to say. */
export function judge(example: Example): Judged | undefined {
  const { kind, language, half, article, size, question, chunks, counts, answers, document } = example
  const composed = composeAnswer({ question, chunks, counts, language })
  if (!composed) return undefined
  const features = confidenceFeatures({ question, counts, language }, composed)
  const answeredFrom = composed.parts[0]!.chunk.contentId
  const holds = answers.some((answer) => plain(composed.text).includes(plain(answer)))
  const isCorrect = kind === 'listed' ? answeredFrom === document : holds
  return { kind, language, half, article, size, question, text: composed.text, features, isCorrect }
}

/** Each kind counts by its share, and each language, and small knowledge bases as much as whole ones. */
export function weighed(judged: Judged[]): { each: Judged; weight: number }[] {
  const groupOf = ({ language, kind, size }: Judged) => `${language} ${kind} ${size === 'all'}`
  const sizes = new Map<string, number>()
  for (const each of judged) sizes.set(groupOf(each), (sizes.get(groupOf(each)) ?? 0) + 1)
  return judged.map((each) => ({ each, weight: (shares[each.kind] * 20) / sizes.get(groupOf(each))! }))
}

/** Expected calibration error of a model over examples, weighed as the mix. */
export const errorOf = (model: ConfidenceModel, judged: Judged[]): number =>
  calibrationError(
    weighed(judged).map(({ each, weight }) => ({
      confidence: confidenceOf(model, each.features),
      holds: each.isCorrect,
      weight,
    })),
  )
