import type { Features } from './answerability-features.ts'

// Written by `node test/bench/retrieval.ts --fit`; don't edit. Logistic regression over 8512 questions on Wikipedia
// paragraphs (SQuAD 2.0 in Swedish, XQuAD in English; every second article), each asked of the whole collection and of one
// of 2 to 40 documents, with and without the paragraph or the article that answers it.

/** The log-odds of an answer when every feature is 0. */
export const intercept = -4.102

/** What each feature adds to the log-odds. */
export const coefficients: Features = {
  score: 2.663,
  cosine: 2.083,
  margin: 1.956,
  agreement: 0.144,
  coverage: 2.83,
  coverageSquared: -0.428,
  sentenceCoverage: 2.886,
  complete: -1.281,
  longestMissing: -0.692,
  namesMissing: -1.27,
  numbersMissing: -1.036,
  typePresent: -0.177,
  typeAbsent: -1.079,
  questionLength: 0.587,
}
