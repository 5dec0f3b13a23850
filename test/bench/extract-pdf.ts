import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { ingest } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { ingestService } from '@frontdesk/ingest'
import { type OpenPorts, openLog, run } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { openWorkerPool } from '../../services/ingest/src/extraction/worker-pool.ts'
import { extractWhole } from '../../services/ingest/testing/extract-whole.ts'
import { makePdf } from '../../services/ingest/testing/make-pdf.ts'
import { leaveOut, report, sized } from './figures/report.ts'

const rounds = sized(5, 1)
const megabyte = 1024 * 1024
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
const documents = join(process.env.FRONTDESK_SHARED ?? join(import.meta.dirname, '../../../shared'), 'data/documents')
/** Documents that are ingested at once while the event loop is watched. */
const atOnce = sized(50, 4)
/** Each document this often a round, so that the long one is not most of the work at the end. */
const copies = sized(6, 1)
const ocr = {
  workers: 2,
  pagePixels: 10_000_000,
  picturePixels: 40_000_000,
  pages: 200,
  pageTimeMs: 60_000,
  timeMs: 480_000,
  bufferBytes: 512 * megabyte,
}
const limits = {
  timeMs: 120_000,
  heapBytes: 160 * megabyte,
  bufferBytes: 192 * megabyte,
  pages: 3_000,
  inflatedBytes: 100 * megabyte,
  characters: 30_000_000,
}

/** What `pdfjs-dist` does alone, in this one thread: open, each page's text, close. */
async function bareText(bytes: Uint8Array): Promise<number> {
  // Loaded here, so that the processes whose memory is measured have none of it.
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const loading = pdfjs.getDocument({ data: bytes, verbosity: 0, useWasm: false })
  const document = await loading.promise
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    await page.getTextContent()
    page.cleanup()
  }
  const { numPages } = document
  await loading.destroy()
  return numPages
}

function readable(): { name: string; bytes: Uint8Array }[] {
  const without = new Set(['libreoffice-writer-password.pdf', 'grayscale-image.pdf'])
  return readdirSync(documents)
    .filter((name) => name.endsWith('.pdf') && !without.has(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(documents, name))) }))
}

async function speed(): Promise<void> {
  const files = readable()
  const batch = Array.from({ length: copies }, () => files).flat()
  const pool = openWorkerPool({ size: 2, limits, ocr })
  const { signal } = new AbortController()
  const inPool = async () => {
    const read = await Promise.all(
      batch.map(({ name, bytes }) =>
        extractWhole(pool, { filename: name, read: async () => Uint8Array.from(bytes) }, { signal }),
      ),
    )
    return read.reduce((sum, { pages = 0 }) => sum + pages, 0)
  }
  const bare = async () => {
    let pages = 0
    for (const { bytes } of batch) pages += await bareText(Uint8Array.from(bytes))
    return pages
  }
  const perSecond = { inPool: [] as number[], bare: [] as number[] }
  // What each page costs in processor time, all threads together, does not depend on who else is at work.
  const processorMs = { inPool: [] as number[], bare: [] as number[] }
  // Both once to warm up.
  await inPool()
  await bare()
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of [
      ['inPool', inPool],
      ['bare', bare],
    ] as const) {
      const started = performance.now()
      const usage = process.cpuUsage()
      const pages = await work()
      const { user, system } = process.cpuUsage(usage)
      perSecond[name].push((pages * 1_000) / (performance.now() - started))
      processorMs[name].push((user + system) / 1_000 / pages)
    }
  }
  await pool.close()
  /** Medians, and the median of the ratios of the rounds. */
  const row = (title: string, { inPool, bare }: typeof perSecond, digits: number): number => {
    const ratio = median(inPool.map((ours, i) => ours / bare[i]!))
    const columns = [inPool, bare].map((values) => median(values).toFixed(digits).padStart(12)).join('')
    console.log(`${title.padEnd(44)} ${columns} ${ratio.toFixed(2).padStart(7)}×`)
    return ratio
  }
  console.log(`${''.padEnd(44)}        ours        bare   ratio`)
  const speedUp = row(`pages/s; 2 workers, ${availableParallelism()} cores`, perSecond, 0)
  const cost = row('processor time a page, ms', processorMs, 1)
  const cpuMs = median(processorMs.inPool)
  report('pages of PDF, two workers, against pdfjs-dist alone', speedUp, '×', { least: 1.6 }, cpuMs)
  report('processor time a page of PDF against pdfjs-dist', cost, '×', { most: 1.05 }, cpuMs)
}

