import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startProcess } from '../faults/platform-process.ts'
import { report, sized } from './figures/report.ts'
import { addChunks, metric, untilQuiet } from './knowledge/fill-platform.ts'

const rounds = sized(7, 1)
const chunks = sized(10_000, 100)

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Milliseconds that a Node process takes to start and end with nothing to do. */
function bareNode(): number {
  const started = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - started
}

type Start = { ms: number; cpuMs: number }

/** From the command, as `make start` runs it, to the first `/readyz` that says 200. */
async function untilReady(dataDir: string, env: Record<string, string> = {}): Promise<Start> {
  const port = await freePort()
  const started = performance.now()
  const platform = await startProcess({ dataDir, port, env, byScript: true, pollMs: 2 })
  const ms = performance.now() - started
  const cpuMs = (await metric(platform.baseUrl, 'process_cpu_seconds_total')) * 1_000
  await platform.stop()
  return { ms, cpuMs }
}

/**
 * Time to ready of `make start` on a new data folder, with and without the code that the start before compiled, and on one
 * that knows 10,000 chunks, against a Node process that does nothing, in turns.
 */
export async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const filled = join(folder, 'filled')
  try {
    // Stores the compiled code too, if no start has done so yet.
    const platform = await startProcess({ dataDir: filled, port: await freePort(), byScript: true })
    await addChunks(platform.baseUrl, chunks, 1)
    await untilQuiet(platform.baseUrl)
    await platform.stop()

    const bare: number[] = []
    const starts: Record<string, (round: number) => Promise<Start>> = {
      'new data folder': (round) => untilReady(join(folder, `new-${round}`)),
      [`${chunks} chunks`]: () => untilReady(filled),
      'new data folder, all code compiled anew': (round) =>
        untilReady(join(folder, `anew-${round}`), { NODE_DISABLE_COMPILE_CACHE: '1' }),
    }
    const times = Object.keys(starts).map((): Start[] => [])
    for (let round = 0; round < rounds; round++) {
      bare.push(bareNode())
      for (const [i, start] of Object.values(starts).entries()) times[i]!.push(await start(round))
    }
    const rows = Object.keys(starts).map((start, i) => {
      const all = times[i]!.map(({ ms }) => ms)
      const cpuMs = median(times[i]!.map((each) => each.cpuMs))
      report(`start to ready, ${start}`, median(all), 'ms', i === 0 ? { most: 600 } : undefined, cpuMs)
      return {
        start,
        'median ms': Math.round(median(all)),
        'slowest ms': Math.round(Math.max(...all)),
        'processor ms': Math.round(cpuMs),
        'against node -e 0': Number(median(all.map((ms, round) => ms / bare[round]!)).toFixed(1)),
      }
    })
    console.log(`Time to ready of \`make start\`, median of ${rounds} (aim for a new data folder: at most 600 ms)`)
    console.table(rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
