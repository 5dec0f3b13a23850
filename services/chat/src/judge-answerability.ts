import type { FoundChunk } from '@frontdesk/contracts'
import { answerabilityFeatures, featureNames } from './answerability-features.ts'
import { coefficients, intercept } from './answerability-model.ts'

/**
 * Below this confidence a question is handed over rather than answered, unless a tenant says otherwise. On articles that
 * nothing was fitted on (test/bench/retrieval.ts) it hands over 85% of the questions whose subject is absent, 46% (Swedish)
 * to 65% (English) of those whose subject is there and their answer isn't, and 3 to 4% of those that could be answered.
 * At .5 that last number doubles; at .3 a fourth of the absent subjects would be answered.
 */
export const defaultThreshold = 0.4

/**
 * Whether passages (as `chunksFind` gave them, best first) answer a question: `confidence` in 0..1, decided before anything
 * is generated. A logistic model over what the question and the passages share; likeness alone does not tell a passage
 * that answers from one that shares its words. `language` is ISO 639-1. Pure, and takes less than a millisecond.
 */
export function judgeAnswerability(
  question: string,
  chunks: FoundChunk[],
  language?: string,
): { confidence: number; features: Record<string, number> } {
  const features = answerabilityFeatures(question, chunks, language)
  if (chunks.length === 0) return { confidence: 0, features }
  const sum = featureNames.reduce((total, name) => total + coefficients[name] * features[name], intercept)
  return { confidence: 1 / (1 + Math.exp(-sum)), features }
}
