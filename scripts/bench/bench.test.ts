import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { summaryOf, tableOf } from './closing-table.ts'
import { type Run, runBenchmarks } from './run-benchmarks.ts'

const reports = new URL('../../test/bench/figures/report.ts', import.meta.url).href

/** Benchmarks as text; `child` is a process in a process group of its own, whose id is the first figure. */
const child = `const { spawn } = await import('node:child_process')
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)'], { detached: true, stdio: 'ignore' })
  report('pid', pid, '')`
const benchmarks: Record<string, string> = {
  fine: "report('speed', 3, '×', { least: 2 }, 1.5); report('size', 9, 'MB', { most: 8 })",
  partly: "report('embedded', 1, 'ms'); leaveOut('distributed', 'no servers')",
  absent: "leaveOut('all of it', 'no data')",
  broken: "report('before', 1, ''); process.exit(3)",
  silent: '',
  hanging: `${child}; setInterval(() => {}, 1e3)`,
}
const run = (names: string[], limitMs: number, signal = new AbortController().signal, say = (_: string) => {}) =>
  runBenchmarks(names, say, {
    argumentsOf: (name) => [
      '--input-type=module',
      '-e',
      `import { report, leaveOut } from '${reports}'\n${benchmarks[name]}`,
    ],
    limitMs,
    signal,
    output: 'ignore',
  })

const verdicts = (runs: Run[]) => tableOf(runs, false).map(({ figure, verdict }) => [figure, verdict])

test('the closing table tells what ran, what was left out and why, and what failed', async () => {
  const runs = await run(['fine', 'partly', 'absent', 'broken', 'silent'], 60_000)
  expect(verdicts(runs)).toEqual([
    ['speed', 'met'],
    ['size', 'missed'],
    ['embedded', ''],
    ['distributed', 'left out: no servers'],
    ['all of it', 'left out: no data'],
    ['before', ''],
    ['', 'FAILED: ended with 3'],
    ['', 'FAILED: reported no figure'],
  ])
  expect(tableOf(runs, false)[0]).toMatchObject({
    benchmark: 'fine',
    reached: '3 ×',
    aim: '≥ 2',
    'processor ms': '1.5',
  })
  expect(summaryOf(runs, false)).toBe(
    '2 benchmarks ran, of them 1 in part (partly), 1 left out (absent), 2 failed (broken, silent); aims: 1 met, 1 missed',
  )
})

test('a benchmark is ended at its limit with what it started; its figures are kept and the next one runs', async () => {
  const runs = await run(['hanging', 'fine'], 3_000)
  expect(verdicts(runs)).toEqual([
    ['pid', ''],
    ['', 'FAILED: ended after 3 s'],
    ['speed', 'met'],
    ['size', 'missed'],
  ])
  await expect.poll(() => existsSync(`/proc/${runs[0]!.figures[0]!.reached}`)).toBe(false)
})

test('after an interruption the table still has every benchmark', async () => {
  const interruption = new AbortController()
  const runs = await run(['fine', 'hanging', 'absent'], 60_000, interruption.signal, (name) => {
    if (name === 'hanging') setImmediate(() => interruption.abort('SIGINT'))
  })
  expect(runs[1]!.failure).toBe('ended by SIGINT')
  expect(verdicts(runs).at(-1)).toEqual(['all of it', 'left out: ended by SIGINT before it began'])
  expect(summaryOf(runs, false)).toMatch(/^1 benchmarks ran, 1 left out \(absent\), 1 failed \(hanging\)/)
})
