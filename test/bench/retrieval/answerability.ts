import { type Features, featureNames } from '../../../services/chat/src/answerability-features.ts'
import { type AnswerabilityModel, answerabilityModel } from '../../../services/chat/src/answerability-model.ts'
import { confidenceOf, defaultThreshold, jointScore } from '../../../services/chat/src/judge-answerability.ts'
import type { Corpus } from './data.ts'
import { type Example, examplesOf, type Kind, kinds } from './examples.ts'
import { auroc, calibrationError, fitLogistic } from './logistic.ts'
import { writeModel } from './write-model.ts'

/** Of a hundred questions of a customer service: the mix that everything is fitted and reported on. */
const shares: Record<Kind, number> = { answerable: 60, 'article absent': 20, 'paragraph absent': 14, adversarial: 6 }

/** Each kind counts by its share, and each language, and small knowledge bases as much as whole ones. */
function weighed(examples: Example[]): { example: Example; weight: number }[] {
  const groupOf = ({ language, kind, size }: Example) => `${language} ${kind} ${size === 'all'}`
  const sizes = new Map<string, number>()
  for (const example of examples) sizes.set(groupOf(example), (sizes.get(groupOf(example)) ?? 0) + 1)
  return examples.map((example) => ({ example, weight: (shares[example.kind] * 40) / sizes.get(groupOf(example))! }))
}

const inputsOf = ({ features }: Example): number[] => featureNames.map((name) => features[name])
const headOf = ([intercept, ...rest]: number[]): [number, Features] => [
  intercept!,
  Object.fromEntries(featureNames.map((name, i) => [name, rest[i]!])) as Features,
]

/**
 * The head that tells whether the subject is there, fitted against questions whose article or paragraph is absent; the one
 * that tells whether it is stated, against adversarial ones; and what makes a probability of being correct out of both.
 */
function fitModel(examples: Example[]): AnswerabilityModel {
  const isAnswerable = ({ kind }: Example) => kind === 'answerable'
  const absent = weighed(examples.filter(({ kind }) => kind !== 'adversarial'))
  const subject = headOf(
    fitLogistic(
      absent.map(({ example, weight }) => ({ inputs: inputsOf(example), holds: isAnswerable(example), weight })),
      3,
    ),
  )
  const languages = new Set(examples.filter(({ kind }) => kind === 'adversarial').map(({ language }) => language))
  const close = examples.filter(({ kind, language }) => /answerable|adversarial/.test(kind) && languages.has(language))
  const statement = headOf(
    fitLogistic(
      close.map((example) => ({ inputs: inputsOf(example), holds: isAnswerable(example), weight: 0.7 })),
      10,
    ),
  )
  const [intercept, slope, bend] = fitLogistic(
    weighed(examples).map(({ example, weight }) => {
      const score = jointScore({ subject, statement }, example.features)
      return { inputs: [score, Math.exp(score)], holds: example.isCorrect, weight }
    }),
    0.1,
  )
  return { subject, statement, calibration: [intercept!, slope!, bend!] }
}

const percent = (share: number): string => `${Math.round(share * 100)}%`.padStart(5)
const refusedShare = (confidences: number[], threshold: number): number =>
  confidences.filter((confidence) => confidence < threshold).length / Math.max(1, confidences.length)

const errorOf = (model: AnswerabilityModel, examples: Example[]): number =>
  calibrationError(
    weighed(examples).map(({ example, weight }) => ({
      confidence: confidenceOf(model, example.features),
      holds: example.isCorrect,
      weight,
    })),
  )

/** How the kinds are told apart, and with `withCurve` what each threshold refuses. */
function report(model: AnswerabilityModel, examples: Example[], { withCurve }: { withCurve: boolean }): void {
  console.log(`  the whole mix, both languages: calibration error ${errorOf(model, examples).toFixed(3)}`)
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
      const error = errorOf(model, chosen).toFixed(3)
      console.log(`  ${language}, knowledge bases ${name}: ${chosen.length} questions, calibration error ${error}`)
      console.log(`    AUROC  ${absent.map((kind) => `${kind} ${auroc(answerable, of(kind)).toFixed(3)}`).join(', ')}`)
      if (!withCurve) continue
      console.log(`    refused below   answerable   ${absent.join('   ')}`)
      for (const threshold of [0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8]) {
        const mark = threshold === defaultThreshold ? '← default' : ''
        const cells = absent.map((kind) => percent(refusedShare(of(kind), threshold)).padStart(kind.length))
        console.log(
          `    ${threshold.toFixed(2).padStart(13)} ${percent(refusedShare(answerable, threshold)).padStart(12)}   ${cells.join('   ')} ${mark}`,
        )
      }
    }
  }
}

/** How often what is composed holds an answer, and how sure it was: the calibration curve. */
function reportBins(model: AnswerabilityModel, examples: Example[]): void {
  const bins = Array.from({ length: 10 }, () => ({ weight: 0, confidence: 0, correct: 0 }))
  for (const { example, weight } of weighed(examples)) {
    const confidence = confidenceOf(model, example.features)
    const bin = bins[Math.min(9, Math.floor(confidence * 10))]!
    bin.weight += weight
    bin.confidence += weight * confidence
    if (example.isCorrect) bin.correct += weight
  }
  const cells = bins
    .filter(({ weight }) => weight > 0)
    .map(({ weight, confidence, correct }) => `${(confidence / weight).toFixed(2)}→${(correct / weight).toFixed(2)}`)
  console.log(`  said → correct: ${cells.join('  ')}`)
}

/**
 * Refusals against answers on the mix, on articles that nothing was fitted on, both ways: the shipped model on the half it
 * has not seen, and one fitted on that half on the other. `shouldFit` fits anew on every question and writes the model.
 */
export async function benchAnswerability(corpora: Corpus[], { shouldFit }: { shouldFit: boolean }): Promise<void> {
  const examples: Example[] = []
  // All questions for a fit, some three minutes; every fourth one of Swedish tells enough for a report.
  for (const corpus of corpora)
    examples.push(...(await examplesOf(corpus, corpus.language === 'sv' && !shouldFit ? 4 : 1)))
  const [one, other] = (['fit', 'report'] as const).map((half) => examples.filter((example) => example.half === half))
  const model = shouldFit ? fitModel(one!) : answerabilityModel
  if (shouldFit) writeModel(model, one!.length)
  const mix = Object.entries(shares).map(([kind, share]) => `${share}% ${kind}`)
  console.log(`Answerability (the mix: ${mix.join(', ')})`)
  console.log(`The ${shouldFit ? 'new' : 'shipped'} model, on the half of the articles that nothing was fitted on`)
  report(model, other!, { withCurve: true })
  reportBins(model, other!)
  console.log('The other way: fitted on that half, on the first one')
  report(fitModel(other!), one!, { withCurve: false })
}