const words = 'Returns are free within thirty days of the day on which you got your parcel, and so on. '
const largeBytes = sized(20, 1) * megabyte
/** Files of 20 MB. */
const made: Record<string, () => Uint8Array> = {
  'large.pdf': () => {
    const lines = Array.from({ length: 48 }, (_, i) => `${i} ${words}${words.slice(0, 52)}`)
    return makePdf(Array.from({ length: Math.floor(largeBytes / 7_900) }, () => lines))
  },
  'large.txt': () => Buffer.from(`${words.repeat(5)}\n\n`.repeat(Math.floor(largeBytes / (words.length * 5 + 2)))),
  'large.csv': () => Buffer.from(`Name,Text,Price\n${`thing,"${words}",12\n`.repeat(Math.floor(largeBytes / 102))}`),
}

/** Runs ingest on embedded ports with a neighbour that counts what comes out. */
async function startIngest(dir: string) {
  const store = openSqlite(join(dir, 'main.db'))
  const blobs = filesystemBlobs(join(dir, 'blobs'))
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), blobs } as OpenPorts
  const ended: string[] = []
  let add!: (name: string, content: Uint8Array | Readable) => Promise<unknown>
  const neighbour = standIn({
    name: 'bench',
    uses: ['blobs'],
    handlers: {
      ingest: {
        versionExtracted: async () => void ended.push('text'),
        knowledgeUpdated: async ({ error }) => void ended.push(error?.code ?? 'updated'),
      },
    },
    async start(context) {
      const own = context.forTenant('bench')
      let number = 0
      add = async (filename, source) => {
        const blobId = `upload_${++number}`
        const info = await own.blobs.put('bench', blobId, source)
        const content = { kind: 'file', blobId, filename, bytes: info.bytes, sha256: info.sha256 } as const
        return own.ask(ingest.queries.sourceAdd, { operationId: blobId, content })
      }
      return { close: async () => {} }
    },
  })
  const log = openLog({ level: 'silent', terminal: false })
  const running = await run([ingestService, neighbour], ports, { env: process.env, log })
  return {
    add,
    ended,
    async until(count: number) {
      while (ended.length < count) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async stop() {
      await running.stop()
      await store.close()
    },
  }
}

/** In a process of its own: ingests a file and prints the most memory that it held, in MB. */
async function ingestLarge(path: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  try {
    const own = await startIngest(dir)
    const started = performance.now()
    await own.add(basename(path), createReadStream(path))
    await own.until(1)
    const seconds = (performance.now() - started) / 1_000
    await own.stop()
    const peak = process.resourceUsage().maxRSS / 1_024
    console.log(JSON.stringify({ seconds, peak, outcome: own.ended[0] }))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function memory(): void {
  console.log(`\n${'one file of 20 MB, a process of its own'.padEnd(44)}          peak MB   seconds  outcome`)
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  try {
    for (const [name, make] of Object.entries(made)) {
      const path = join(dir, name)
      const bytes = make()
      writeFileSync(path, bytes)
      const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), path], {
        encoding: 'utf8',
      })
      if (!stdout) throw new Error(stderr)
      const { seconds, peak, outcome } = JSON.parse(stdout)
      report(`peak memory of ingest with ${name}`, peak, 'MB', name.endsWith('.pdf') ? { most: 300 } : { most: 400 })
      const label = `${name} (${(bytes.length / megabyte).toFixed(1)} MB)`.padEnd(44)
      console.log(`${label} ${peak.toFixed(0).padStart(15)} ${seconds.toFixed(1).padStart(9)}  ${outcome}`)
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** How long the event loop stands still while 50 documents are ingested at once. */
async function eventLoop(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  try {
    const own = await startIngest(dir)
    const files = readable()
    await own.add(files[0]!.name, files[0]!.bytes)
    await own.until(1)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const started = performance.now()
    await Promise.all(
      Array.from({ length: atOnce }, (_, i) => own.add(files[i % files.length]!.name, files[i % files.length]!.bytes)),
    )
    await own.until(atOnce + 1)
    delay.disable()
    const [p50, p99, most] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => (ns / 1e6).toFixed(0))
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(
      `\n${atOnce} PDFs at once in ${seconds} s: event-loop delay p50 ${p50} ms, p99 ${p99} ms (of 50), most ${most} ms`,
    )
    await own.stop()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** PDF extraction in worker threads against `pdfjs-dist` alone in one thread, and what large files cost in memory. */
export async function bench(): Promise<void> {
  if (existsSync(documents)) {
    await speed()
    await eventLoop()
  } else leaveOut('speed, and how long the event loop stands still', `there is no ${documents}`)
  memory()
}

if (import.meta.main) await (process.argv[2] ? ingestLarge(process.argv[2]) : bench())
