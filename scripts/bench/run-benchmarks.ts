import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure, LeftOut } from '../../test/bench/figures/report.ts'
import { endProcesses } from '../gate/end-processes.ts'

/** `failure` says why it did not come to its end; its figures until then are kept. */
export type Run = { name: string; seconds: number; figures: Figure[]; leftOut: LeftOut[]; failure?: string }

export type RunOptions = {
  /** The arguments of Node that run a benchmark. */
  argumentsOf(name: string): string[]
  /** A benchmark that takes longer is ended, with all processes that it started. */
  limitMs: number
  /** When it is aborted, the running benchmark is ended and the others are left out. */
  signal: AbortSignal
  env?: Record<string, string>
  output?: 'inherit' | 'ignore'
}

function readLines(file: string): { figures: Figure[]; leftOut: LeftOut[] } {
  // The last line of a process that was killed may not be whole.
  const written = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const lines = written.map((line): Figure | LeftOut => JSON.parse(line))
  return {
    figures: lines.filter((line) => 'path' in line),
    leftOut: lines.filter((line) => 'leftOut' in line),
  }
}

/** Runs a benchmark in a process of its own, and ends what it left running. Resolves in bounded time. */
async function runOne(name: string, folder: string, options: RunOptions): Promise<Run> {
  const { argumentsOf, limitMs, signal, env, output = 'inherit' } = options
  const file = join(folder, `${name}.jsonl`)
  writeFileSync(file, '')
  const started = performance.now()
  const limit = AbortSignal.timeout(limitMs)
  const child = spawn(process.execPath, argumentsOf(name), {
    // A process group of its own, so that it can be ended with its children.
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env, BENCH_FIGURES: file },
  })
  const end = () => endProcesses(`BENCH_FIGURES=${file}`, child.pid!)
  const ended = AbortSignal.any([limit, signal])
  ended.addEventListener('abort', end, { once: true })
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no code'))
  })
  ended.removeEventListener('abort', end)
  end()
  const seconds = (performance.now() - started) / 1_000
  const lines = readLines(file)
  const isSilent = lines.figures.length === 0 && lines.leftOut.length === 0
  const failure = signal.aborted
    ? `ended by ${signal.reason}`
    : limit.aborted
      ? `ended after ${limitMs / 1_000} s`
      : code !== 0
        ? `ended with ${code}`
        : isSilent
          ? 'reported no figure'
          : undefined
  return { name, seconds, ...lines, ...(failure && { failure }) }
}

/** Runs benchmarks one after the other, each in a process of its own so that none warms another's caches. */
export async function runBenchmarks(names: string[], say: (line: string) => void, options: RunOptions): Promise<Run[]> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  try {
    const runs: Run[] = []
    for (const name of names) {
      if (options.signal.aborted) {
        const reason = `ended by ${options.signal.reason} before it began`
        runs.push({ name, seconds: 0, figures: [], leftOut: [{ leftOut: 'all of it', reason }] })
        continue
      }
      say(name)
      const run = await runOne(name, folder, options)
      say(`${name}: ${run.failure ?? 'through'}, ${Math.round(run.seconds)} s`)
      runs.push(run)
    }
    return runs
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
