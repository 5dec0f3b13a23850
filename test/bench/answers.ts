import { type ConfidenceModel, confidenceModel } from '@frontdesk/answers'
import { collectionFigures, crossSubjectFigures, yesNoFigures } from './answers/collection-figures.ts'
import { askCollections, askCrossSubject } from './answers/collections.ts'
import { type Example, examplesOf, listExamplesOf, mixedExamples, tableExamples } from './answers/examples.ts'
import { fitModel, fittedOn, writeModel } from './answers/fit-model.ts'
import { type Judged, judge } from './answers/judged.ts'
import { rankingFigures } from './answers/ranking-figures.ts'
import {
  calibrationCurve,
  composerFigures,
  confidenceFigures,
  type Figure,
  printFigures,
  refusals,
} from './answers/report.ts'
import { writeBackground } from './answers/write-background.ts'
import { judgeHelp } from './help-centres/judge-help.ts'
import { type Corpus, readCorpora } from './retrieval/data.ts'

/** Every so many questions of a language: Swedish has five times as many, and each one is asked five to seven times. */
const steps: Record<string, number> = { sv: 4, en: 2 }

async function collect(corpora: Corpus[], half: Example['half']): Promise<Judged[]> {
  const examples: Example[] = []
  for (const corpus of corpora) {
    examples.push(
      ...(await examplesOf(corpus, steps[corpus.language] ?? 1, half)),
      ...(await listExamplesOf(corpus, half)),
    )
  }
  examples.push(...(await mixedExamples()).filter((example) => example.half === half))
  if (half === 'fit') examples.push(...(await tableExamples()))
  const judged = examples.flatMap((example) => judge(example) ?? [])
  // The other half is reported by `make bench ONLY=help-centres`.
  return half === 'fit' ? [...judged, ...(await judgeHelp(half))] : judged
}

const judgedFigures = (model: ConfidenceModel, judged: Judged[]): Figure[] => [
  ...composerFigures(judged),
  ...confidenceFigures(model, judged),
]

function printCurves(model: ConfidenceModel, judged: Judged[]): void {
  console.log(`said → correct: ${calibrationCurve(model, judged)}`)
  console.table(refusals(model, judged))
}

/**
 * How right answers without a model are, and how well their confidence tells it, in one table: ranking, the collections of
 * documents, and articles and bases that nothing was fitted on. `shouldFit` fits the model of packages/answers anew on the
 * other half, writes it, and prints how it does there.
 */
export async function bench(options = { shouldFit: false }): Promise<void> {
  const corpora = (await readCorpora()) ?? []
  if (options.shouldFit) {
    const judged = await collect(corpora, 'fit')
    const model = fitModel(judged)
    writeModel(model, judged)
    console.log(`fitted on ${judged.length}: ${fittedOn(judged)}`)
    console.log('What it was fitted on, so only a check of the fit:')
    printFigures(judgedFigures(model, judged))
    printCurves(model, judged)
    return
  }
  const collections = await askCollections()
  const judged = await collect(corpora, 'report')
  printFigures([
    ...(await rankingFigures(corpora)),
    ...collectionFigures(collections, 'held out'),
    ...collectionFigures(collections, 'development'),
    ...(await yesNoFigures()),
    ...crossSubjectFigures(await askCrossSubject()),
    ...judgedFigures(confidenceModel, judged),
  ])
  printCurves(confidenceModel, judged)
}

if (import.meta.main) {
  if (process.argv.includes('--background')) await writeBackground()
  else await bench({ shouldFit: process.argv.includes('--fit') })
}
