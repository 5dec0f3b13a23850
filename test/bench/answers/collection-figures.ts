import { defaultThreshold } from '@frontdesk/answers'
import type { Aim } from '../figures/report.ts'
import { count } from '../retrieval/memory-index.ts'
import { type CollectionHalf, type CollectionResult, type CrossSubjectResult, says } from './collections.ts'
import { chunksOfText, finderOf } from './examples.ts'
import { answerTo } from './judged.ts'
import { auroc, calibrationError } from './logistic.ts'
import { type Figure, figureOf } from './report.ts'
import { yesNoLists } from './yes-no-lists.ts'

const nothing: Record<CollectionHalf, string> = {
  development: 'no constant; this half was looked at',
  'held out': 'nothing',
}
/** Above it a wrong answer does harm: people don't look. */
const sureFrom = 0.7

/** What the collections say of one half: what is found, what is said right, how often it is wrong and sure, and calibration. */
export function collectionFigures(results: CollectionResult[], half: CollectionHalf): Figure[] {
  const own = results.filter((each) => each.half === half)
  const fitted = nothing[half]
  const kind = (name: string) => own.filter(({ asked }) => asked.kind === name)
  const answerable = own.filter(({ asked }) => asked.kind !== 'unanswerable')
  const confidence = ({ answer }: CollectionResult) => answer?.confidence ?? 0
  const isSaid = (each: CollectionResult) => confidence(each) >= defaultThreshold
  const line = (name: string, among: CollectionResult[], holds: (each: CollectionResult) => boolean, aim?: Aim) =>
    figureOf(`collections, ${half}: ${name}`, among.length, among.filter(holds).length / among.length, aim, fitted)
  const value = (name: string, among: CollectionResult[], reached: number, aim?: Aim) =>
    figureOf(`collections, ${half}: ${name}`, among.length, reached, aim, fitted)
  const [figures, yesNo, prose, absent] = ['figure', 'yes_no', 'prose', 'unanswerable'].map(kind) as [
    CollectionResult[],
    CollectionResult[],
    CollectionResult[],
    CollectionResult[],
  ]
  const isWrongAndSure = (each: CollectionResult) => !each.isRight && confidence(each) > sureFrom
  const error = calibrationError(
    own.map((each) => ({ confidence: confidence(each), holds: isAnswered(each), weight: 1 })),
  )
  return [
    line('right document in the top five', answerable, ({ isFound }) => isFound, { least: 0.85 }),
    line('figures composed right', figures, ({ isRight }) => isRight),
    line('figures said right', figures, (each) => each.isRight && isSaid(each), { least: 0.7 }),
    line(`figures wrong above ${sureFrom}`, figures, isWrongAndSure, { most: 0.03 }),
    line(`anything wrong above ${sureFrom}`, own, (each) => !isAnswered(each) && confidence(each) > sureFrom),
    line('prose said right', prose, (each) => each.isRight && isSaid(each)),
    line('yes/no: the sentence that decides is said', yesNo, (each) => each.saysEvidence && isSaid(each)),
    line('yes/no: the word is said (no document has it)', yesNo, (each) => each.isRight && isSaid(each)),
    line('answers of more than one document', own, ({ answer }) => (answer?.documents.length ?? 0) > 1, { most: 0 }),
    line('answers with words that their source lacks', own, ({ answer }) => answer?.isQuoted === false, { most: 0 }),
    line('unanswerable ones left to people', absent, (each) => !isSaid(each)),
    value('AUROC of unanswerable', own, auroc(answerable.map(confidence), absent.map(confidence))),
    value('calibration error', own, error, { most: 0.05 }),
  ]
}

/** A yes/no question is answered by the sentence that decides it, too: no document of the collections says the word. */
const isAnswered = ({ asked, isRight, saysEvidence }: CollectionResult): boolean =>
  isRight || (asked.kind === 'yes_no' && saysEvidence)

/** How many everyday questions that a base can't answer are answered. */
export function crossSubjectFigures(results: CrossSubjectResult[]): Figure[] {
  return [0.5, defaultThreshold].map((above) => {
    const sure = results.filter(({ answer }) => (answer?.confidence ?? 0) > above).length
    const name = `answers from another subject above ${above} (${sure} of ${results.length}), shops and a report`
    return figureOf(
      name,
      results.length,
      sure / results.length,
      above === 0.5 ? { most: 2 / 60 } : undefined,
      'nothing',
    )
  })
}

/** How often the yes or no that a list of questions says is kept. */
export async function yesNoFigures(): Promise<Figure[]> {
  let [asked, kept, said] = [0, 0, 0]
  for (const { documents, questions } of yesNoLists) {
    const find = finderOf(documents.flatMap(({ title, text }) => chunksOfText(title, title, text)).map(count))
    for (const { question, says: word } of questions) {
      const answer = answerTo(question, await find(question))
      asked++
      if (!answer || !says(answer.text, [word])) continue
      kept++
      if (answer.confidence >= defaultThreshold) said++
    }
  }
  return [
    figureOf('yes/no kept, lists of questions', asked, kept / asked, { least: 0.9 }, 'nothing'),
    figureOf('yes/no kept and said, lists of questions', asked, said / asked, undefined, 'nothing'),
  ]
}
