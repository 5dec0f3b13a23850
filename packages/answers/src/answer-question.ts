import { type Asked, type ComposedAnswer, composeAnswer } from './compose-answer.ts'
import { confidenceFeatures, type Features, featureNames } from './confidence-features.ts'
import { type ConfidenceModel, confidenceModel, type Regression, type Shape } from './confidence-model.ts'

/** Below this confidence a question is handed over rather than answered, unless a tenant says otherwise (docs/answering.md). */
export const defaultThreshold = 0.3

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** How much the second head counts beside the first: more would cost questions whose subject is absent. */
const statementWeight = 0.5

const oddsOf = ({ intercept, coefficients }: Regression, features: Features): number =>
  featureNames.reduce((sum, name) => sum + coefficients[name] * features[name], intercept)
const logProbability = (odds: number): number => -Math.log1p(Math.exp(-odds))

/** What an answer is made of: coverage tells other things of a row of a table, and of a line of a list, than of prose. */
export const shapeOf = ({ isRow, isBareLine }: Features): Shape => (isRow ? 'row' : isBareLine ? 'line' : 'prose')

/** The logarithm of both heads together, at most 0: what calibration makes a probability of. */
export const scoreOf = ({ subject, statement }: Pick<ConfidenceModel, 'subject' | 'statement'>, of: Features): number =>
  logProbability(oddsOf(subject[shapeOf(of)], of)) +
  (shapeOf(of) === 'prose' ? statementWeight * logProbability(oddsOf(statement, of)) : 0)

/**
 * What an answer is worth at most when its subject is another one than the question's: a row of another year is wrong, and
 * what is said of a name, or of a model, that its document does not hold mostly is. Stated, not fitted.
 */
const caps: [holds: (features: Features) => boolean, atMost: number][] = [
  [({ yearMissing, isRow }) => yearMissing === 1 && isRow === 1, 0.25],
  [({ modelMissing }) => modelMissing === 1, 0.5],
  [({ namesNotInDocument }) => namesNotInDocument > 0.5, 0.5],
  // Half of the rows that lack a telling word of the question are right, however much else they share with it.
  [({ isRow, missingBeyondNames }) => isRow === 1 && missingBeyondNames > 0.2, 0.7],
]

/** The probability that an answer with these features is correct. */
export function confidenceOf(model: ConfidenceModel, features: Features): number {
  const score = scoreOf(model, features)
  const [intercept, slope, bend] = model.calibration[shapeOf(features)]
  const probability = sigmoid(intercept + slope * score + bend * Math.exp(score))
  return caps.reduce((most, [holds, atMost]) => (holds(features) ? Math.min(most, atMost) : most), probability)
}

/** An answer that was composed, and the probability that it is correct. */
export type JudgedAnswer = ComposedAnswer & { confidence: number; features: Features }

/**
 * The answer that the passages (as `chunksFind` gave them, best first) compose to, and how likely it is correct: both are
 * decided together, before anything of it leaves. Undefined when there is nothing to say. Pure, some milliseconds.
 */
export function answerQuestion(asked: Asked): JudgedAnswer | undefined {
  const composed = composeAnswer(asked)
  if (!composed) return undefined
  const features = confidenceFeatures(asked, composed)
  return { ...composed, confidence: confidenceOf(confidenceModel, features), features }
}
