import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { summaryOf, tableOf } from './bench/closing-table.ts'
import { runBenchmarks } from './bench/run-benchmarks.ts'

/**
 * `make bench`: the benchmarks of test/bench, and at the end, also when it is interrupted, one table of every figure, its aim
 * and the verdict. `--quick` runs all of them on little data within four minutes: it shows that they run, and its figures
 * mean nothing.
 */
const folder = fileURLToPath(new URL('../test/bench/', import.meta.url))
const runner = fileURLToPath(new URL('./run-benchmark.ts', import.meta.url))
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const isQuick = process.argv.includes('--quick')
const chosen = process.argv.slice(2).filter((name) => name !== '--quick')
const unknown = chosen.filter((name) => !all.includes(name))
if (unknown.length > 0 || all.length === 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ') || 'none yet'}`)
  process.exit(2)
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interruption.abort(signal))
const title = (text: string) => console.log(styleText('bold', `\n${text}`))
const runs = await runBenchmarks(chosen.length > 0 ? chosen : all, title, {
  argumentsOf: (name) => ['--expose-gc', runner, name],
  limitMs: (isQuick ? 90 : 15 * 60) * 1_000,
  signal: interruption.signal,
  // A benchmark that wants the built-in model says so.
  env: { EMBEDDING_MODEL: 'off', ...(isQuick && { BENCH_QUICK: '1' }) },
})
title('All figures')
console.table(tableOf(runs, isQuick))
console.log(summaryOf(runs, isQuick))
process.exitCode = interruption.signal.aborted || runs.some(({ failure }) => failure) ? 1 : 0
