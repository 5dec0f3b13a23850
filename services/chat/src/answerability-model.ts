import type { Features } from './answerability-features.ts'

// Written by `node test/bench/retrieval.ts --fit`; don't edit. Logistic regression over 8512 questions on Wikipedia
// paragraphs (SQuAD 2.0 in Swedish, XQuAD in English; every second article), each asked of the whole collection and of one
// of 2 to 40 documents, with and without the paragraph or the article that answers it.

/** The log-odds of an answer when every feature is 0. */
export const intercept = -3.426

/** What each feature adds to the log-odds. */
export const coefficients: Features = {
  score: 0.763,
  cosine: 1.758,
  margin: 2.913,
  agreement: 0.232,
  coverage: 2.682,
  coverageSquared: -0.107,
  sentenceCoverage: 2.801,
  complete: -1.237,
  longestMissing: -0.557,
  namesMissing: -1.303,
  numbersMissing: -1.115,
  typePresent: -0.205,
  typeAbsent: -1.166,
  questionLength: 0.436,
}
