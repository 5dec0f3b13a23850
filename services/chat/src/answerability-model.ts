import type { Features } from './answerability-features.ts'

/** Two heads, each an intercept and what every feature adds to the log-odds, and what makes a probability of both. */
export type AnswerabilityModel = {
  /** Is what the question is about there? */
  subject: [number, Features]
  /** Is what it asks stated? */
  statement: [number, Features]
  /** Intercept, slope and bend of `jointScore`. */
  calibration: [number, number, number]
}

// Written by `node test/bench/retrieval.ts --fit`; don't edit. Logistic regressions over 13198 questions on Wikipedia
// paragraphs (SQuAD 2.0 in Swedish, XQuAD in English; every second article), each asked of the whole collection and of one
// of 2 to 40 documents, with and without the paragraph or the article that answers it.
export const answerabilityModel: AnswerabilityModel = {
  subject: [
    -4.307,
    {
      score: 0.425,
      cosine: 1.767,
      margin: 4.652,
      agreement: 0.375,
      coverage: 1.406,
      coverageSquared: 1.276,
      sentenceCoverage: 0.151,
      complete: -1.054,
      longestMissing: -0.689,
      namesMissing: -1.223,
      numbersMissing: -1.277,
      typePresent: -0.306,
      typeAbsent: -0.978,
      questionLength: 0.666,
      held: 0.987,
      gramsHeld: 1.707,
      singleSentence: 1.58,
      allInOneSentence: -0.23,
      halfCovered: 0.522,
      negated: -0.154,
      opposite: -1.044,
      substituted: 0.015,
      verbMissing: 0.284,
      otherMissing: 0.031,
      questionWords: -0.574,
    },
  ],
  statement: [
    -0.977,
    {
      score: -0.079,
      cosine: 0.286,
      margin: -0.099,
      agreement: 0.056,
      coverage: -0.249,
      coverageSquared: -0.223,
      sentenceCoverage: 0.282,
      complete: 0.133,
      longestMissing: 0.109,
      namesMissing: -0.363,
      numbersMissing: -0.976,
      typePresent: -0.057,
      typeAbsent: -0.097,
      questionLength: 0.416,
      held: 0.254,
      gramsHeld: 0.313,
      singleSentence: 0.595,
      allInOneSentence: 0.111,
      halfCovered: -0.103,
      negated: -1.55,
      opposite: -0.466,
      substituted: -0.131,
      verbMissing: -0.133,
      otherMissing: -0.122,
      questionWords: 0.698,
    },
  ],
  calibration: [-1.556, 0.704, 5.167],
}
