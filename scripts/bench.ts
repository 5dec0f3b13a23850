import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { type Figure, isMet } from '../test/bench/figures/report.ts'

/**
 * `make bench`: the benchmarks of test/bench, each in a process of its own so that none warms another's caches, and at the
 * end one table of every figure, its aim and the verdict. `--quick` runs all of them on little data within four minutes: it
 * shows that they run, and its figures mean nothing.
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

type Run = { name: string; seconds: number; figures: Figure[]; isFailed: boolean }

const temporary = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
const file = join(temporary, 'figures.jsonl')

function run(name: string): Run {
  console.log(styleText('bold', `\n${name}`))
  writeFileSync(file, '')
  const started = performance.now()
  const env = { ...process.env, BENCH_FIGURES: file, ...(isQuick && { BENCH_QUICK: '1' }) }
  const { status } = spawnSync(process.execPath, ['--expose-gc', runner, name], { stdio: 'inherit', env })
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const figures = lines.map((line): Figure => JSON.parse(line))
  return { name, seconds: (performance.now() - started) / 1_000, figures, isFailed: status !== 0 }
}

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 })

function rowOf({ path, reached, unit, aim, ...rest }: Figure): Record<string, string> {
  const met = isQuick ? undefined : isMet({ path, reached, unit, ...rest, ...(aim && { aim }) })
  const bound = !aim ? '' : 'least' in aim ? `≥ ${shown(aim.least)}` : `≤ ${shown(aim.most)}`
  return {
    figure: path,
    reached: `${shown(reached)} ${unit}`.trim(),
    aim: bound,
    verdict: met === undefined ? '' : met ? 'met' : 'missed',
  }
}

try {
  const runs = (chosen.length > 0 ? chosen : all).map(run)
  console.log(styleText('bold', '\nAll figures'))
  console.table(
    runs.flatMap(({ name, seconds, figures, isFailed }) => {
      const took = `${seconds.toFixed(0)} s`
      if (isFailed) return [{ benchmark: name, took, figure: '', reached: '', aim: '', verdict: 'FAILED' }]
      if (figures.length === 0)
        return [{ benchmark: name, took, figure: '', reached: '', aim: '', verdict: 'left out' }]
      return figures.map((figure, i) => ({
        benchmark: i === 0 ? name : '',
        took: i === 0 ? took : '',
        ...rowOf(figure),
      }))
    }),
  )
  const failed = runs.filter(({ isFailed }) => isFailed).map(({ name }) => name)
  console.log(
    `${runs.length - failed.length} benchmarks ran, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
  )
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
