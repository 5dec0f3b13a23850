import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startProcess } from '../faults/platform-process.ts'
import { report, sized } from './figures/report.ts'
import { addChunks, untilQuiet } from './knowledge/fill-platform.ts'

const rounds = sized(7, 1)
const chunks = sized(10_000, 100)

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Milliseconds that a Node process takes to start and end with nothing to do. */
function bareNode(): number {
  const started = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - started
}

/** Milliseconds from the command to the first `/readyz` that says 200. */
async function untilReady(dataDir: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const platform = await startProcess({ dataDir, port })
  const elapsed = performance.now() - started
  await platform.stop()
  return elapsed
}

/**
 * Time to ready of `frontdesk start` on a new data folder, and on one that knows 10,000 chunks, against a Node process
 * that does nothing, in turns.
 */
export async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const filled = join(folder, 'filled')
  try {
    const platform = await startProcess({ dataDir: filled, port: await freePort() })
    await addChunks(platform.baseUrl, chunks, 1)
    await untilQuiet(platform.baseUrl)
    await platform.stop()

    const times = {
      'node -e 0': [] as number[],
      'new data folder': [] as number[],
      [`${chunks} chunks`]: [] as number[],
    }
    for (let round = 0; round < rounds; round++) {
      times['node -e 0'].push(bareNode())
      times['new data folder'].push(await untilReady(join(folder, `new-${round}`)))
      times[`${chunks} chunks`]!.push(await untilReady(filled))
    }
    const base = median(times['node -e 0'])
    report('start to ready, new data folder', median(times['new data folder']), 'ms', { most: 600 })
    report(`start to ready, ${chunks} chunks`, median(times[`${chunks} chunks`]!), 'ms')
    console.log(`Time to ready of \`frontdesk start\`, median of ${rounds} (aim: under 2,000 ms)`)
    console.table(
      Object.entries(times).map(([start, values]) => ({
        start,
        'median ms': Math.round(median(values)),
        'slowest ms': Math.round(Math.max(...values)),
        'against node': Number((median(values) / base).toFixed(1)),
      })),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
