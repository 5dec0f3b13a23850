import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { apiKey, freePort, startProcess } from '../faults/platform-process.ts'
import { report, sized } from './figures/report.ts'
import { addChunks, metric, untilQuiet } from './knowledge/fill-platform.ts'
import { writer } from './knowledge/write-text.ts'

const sizes = (process.env.BENCH_CHUNKS ?? sized('1000,10000,100000', '300')).split(',').map(Number)
const questionsARun = sized(400, 20)
const warmUp = sized(60, 5)
const aims: Record<number, { most: number }> = { 10000: { most: 6 }, 100000: { most: 50 } }
/** One question in so many has no answer, and goes to people. */
const oddEvery = 10

/** `cpuMs` is the processor time of the platform for one question. */
type Run = { rate: number; p50: number; p99: number; cpuMs: number; answered: number }

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

/** Asks every question, each in a conversation of its own, `concurrency` at a time. */
async function ask(pool: Pool, baseUrl: string, questions: string[], concurrency: number): Promise<Run> {
  const cpuBefore = await metric(baseUrl, 'process_cpu_seconds_total')
  const latencies: number[] = []
  let answered = 0
  let next = 0
  const started = performance.now()
  const one = async () => {
    while (next < questions.length) {
      const message = questions[next++]!
      const asked = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/chat/message',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
      })
      const reply = (await body.json()) as { outcome?: string }
      latencies.push(performance.now() - asked)
      if (statusCode !== 200) throw new Error(`${statusCode} ${JSON.stringify(reply)}`)
      if (reply.outcome === 'answered') answered++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  const seconds = (performance.now() - started) / 1_000
  const cpuSeconds = (await metric(baseUrl, 'process_cpu_seconds_total')) - cpuBefore
  const sorted = latencies.sort((a, b) => a - b)
  return {
    rate: questions.length / seconds,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    cpuMs: (cpuSeconds * 1_000) / questions.length,
    answered: answered / questions.length,
  }
}

const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

/**
 * `POST /api/chat/message` with the local models against a platform in a process of its own whose knowledge grows from
 * 1,000 to 100,000 chunks; no question is asked twice. Growth is p50 against that of the smallest knowledge base.
 */
export async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const platform = await startProcess({ dataDir, port: await freePort() })
  const pool = new Pool(platform.baseUrl, { connections: 8 })
  const odd = writer(7).oddQuestion
  const rows: Record<string, number>[] = []
  const first = new Map<number, number>()
  const questions: string[] = []
  /** Fresh questions over everything that is there, evenly. */
  const take = (count: number): string[] =>
    Array.from({ length: count }, (_, i) =>
      i % oddEvery === 0 ? odd() : questions.splice(Math.floor(((i * 0.618) % 1) * questions.length), 1)[0]!,
    )
  try {
    let chunks = 0
    for (const [i, size] of sizes.entries()) {
      const added = await addChunks(platform.baseUrl, size - chunks, i + 1)
      chunks += added.chunks
      questions.push(...added.questions)
      await untilQuiet(platform.baseUrl)
      await ask(pool, platform.baseUrl, take(warmUp), 4)
      for (const concurrency of [1, 8]) {
        const { rate, p50, p99, cpuMs, answered } = await ask(pool, platform.baseUrl, take(questionsARun), concurrency)
        if (!first.has(concurrency)) first.set(concurrency, p50)
        if (concurrency === 1) report(`a question without a model, ${size} chunks, p50`, p50, 'ms', aims[size], cpuMs)
        rows.push({
          chunks,
          'in flight': concurrency,
          'requests/s': round(rate),
          'p50 ms': round(p50),
          'p99 ms': round(p99),
          'processor ms': round(cpuMs),
          growth: round(p50 / first.get(concurrency)!, 2),
          answered: round(answered, 2),
          'memory MB': Math.round((await metric(platform.baseUrl, 'process_resident_memory_bytes')) / 1024 / 1024),
        })
      }
    }
  } finally {
    await pool.close()
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log('POST /api/chat/message, local models (aim, one in flight: p50 at most 6 ms at 10,000, 50 ms at 100,000)')
  console.table(rows)
}

if (import.meta.main) await bench()
