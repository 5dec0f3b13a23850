import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Features, featureNames } from '../../../services/chat/src/answerability-features.ts'
import * as shipped from '../../../services/chat/src/answerability-model.ts'
import { defaultThreshold } from '../../../services/chat/src/judge-answerability.ts'
import type { Corpus } from './data.ts'
import { type Example, examplesOf, type Kind, kinds } from './examples.ts'
import { auroc, calibrationError, fitLogistic, type Sample } from './logistic.ts'

type Model = { intercept: number; coefficients: Features }

const modelFile = fileURLToPath(new URL('../../../services/chat/src/answerability-model.ts', import.meta.url))
/** Of a hundred questions of a customer service, as weighed in the fit. */
const shares: Record<Kind, number> = { answerable: 60, 'article absent': 20, 'paragraph absent': 14, adversarial: 6 }

const confidenceOf = ({ intercept, coefficients }: Model, features: Features): number =>
  1 / (1 + Math.exp(-featureNames.reduce((sum, name) => sum + coefficients[name] * features[name], intercept)))

/** Each kind counts by its share, and each language, and small knowledge bases as much as whole ones. */
function weighed(examples: Example[]): { example: Example; weight: number }[] {
  const groupOf = ({ language, kind, size }: Example) => `${language} ${kind} ${size === 'all'}`
  const sizes = new Map<string, number>()
  for (const example of examples) sizes.set(groupOf(example), (sizes.get(groupOf(example)) ?? 0) + 1)
  return examples.map((example) => ({ example, weight: (shares[example.kind] * 40) / sizes.get(groupOf(example))! }))
}

function fitModel(examples: Example[]): Model {
  const samples: Sample[] = weighed(examples).map(({ example, weight }) => ({
    inputs: featureNames.map((name) => example.features[name]),
    holds: example.kind === 'answerable',
    weight,
  }))
  const [intercept, ...rest] = fitLogistic(samples, 3)
  return {
    intercept: intercept!,
    coefficients: Object.fromEntries(featureNames.map((name, i) => [name, rest[i]!])) as Features,
  }
}

const percent = (share: number): string => `${Math.round(share * 100)}%`.padStart(5)
const refusedShare = (confidences: number[], threshold: number): number =>
  confidences.filter((confidence) => confidence < threshold).length / Math.max(1, confidences.length)

function report(model: Model, examples: Example[]): void {
  for (const [name, isIn] of [
    ['whole', ({ size }: Example) => size === 'all'],
    ['of 2 to 40 documents', ({ size }: Example) => size !== 'all'],
  ] as const) {
    for (const language of ['sv', 'en']) {
      const chosen = examples.filter((example) => isIn(example) && example.language === language)
      const of = (kind: Kind) =>
        chosen.filter((each) => each.kind === kind).map((each) => confidenceOf(model, each.features))
      const answerable = of('answerable')
      const absent = kinds.slice(1).filter((kind) => of(kind).length > 0)
      const error = calibrationError(
        weighed(chosen).map(({ example, weight }) => ({
          confidence: confidenceOf(model, example.features),
          holds: example.kind === 'answerable',
          weight,
        })),
      )
      console.log(
        `  ${language}, knowledge bases ${name}: ${chosen.length} questions, calibration error ${error.toFixed(3)}`,
      )
      console.log(`    AUROC  ${absent.map((kind) => `${kind} ${auroc(answerable, of(kind)).toFixed(2)}`).join(', ')}`)
      console.log(`    refused below   answerable   ${absent.join('   ')}`)
      for (const threshold of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
        const mark = threshold === defaultThreshold ? '← default' : ''
        const cells = absent.map((kind) => percent(refusedShare(of(kind), threshold)).padStart(kind.length))
        console.log(
          `    ${threshold.toFixed(1).padStart(13)} ${percent(refusedShare(answerable, threshold)).padStart(12)}   ${cells.join('   ')} ${mark}`,
        )
      }
    }
  }
}

function write({ intercept, coefficients }: Model, fitted: number): void {
  const round = (value: number) => Number(value.toFixed(3))
  const lines = featureNames.map((name) => `  ${name}: ${round(coefficients[name])},`)
  writeFileSync(
    modelFile,
    `import type { Features } from './answerability-features.ts'

// Written by \`node test/bench/retrieval.ts --fit\`; don't edit. Logistic regression over ${fitted} questions on Wikipedia
// paragraphs (SQuAD 2.0 in Swedish, XQuAD in English; every second article), each asked of the whole collection and of one
// of 2 to 40 documents, with and without the paragraph or the article that answers it.

/** The log-odds of an answer when every feature is 0. */
export const intercept = ${round(intercept)}

/** What each feature adds to the log-odds. */
export const coefficients: Features = {
${lines.join('\n')}
}
`,
  )
}

/** Refusals against answers on articles that nothing was fitted on; \`shouldFit\` fits anew and writes the coefficients. */
export async function benchAnswerability(corpora: Corpus[], { shouldFit }: { shouldFit: boolean }): Promise<void> {
  const examples: Example[] = []
  // All questions for a fit; every second one of Swedish tells enough for a report.
  for (const corpus of corpora)
    examples.push(...(await examplesOf(corpus, corpus.language === 'sv' ? (shouldFit ? 2 : 4) : 1)))
  let model: Model = shipped
  if (shouldFit) {
    const fitted = examples.filter(({ half }) => half === 'fit')
    model = fitModel(fitted)
    write(model, fitted.length)
  }
  console.log('Answerability (the half of the articles that nothing was fitted on)')
  report(
    model,
    examples.filter(({ half }) => half === 'report'),
  )
}
