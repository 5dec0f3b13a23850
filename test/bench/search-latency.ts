import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChunkIndex, type Space, sqliteChunkIndex } from '@frontdesk/chunk-index'
import { report, sized } from './figures/report.ts'
import { type Corpus, readCorpora } from './retrieval/data.ts'
import { fillIndex } from './retrieval/fill-index.ts'

const sizes = (process.env.BENCH_CHUNKS ?? sized('1000,10000,100000', '1000')).split(',').map(Number)
const asked = sized(200, 20)
const smallTexts = sized(100, 5)

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

/** Wall and processor time of every thread, in milliseconds, of one piece of work after the other. */
async function time(count: number, work: (i: number) => Promise<unknown>): Promise<{ wall: number[]; cpu: number }> {
  const wall: number[] = []
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    const started = performance.now()
    await work(i)
    wall.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(before)
  return { wall, cpu: (user + system) / 1_000 / count }
}

/** Asks as `retrieval` does, one question after the other. */
const ask = (index: ChunkIndex, space: Space, { questions }: Corpus) =>
  time(asked, (i) => index.search(space, { question: questions[(i * 13) % questions.length]!.question, limit: 20 }))

/** A text of one chunk, until it is found. */
const addSmall = (index: ChunkIndex, space: Space, language: string) =>
  time(smallTexts, async (i) => {
    const text = `Message ${i} of the day says that order number${i} is on its way to the customer.`
    const fields = { sourceId: `src_small${i}`, contentId: `cnt_small${i}`, index: 0, title: 'Note', start: 0 }
    await index.put(space, [{ ...fields, text, end: text.length, language }])
    const { lexical } = await index.search(space, { question: `number${i}`, limit: 1 })
    if (lexical[0]?.contentId !== `cnt_small${i}`) throw new Error(`text ${i} is not found`)
  })

/** Waits until background upkeep leaves the index alone. */
async function settle(index: ChunkIndex, space: Space): Promise<void> {
  let quick = 0
  for (let tries = 0; tries < 300 && quick < 8; tries++) {
    await sleep(250)
    const before = process.cpuUsage()
    await index.search(space, { question: 'och the', limit: 5 })
    await sleep(50)
    const { user } = process.cpuUsage(before)
    quick = user < 30_000 ? quick + 1 : 0
  }
}

/** How long a question takes at 1,000, 10,000 and 100,000 chunks, and a small text until it is found. */
export async function bench(): Promise<void> {
  const corpora = await readCorpora()
  if (!corpora) return
  console.log('Search through SQLite, one at a time (aim at 100,000: p50 8 ms, p99 30 ms; a small text in 10 ms)')
  console.log('  language   chunks   fill s   p50 ms   p99 ms   processor ms   small text p50 ms   processor ms')
  for (const [corpus, count] of sizes.flatMap((size) => corpora.map((corpus) => [corpus, size] as const))) {
    const { language, chunks } = corpus
    const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
    const index = sqliteChunkIndex(join(dir, 'chunks.db'))
    try {
      const space = { tenant: 'bench', generation: 'bench', dimensions: 0 }
      const started = performance.now()
      await fillIndex(index, space, { texts: chunks.map(({ text }) => text), count, language })
      const filled = (performance.now() - started) / 1_000
      await settle(index, space)
      await ask(index, space, corpus)
      const found = await ask(index, space, corpus)
      const added = await addSmall(index, space, language)
      const isLargest = count === 100_000
      const [p50, p99] = [0.5, 0.99].map((share) => percentile(found.wall, share)) as [number, number]
      report(`search, ${language}, ${count} chunks, p50`, p50, 'ms', isLargest ? { most: 8 } : undefined, found.cpu)
      report(`search, ${language}, ${count} chunks, p99`, p99, 'ms', isLargest ? { most: 30 } : undefined)
      if (isLargest)
        report(
          `a small text until it is found, ${language}, p50`,
          percentile(added.wall, 0.5),
          'ms',
          { most: 10 },
          added.cpu,
        )
      const cells = [
        language.padStart(10),
        count.toLocaleString('en').padStart(8),
        filled.toFixed(1).padStart(8),
        percentile(found.wall, 0.5).toFixed(1).padStart(8),
        percentile(found.wall, 0.99).toFixed(1).padStart(8),
        found.cpu.toFixed(1).padStart(14),
        percentile(added.wall, 0.5).toFixed(1).padStart(19),
        added.cpu.toFixed(1).padStart(14),
      ]
      console.log(cells.join(' '))
    } finally {
      await index.close()
      rmSync(dir, { recursive: true, force: true })
    }
  }
}

if (import.meta.main) await bench()
