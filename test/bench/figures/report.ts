import { appendFileSync } from 'node:fs'

/** Whether only to show that the benchmarks run, on little data: figures then mean nothing (`make bench QUICK=1`). */
export const isQuick = process.env.BENCH_QUICK === '1'

/** How much to do: all of it, or little where `isQuick`. */
export const sized = <T>(whole: T, quick: T): T => (isQuick ? quick : whole)

/** What a figure should be: at least, or at most. */
export type Aim = { least: number } | { most: number }
/** `cpuMs` is the processor time of one operation in ms: on a busy machine it says more than the time that passes. */
export type Figure = { path: string; reached: number; unit: string; aim?: Aim; cpuMs?: number }
/** What was not measured, and what was missing. */
export type LeftOut = { leftOut: string; reason: string }

export const isMet = ({ reached, aim }: Figure): boolean | undefined =>
  aim && ('least' in aim ? reached >= aim.least : reached <= aim.most)

function write(line: Figure | LeftOut): void {
  const file = process.env.BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** Adds a line to the closing table of `make bench`; nothing where a benchmark is run by itself. */
export function report(path: string, reached: number, unit: string, aim?: Aim, cpuMs?: number): void {
  write({ path, reached, unit, ...(aim && { aim }), ...(cpuMs !== undefined && { cpuMs }) })
}

/** Says, here and in the closing table, what this benchmark can't measure on this machine, and why. */
export function leaveOut(what: string, reason: string): void {
  console.log(`left out: ${what}: ${reason}`)
  write({ leftOut: what, reason })
}
