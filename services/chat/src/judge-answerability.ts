import type { FoundChunk } from '@frontdesk/contracts'
import { answerabilityFeatures, type Features, featureNames } from './answerability-features.ts'
import { type AnswerabilityModel, answerabilityModel } from './answerability-model.ts'

/** Below this confidence a question is handed over rather than answered, unless a tenant says otherwise (docs/answering.md). */
export const defaultThreshold = 0.3

/** How much the second head counts beside the first: more would cost questions whose subject is absent. */
const statementWeight = 0.5

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
const linear = ([intercept, coefficients]: [number, Features], features: Features): number =>
  featureNames.reduce((sum, name) => sum + coefficients[name] * features[name], intercept)

/** The logarithm of both heads together, at most 0: what calibration makes a probability of. */
export const jointScore = ({ subject, statement }: Pick<AnswerabilityModel, 'subject' | 'statement'>, of: Features) =>
  Math.log(sigmoid(linear(subject, of))) + statementWeight * Math.log(sigmoid(linear(statement, of)))

/** The probability that an answer made of the passages is correct, for features of a question and its passages. */
export function confidenceOf(model: AnswerabilityModel, features: Features): number {
  const score = jointScore(model, features)
  const [intercept, slope, bend] = model.calibration
  return sigmoid(intercept + slope * score + bend * Math.exp(score))
}

/**
 * Whether passages (as `chunksFind` gave them, best first) answer a question: `confidence` in 0..1, decided before anything
 * is generated. One model with two heads, for a product of two odds tells more than a sum: is the subject there at all, and
 * is what is asked of it stated. `language` is ISO 639-1. Pure, and takes some milliseconds at most.
 */
export function judgeAnswerability(
  question: string,
  chunks: FoundChunk[],
  language?: string,
): { confidence: number; features: Record<string, number> } {
  const features = answerabilityFeatures(question, chunks, language)
  return { confidence: chunks.length === 0 ? 0 : confidenceOf(answerabilityModel, features), features }
}
