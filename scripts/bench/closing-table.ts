import { type Figure, isMet } from '../../test/bench/figures/report.ts'
import type { Run } from './run-benchmarks.ts'

type Row = Record<'benchmark' | 'took' | 'figure' | 'reached' | 'processor ms' | 'aim' | 'verdict', string>

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 })
const empty = { reached: '', 'processor ms': '', aim: '' }

function rowOf(figure: Figure, isQuick: boolean): Omit<Row, 'benchmark' | 'took'> {
  const { path, reached, unit, aim, cpuMs } = figure
  const met = isQuick ? undefined : isMet(figure)
  return {
    figure: path,
    reached: `${shown(reached)} ${unit}`.trim(),
    'processor ms': cpuMs === undefined ? '' : shown(cpuMs),
    aim: !aim ? '' : 'least' in aim ? `≥ ${shown(aim.least)}` : `≤ ${shown(aim.most)}`,
    verdict: met === undefined ? '' : met ? 'met' : 'missed',
  }
}

/** A line for each figure, for each part that was left out and for each failure. Of a quick run, no aim is judged. */
export function tableOf(runs: readonly Run[], isQuick: boolean): Row[] {
  return runs.flatMap(({ name, seconds, figures, leftOut, failure }) => {
    const rows = [
      ...figures.map((figure) => rowOf(figure, isQuick)),
      ...leftOut.map((part) => ({ ...empty, figure: part.leftOut, verdict: `left out: ${part.reason}` })),
      ...(failure ? [{ ...empty, figure: '', verdict: `FAILED: ${failure}` }] : []),
    ]
    return rows.map((row, i) => ({
      benchmark: i === 0 ? name : '',
      took: i === 0 ? `${seconds.toFixed(0)} s` : '',
      ...row,
    }))
  })
}

/** How many benchmarks ran, were left out and failed, and how many aims were met. */
export function summaryOf(runs: readonly Run[], isQuick: boolean): string {
  const failed = runs.filter(({ failure }) => failure)
  const absent = runs.filter(({ failure, figures }) => !failure && figures.length === 0)
  const inPart = runs.filter(({ failure, figures, leftOut }) => !failure && figures.length > 0 && leftOut.length > 0)
  const ran = runs.length - failed.length - absent.length
  const named = (of: readonly Run[]) => (of.length === 0 ? '' : ` (${of.map(({ name }) => name).join(', ')})`)
  const verdicts = runs.flatMap(({ figures }) => figures.map(isMet))
  const count = (verdict: boolean) => verdicts.filter((each) => each === verdict).length
  const aims = isQuick ? 'aims not judged' : `aims: ${count(true)} met, ${count(false)} missed`
  return [
    `${ran} benchmarks ran${inPart.length > 0 ? `, of them ${inPart.length} in part${named(inPart)}` : ''}`,
    `${absent.length} left out${named(absent)}`,
    `${failed.length} failed${named(failed)}; ${aims}`,
  ].join(', ')
}
