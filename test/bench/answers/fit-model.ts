import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type ConfidenceModel,
  type Features,
  featureNames,
  type Regression,
  type Shape,
  scoreOf,
  shapeOf,
} from '@frontdesk/answers'
import { type Judged, weighed } from './judged.ts'
import { fitLogistic } from './logistic.ts'

const modelFile = fileURLToPath(new URL('../../../packages/answers/src/confidence-model.ts', import.meta.url))
const folds = 5
/** Over standardized features, for a total weight of 2,000 to 5,000. */
const ridge = 3
/** Prose of invented documents says little of how people write, so it counts less than that of articles. */
const inventedProse = 0.1

type FeatureName = keyof Features
type WeightedSample = { each: Judged; weight: number; holds: boolean }

/** Evidence for an answer: more of it makes none less likely. */
const evidenceFor: readonly FeatureName[] = [
  ...(['score', 'logScore', 'margin', 'covered', 'coveredSquared', 'inUnit', 'inPassage', 'inPassageSquared'] as const),
  ...(['anywhere', 'coveredByLength', 'inPassageByLength', 'inPassageByLengthSquared', 'complete'] as const),
  ...(['completeAnswer', 'heldWeight', 'rarestInPassage', 'rarestInAnswer', 'dice', 'inSentence'] as const),
  ...(['typePresent', 'pairs', 'inTitle', 'rowMeant', 'rowLabel', 'rowColumn', 'coveredBeyondNames'] as const),
  ...(['inPassageBeyondNames', 'held', 'gramsHeld'] as const),
]
/** Evidence against it: more of it makes none more likely. */
const evidenceAgainst: readonly FeatureName[] = [
  ...(['near', 'missingWeight', 'missingCount', 'missingLength', 'missingInAnswer', 'missingOfFew'] as const),
  ...(['unknownOfFew', 'namesMissing', 'numbersMissing', 'unknown', 'unknownWeight', 'missingSum'] as const),
  ...(['typeAbsent', 'yearMissing', 'missingBeyondNames', 'namesNotInDocument', 'nameBroken', 'modelMissing'] as const),
]

/**
 * A regression in which no feature counts the wrong way round: those that would are left out, and it is fitted again. With
 * few samples, features that are nearly one another get large coefficients of opposite signs, which cancel out in what was
 * fitted on and nowhere else.
 */
function fitMonotone(samples: WeightedSample[]): Regression {
  let names: readonly FeatureName[] = featureNames
  for (;;) {
    const regression = fitRegression(samples, names)
    const { coefficients } = regression
    const kept = names.filter(
      (name) =>
        !(evidenceFor.includes(name) && coefficients[name] < 0) &&
        !(evidenceAgainst.includes(name) && coefficients[name] > 0),
    )
    if (kept.length === names.length) return regression
    names = kept
  }
}

function fitRegression(samples: WeightedSample[], names: readonly FeatureName[] = featureNames): Regression {
  const meanOf = (value: (features: Features) => number) =>
    samples.reduce((sum, { each }) => sum + value(each.features), 0) / samples.length
  const means = names.map((name) => meanOf((features) => features[name]))
  const spreads = names.map((name, i) => Math.sqrt(meanOf((features) => (features[name] - means[i]!) ** 2)) || 1)
  const [first, ...rest] = fitLogistic(
    samples.map(({ each, weight, holds }) => ({
      inputs: names.map((name, i) => (each.features[name] - means[i]!) / spreads[i]!),
      holds,
      weight,
    })),
    ridge,
  )
  const fitted = names.map((name, i) => [name, rest[i]! / spreads[i]!])
  const coefficients = Object.fromEntries([...featureNames.map((name) => [name, 0]), ...fitted]) as Features
  const intercept = first! - rest.reduce((sum, value, i) => sum + (value * means[i]!) / spreads[i]!, 0)
  return { intercept, coefficients }
}

/**
 * Two heads, whose product tells more than a sum (docs/decisions/0018): is the answer correct where its subject may be absent,
 * and is what is asked stated where the document shares the words and lacks the answer.
 */
