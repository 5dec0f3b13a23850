import { type ConfidenceModel, confidenceOf, defaultThreshold } from '@frontdesk/answers'
import { type Aim, report } from '../figures/report.ts'
import type { Kind } from './examples.ts'
import { errorOf, type Judged, shares, weighed } from './judged.ts'
import { auroc } from './logistic.ts'

/** A line of the table: what was measured, on how many questions, what was reached and aimed at, and what was fitted. */
export type Figure = {
  figure: string
  questions: number
  reached: string
  aim: string
  isMet: string
  /** The share of this kind of data that constants were fitted on. What a line reports on is never among it. */
  'fitted on': string
  value: number
  bound?: Aim
}

const ofArticles = 'the other half of the articles'
const ofBases = 'other bases, none of these'

/** A line whose figure is at least, or at most, what was aimed at. */
export function figureOf(
  figure: string,
  questions: number,
  reached: number,
  aim: Aim | undefined,
  fitted: string,
): Figure {
  const [sign, bound] = !aim ? ['', 0] : 'least' in aim ? ['≥ ', aim.least] : ['≤ ', aim.most]
  const isMet = !aim
    ? ''
    : ('least' in aim ? digits(reached) >= digits(bound) : digits(reached) <= digits(bound))
      ? 'yes'
      : 'no'
  return {
    figure,
    questions,
    reached: digits(reached),
    aim: aim ? `${sign}${Number(bound.toFixed(3))}` : '',
    isMet,
    'fitted on': fitted,
    value: reached,
    ...(aim && { bound: aim }),
  }
}

const aims: Partial<Record<Kind, number>> = {
  'article absent': 0.965,
  'paragraph absent': 0.86,
  adversarial: 0.66,
  'list absent': 0.9,
}
const digits = (value: number): string => value.toFixed(3)
const maxError = { most: 0.05 }

/** How well confidence tells what is right, on questions of one half. */
export function confidenceFigures(model: ConfidenceModel, judged: Judged[]): Figure[] {
  const figures: Figure[] = []
  const of = (kind: Kind, chosen: Judged[]) =>
    chosen.filter((each) => each.kind === kind).map(({ features }) => confidenceOf(model, features))
  for (const [name, isIn] of [
    ['whole collections', ({ size }: Judged) => size === 'all'],
    ['2 to 40 documents', ({ size }: Judged) => size !== 'all'],
  ] as const) {
    for (const language of ['sv', 'en']) {
      const chosen = judged.filter((each) => isIn(each) && each.language === language)
      for (const [there, absent] of [
        ['answerable', 'article absent'],
        ['answerable', 'paragraph absent'],
        ['answerable', 'adversarial'],
        ['answerable', 'swapped'],
        ['listed', 'list absent'],
      ] as const) {
        const [a, b] = [of(there, chosen), of(absent, chosen)]
        if (a.length === 0 || b.length === 0) continue
        const aim = aims[absent]
        figures.push(
          figureOf(
            `AUROC ${absent}, ${language}, ${name}`,
            a.length + b.length,
            auroc(a, b),
            aim === undefined ? undefined : { least: aim },
            ofArticles,
          ),
        )
      }
      const error = errorOf(model, chosen)
      figures.push(figureOf(`calibration error, ${language}, ${name}`, chosen.length, error, maxError, ofArticles))
    }
  }
  figures.push(
    figureOf(
      'calibration error, the mix',
      judged.length,
      errorOf(model, judged),
      maxError,
      `${ofArticles}; ${ofBases}`,
    ),
  )
  const sure = (kind: Kind, above: number) => of(kind, judged).filter((confidence) => confidence > above).length
  const count = (kind: Kind) => of(kind, judged).length
  const [foreign, stated] = [count('other subject'), count('stated')]
  figures.push(
    figureOf(
      'answers from another subject above .5, two small bases',
      foreign,
      sure('other subject', 0.5) / foreign,
      { most: 2 / 60 },
      ofBases,
    ),
    figureOf(
      `what such bases state, above ${defaultThreshold}`,
      stated,
      sure('stated', defaultThreshold) / stated,
      undefined,
      ofBases,
    ),
  )
  return figures
}

/** How often what is composed of whole collections holds a known answer, and how long it is. */
export function composerFigures(judged: Judged[]): Figure[] {
  return ['sv', 'en'].map((language) => {
    const chosen = judged.filter(
      (each) => each.kind === 'answerable' && each.size === 'all' && each.language === language,
    )
    const right = chosen.filter(({ isCorrect }) => isCorrect).length
    const length = chosen.reduce((sum, { text }) => sum + text.length, 0) / chosen.length
    const name = `known answer is said, ${language} (${Math.round(length)} characters)`
    return figureOf(name, chosen.length, right / chosen.length, undefined, ofArticles)
  })
}

/** What was said, by tenths, against what was right: the calibration curve. */
export function calibrationCurve(model: ConfidenceModel, judged: Judged[]): string {
  const bins = Array.from({ length: 10 }, () => ({ weight: 0, confidence: 0, correct: 0 }))
  for (const { each, weight } of weighed(judged)) {
    const confidence = confidenceOf(model, each.features)
    const bin = bins[Math.min(9, Math.floor(confidence * 10))]!
    bin.weight += weight
    bin.confidence += weight * confidence
    if (each.isCorrect) bin.correct += weight
  }
  return bins
    .filter(({ weight }) => weight > 0)
    .map(({ weight, confidence, correct }) => `${(confidence / weight).toFixed(2)}→${(correct / weight).toFixed(2)}`)
    .join('  ')
}

/** What each threshold refuses of each kind. */
export function refusals(model: ConfidenceModel, judged: Judged[]): Record<string, string>[] {
  return [0.1, 0.2, 0.3, 0.4, 0.5, 0.7].map((threshold) => {
    const row: Record<string, string> = {
      'refused below': threshold === defaultThreshold ? `${threshold} (default)` : `${threshold}`,
    }
    for (const kind of Object.keys(shares) as Kind[]) {
      const own = judged.filter((each) => each.kind === kind)
      if (own.length === 0) continue
      const refused = own.filter(({ features }) => confidenceOf(model, features) < threshold).length
      row[kind] = `${Math.round((100 * refused) / own.length)} %`
    }
    return row
  })
}

/** The figures as one table, in the width of a terminal. */
export function printFigures(figures: Figure[]): void {
  const columns = ['figure', 'questions', 'reached', 'aim', 'isMet', 'fitted on'] as const
  const widths = columns.map((column) => Math.max(column.length, ...figures.map((each) => `${each[column]}`.length)))
  const line = (cells: string[]) =>
    console.log(`  ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd())
  line(columns.map((column) => (column === 'isMet' ? 'met' : column)))
  for (const { figure, value, bound } of figures) report(figure, value, '', bound)
  for (const each of figures) line(columns.map((column) => `${each[column]}`))
}
