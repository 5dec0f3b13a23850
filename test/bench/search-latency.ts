import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChunkIndex, lancedbChunkIndex, type Space } from '@frontdesk/chunk-index'
import { rankCandidates, readQuestion } from '@frontdesk/retrieval'
import { type Corpus, embed, readCorpora } from './retrieval/data.ts'
import { fillIndex } from './retrieval/fill-index.ts'

const sizes = [1_000, 10_000, 100_000]
const asked = 200

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

/** Asks as `retrieval` does, one question after the other, and answers how long each took in milliseconds, sorted. */
async function ask(index: ChunkIndex, space: Space, corpus: Corpus): Promise<{ total: number[]; index: number[] }> {
  const total: number[] = []
  const inIndex: number[] = []
  for (let i = 0; i < asked; i++) {
    const { question } = corpus.questions[(i * 13) % corpus.questions.length]!
    const started = performance.now()
    const [vector, read] = await Promise.all([embed(question), readQuestion(index, space, question)])
    const searching = performance.now()
    const lists = await index.candidates(space, { tokens: read.tokens, vector, limit: 20 })
    inIndex.push(performance.now() - searching)
    rankCandidates(lists, read, { weight: 0.05, read: 5 })
    total.push(performance.now() - started)
  }
  return { total: total.sort((a, b) => a - b), index: inIndex.sort((a, b) => a - b) }
}

/** Waits until background upkeep leaves the index alone: no search is slowed by it for two seconds. */
async function settle(index: ChunkIndex, space: Space): Promise<void> {
  let quick = 0
  for (let tries = 0; tries < 300 && quick < 8; tries++) {
    await sleep(250)
    const started = performance.now()
    await index.candidates(space, { tokens: ['=och', '=the'], vector: await embed('och the'), limit: 5 })
    quick = performance.now() - started < 60 ? quick + 1 : 0
  }
}

/** How long a question takes at 1,000, 10,000 and 100,000 chunks: tokens, vector, both lists, fusion; and the event loop. */
export async function bench(): Promise<void> {
  const corpora = await readCorpora()
  if (!corpora) return
  const corpus = corpora.find(({ language }) => language === 'sv')!
  const texts = corpus.chunks.map(({ text }) => text)
  console.log('Search through LanceDB (ms a question, Swedish, one at a time)')
  console.log('    chunks   fill s      p50      p99   growth   index p50   event loop p99 while asking, while filling')
  let first: number | undefined
  for (const count of sizes) {
    const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
    const index = lancedbChunkIndex(dir)
    try {
      const space = { tenant: 'bench', generation: 'bench', dimensions: 1024 }
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      const started = performance.now()
      await fillIndex(index, space, { texts, count })
      const filled = (performance.now() - started) / 1_000
      await settle(index, space)
      const fillDelay = delay.percentile(99) / 1e6
      await ask(index, space, corpus)
      delay.reset()
      const took = await ask(index, space, corpus)
      const p50 = percentile(took.total, 0.5)
      first ??= p50
      const cells = [
        count.toLocaleString('en').padStart(10),
        filled.toFixed(1).padStart(8),
        p50.toFixed(1).padStart(8),
        percentile(took.total, 0.99).toFixed(1).padStart(8),
        `${(p50 / first).toFixed(1)}×`.padStart(8),
        percentile(took.index, 0.5).toFixed(1).padStart(11),
        `${(delay.percentile(99) / 1e6).toFixed(1)}, ${fillDelay.toFixed(1)}`.padStart(18),
      ]
      console.log(cells.join(' '))
    } finally {
      await index.close()
      rmSync(dir, { recursive: true, force: true })
    }
  }
}

if (import.meta.main) await bench()
