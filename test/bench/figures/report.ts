import { appendFileSync } from 'node:fs'

/** Whether only to show that the benchmarks run, on little data: figures then mean nothing (`make bench QUICK=1`). */
export const isQuick = process.env.BENCH_QUICK === '1'

/** How much to do: all of it, or little where `isQuick`. */
export const sized = <T>(whole: T, quick: T): T => (isQuick ? quick : whole)

/** What a figure should be: at least, or at most. */
export type Aim = { least: number } | { most: number }
export type Figure = { path: string; reached: number; unit: string; aim?: Aim }

export const isMet = ({ reached, aim }: Figure): boolean | undefined =>
  aim && ('least' in aim ? reached >= aim.least : reached <= aim.most)

/** Adds a line to the closing table of `make bench`; nothing where a benchmark is run by itself. */
export function report(path: string, reached: number, unit: string, aim?: Aim): void {
  const file = process.env.BENCH_FIGURES
  const figure: Figure = { path, reached, unit, ...(aim && { aim }) }
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
