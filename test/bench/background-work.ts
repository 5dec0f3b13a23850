import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, freePort, startProcess } from '../faults/platform-process.ts'
import { report, sized } from './figures/report.ts'
import { addChunks, metric, untilQuiet } from './knowledge/fill-platform.ts'

/** `BENCH_CHUNKS`: how many chunks, one platform each, the smallest first. */
const sizes = (process.env.BENCH_CHUNKS ?? sized('3000,10000,100000', '200')).split(',').map(Number)
const restMs = sized(30_000, 100)
const windowMs = sized(10_000, 100)
const asked = sized(200, 5)

const headers = { 'x-api-key': apiKey }

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

type Row = {
  chunks: number
  'ms a chunk until Ready': number
  'ms a chunk in all': number
  'share of a core after 30 s': number
  'search p99 ms, quiet': number
  'search p99 ms, busy': number
}

async function search(baseUrl: string, question: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${baseUrl}/api/search?q=${encodeURIComponent(question)}&limit=5`, { headers })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
  return performance.now() - started
}

async function searchAll(baseUrl: string, questions: string[], isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; !isOver(); i++) {
    times.push(await search(baseUrl, questions[(i * 13) % questions.length]!))
    await sleep(20)
  }
  return times
}

/** What a platform of its own takes for so many chunks, and what questions feel of it. */
async function measure(chunks: number): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const platform = await startProcess({ dataDir, port: await freePort(), byScript: true })
  const { baseUrl } = platform
  const seconds = () => metric(baseUrl, 'process_cpu_seconds_total')
  try {
    const before = await seconds()
    const added = await addChunks(baseUrl, chunks, 1)
    const ready = await seconds()
    await sleep(restMs)
    const [rested, at] = [await seconds(), performance.now()]
    await sleep(windowMs)
    const share = ((await seconds()) - rested) / ((performance.now() - at) / 1_000)
    await untilQuiet(baseUrl)
    const ended = await seconds()
    const { questions } = added
    let count = 0
    const quiet = await searchAll(baseUrl, questions, () => count++ === asked)
    let isAdded = false
    const more = addChunks(baseUrl, Math.max(200, Math.round(Math.min(chunks, 10_000) / 5)), 2).finally(() => {
      isAdded = true
    })
    const busy = await searchAll(baseUrl, questions, () => isAdded)
    await more
    return {
      chunks: added.chunks,
      'ms a chunk until Ready': ((ready - before) * 1_000) / added.chunks,
      'ms a chunk in all': ((ended - before) * 1_000) / added.chunks,
      'share of a core after 30 s': share,
      'search p99 ms, quiet': percentile(quiet, 0.99),
      'search p99 ms, busy': percentile(busy, 0.99),
    }
  } finally {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * The processor time of the whole embedded process for each chunk, until the last source is Ready and until nothing is left to
 * do, at several sizes; what it takes 30 s after the last Ready; and searches beside an ingest, held against quiet ones.
 */
export async function bench(): Promise<void> {
  const rows: Row[] = []
  for (const size of sizes) {
    rows.push(await measure(size))
    console.table(rows.slice(-1))
  }
  const [first, last] = [rows[0]!, rows.at(-1)!]
  for (const row of rows) {
    report(`background work, ${row.chunks} chunks: processor ms a chunk`, row['ms a chunk in all'], 'ms')
    report(`the same: of a core 30 s after the last Ready`, row['share of a core after 30 s'] * 100, '%', { most: 2 })
    const slower = row['search p99 ms, busy'] / row['search p99 ms, quiet']
    report(`the same: search p99 during ingest over the quiet one`, slower, 'times', { most: 2 })
  }
  const ratio = last['ms a chunk in all'] / first['ms a chunk in all']
  report(`processor time a chunk, ${last.chunks} over ${first.chunks} chunks`, ratio, 'times', { most: 1.3 })
  console.log('Background work (aim: 1.3 times as much a chunk with 100,000 as with 3,000; 2 % of a core after 30 s)')
  console.table(rows)
  console.log(`processor time a chunk, the largest over the smallest: ${ratio.toFixed(2)}`)
}

if (import.meta.main) await bench()