function fitHeads(judged: Judged[]): Pick<ConfidenceModel, 'subject' | 'statement'> {
  const absent = weighed(judged.filter(({ kind }) => kind !== 'adversarial'))
  const languages = new Set(judged.filter(({ kind }) => kind === 'adversarial').map(({ language }) => language))
  const close = judged.filter(
    ({ kind, language, features }) =>
      shapeOf(features) === 'prose' && /answerable|adversarial/.test(kind) && languages.has(language),
  )
  const subjectOf = (shape: Shape) =>
    (shape === 'prose' ? fitRegression : fitMonotone)(
      absent
        // Rows are few: what holds of prose holds of them too, but for what the features of rows add.
        // But not those of help centres: there prose alone is asked about.
        .filter(({ each }) => shapeOf(each.features) === shape || (shape === 'row' && !isOfHelp(each)))
        .map(({ each, weight }) => ({
          each,
          weight: shape === 'prose' && / table$/.test(each.kind) ? weight * inventedProse : weight,
          holds: each.isCorrect,
        })),
    )
  return {
    subject: { prose: subjectOf('prose'), row: subjectOf('row'), line: subjectOf('line') },
    statement: fitRegression(close.map((each) => ({ each, weight: 0.3, holds: each.kind === 'answerable' }))),
  }
}

const isOfHelp = ({ kind }: Judged): boolean => kind === 'help' || kind === 'help absent'

const inputsOf = (heads: Pick<ConfidenceModel, 'subject' | 'statement'>, { features }: Judged): number[] => {
  const score = scoreOf(heads, features)
  return [score, Math.exp(score)]
}

/**
 * The heads, and a logistic calibration over scores of articles that the heads behind them have not seen (Platt 1999,
 * "Probabilistic Outputs for Support Vector Machines", with a bend), for each shape: five folds of articles.
 */
export function fitModel(judged: Judged[]): ConfidenceModel {
  const articles = [...new Set(judged.map(({ article }) => article))].sort()
  const foldOf = ({ article }: Judged) => articles.indexOf(article) % folds
  const weights = new Map(weighed(judged).map(({ each, weight }) => [each, weight]))
  const unseen: { shape: Shape; inputs: number[]; holds: boolean; weight: number }[] = []
  for (let fold = 0; fold < folds; fold++) {
    const heads = fitHeads(judged.filter((each) => foldOf(each) !== fold))
    for (const each of judged) {
      if (foldOf(each) !== fold) continue
      unseen.push({ shape: shapeOf(each.features), inputs: inputsOf(heads, each), holds: each.isCorrect, weight: weights.get(each)! })
    }
  }
  const calibrationOf = (shape: Shape) =>
    fitLogistic(
      unseen.filter((each) => each.shape === shape),
      0.1,
    ) as [number, number, number]
  return {
    ...fitHeads(judged),
    calibration: { prose: calibrationOf('prose'), row: calibrationOf('row'), line: calibrationOf('line') },
  }
}

const round = (value: number) => Number(value.toFixed(3))

/** What a model was fitted on: how many questions of each kind and language. */
export function fittedOn(judged: Judged[]): string {
  const counts = new Map<string, number>()
  for (const { kind, language } of judged)
    counts.set(`${kind} ${language}`, (counts.get(`${kind} ${language}`) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

const head = (name: string, { intercept, coefficients }: Regression): string => {
  const lines = featureNames.map((feature) => `      ${feature}: ${round(coefficients[feature])},`)
  return `  ${name}: {\n    intercept: ${round(intercept)},\n    coefficients: {\n${lines.join('\n')}\n    },\n  },`
}

/** Writes the fitted model where packages/answers reads it, with what it was fitted on. */
export function writeModel({ subject, statement, calibration }: ConfidenceModel, judged: Judged[]): void {
  const about = fittedOn(judged).replace(/(.{1,110})(?:, |$)/g, '// $1\n')
  writeFileSync(
    modelFile,
    `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: fitted, and near a constant by chance.
import type { Features } from './confidence-features.ts'

/** A logistic regression over features. */
export type Regression = { intercept: number; coefficients: Features }
/** What an answer is made of. */
export type Shape = 'prose' | 'row' | 'line'
/** Two heads, and what makes a probability of both. */
export type ConfidenceModel = {
  /** Is the answer right where its subject may be absent? */
  subject: Record<Shape, Regression>
  /** Is what the question asks stated? */
  statement: Regression
  /** Intercept, slope and bend of \`scoreOf\`. */
  calibration: Record<Shape, [number, number, number]>
}

// Written by \`node test/bench/answers.ts --fit\`; don't edit. Fitted on ${judged.length} questions of every second article of SQuAD
// 2.0 in Swedish and XQuAD in English, on bases written for it (other-subjects.ts, small-bases.ts and table-bases.ts in
// test/bench/answers), and on the help centres and manuals of test/bench/help-centres that are not held out:
${about}export const confidenceModel: ConfidenceModel = {
  subject: {
${head('prose', subject.prose)}
${head('row', subject.row)}
${head('line', subject.line)}
  },
${head('statement', statement)}
  calibration: {
${Object.entries(calibration)
  .map(([shape, values]) => `    ${shape}: [${values.map(round).join(', ')}],`)
  .join('\n')}
  },
}
`,
  )
}
