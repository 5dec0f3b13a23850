import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refreshDeadCodeCache } from './dead-code-cache.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const deadCodeCache = '.tools/knip'

/** Everything that `make check` runs. Each is a command of its own, so each can be run alone as it stands here. */
const checks: Record<string, string[]> = {
  'lint, format, import rule': ['biome', 'check', '--error-on-warnings', '.'],
  // Remembers what it found of each file, so that only what a change reaches is looked at again.
  types: ['tsc', '--incremental', '--tsBuildInfoFile', '.tools/types.tsbuildinfo'],
  // Only code for browsers is checked with their globals.
  'types of the console': [
    'tsc',
    '--project',
    'apps/console',
    '--incremental',
    '--tsBuildInfoFile',
    '.tools/types-of-console.tsbuildinfo',
  ],
  'types of the widget': [
    'tsc',
    '--project',
    'apps/widget',
    '--incremental',
    '--tsBuildInfoFile',
    '.tools/types-of-widget.tsbuildinfo',
  ],
  'types of the tests in a browser': [
    'tsc',
    '--project',
    'test/browser',
    '--incremental',
    '--tsBuildInfoFile',
    '.tools/types-of-browser-tests.tsbuildinfo',
  ],
  'dead code, dependencies': ['knip', '--no-progress', '--cache', '--cache-location', deadCodeCache],
  'catalogue, documentation, client, image, time, state, tidiness': ['node', 'scripts/check-declarations.ts'],
}

// What Node has compiled of the sources and of knip is kept from one run to the next.
const env = { NODE_COMPILE_CACHE: join(root, '.tools/compile-cache'), ...process.env }

type Result = { name: string; ok: boolean; output: string; durationMs: number }

function runCheck(name: string, [command, ...args]: string[]): Promise<Result> {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    const finish = (ok: boolean) => resolve({ name, ok, output, durationMs: Math.round(performance.now() - started) })
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

/** Runs every check, as many at once as there are processors, and says what each found. True when all are clean. */
export async function runChecks(): Promise<boolean> {
  refreshDeadCodeCache(root, join(root, deadCodeCache))
  const waiting = Object.entries(checks)
  const results: Result[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runCheck(...next)
      results.push(result)
      console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name} (${(result.durationMs / 1000).toFixed(1)} s)`)
      if (!result.ok) console.log(result.output.trimEnd())
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results.every((result) => result.ok)
}

if (import.meta.main) {
  if (!(await runChecks())) process.exit(1)
}
