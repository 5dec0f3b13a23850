import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Features, featureNames } from '../../../services/chat/src/answerability-features.ts'
import type { AnswerabilityModel } from '../../../services/chat/src/answerability-model.ts'

const modelFile = fileURLToPath(new URL('../../../services/chat/src/answerability-model.ts', import.meta.url))
const round = (value: number) => Number(value.toFixed(3))

const head = (name: string, [intercept, coefficients]: [number, Features]): string => {
  const lines = featureNames.map((feature) => `      ${feature}: ${round(coefficients[feature])},`)
  return `  ${name}: [\n    ${round(intercept)},\n    {\n${lines.join('\n')}\n    },\n  ],`
}

/** Writes the fitted model where services/chat reads it. */
export function writeModel({ subject, statement, calibration }: AnswerabilityModel, fitted: number): void {
  writeFileSync(
    modelFile,
    `import type { Features } from './answerability-features.ts'

/** Two heads, each an intercept and what every feature adds to the log-odds, and what makes a probability of both. */
export type AnswerabilityModel = {
  /** Is what the question is about there? */
  subject: [number, Features]
  /** Is what it asks stated? */
  statement: [number, Features]
  /** Intercept, slope and bend of \`jointScore\`. */
  calibration: [number, number, number]
}

// Written by \`node test/bench/retrieval.ts --fit\`; don't edit. Logistic regressions over ${fitted} questions on Wikipedia
// paragraphs (SQuAD 2.0 in Swedish, XQuAD in English; every second article), each asked of the whole collection and of one
// of 2 to 40 documents, with and without the paragraph or the article that answers it.
export const answerabilityModel: AnswerabilityModel = {
${head('subject', subject)}
${head('statement', statement)}
  calibration: [${calibration.map(round).join(', ')}],
}
`,
  )
}
