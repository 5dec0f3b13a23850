import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { apiKey, freePort, startProcess } from '../faults/platform-process.ts'
import { report, sized } from './figures/report.ts'
import { metric, untilQuiet } from './knowledge/fill-platform.ts'
import { writer } from './knowledge/write-text.ts'

/** `IMPORT_CHUNKS=100000` for the size that is promised; less keeps this within two minutes. */
const chunks = Number(process.env.IMPORT_CHUNKS ?? sized(10_000, 200))
const chunksASource = 50
const files = sized(50, 4)
const rounds = sized(5, 1)

const headers = { 'x-api-key': apiKey }
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function json(response: Response): Promise<any> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** A platform of its own, whose memory is watched. */
async function open(folder: string) {
  const platform = await startProcess({ dataDir: folder, port: await freePort() })
  const url = (path: string) => `${platform.baseUrl}${path}`
  let most = 0
  const watch = setInterval(async () => {
    most = Math.max(most, await metric(platform.baseUrl, 'process_resident_memory_bytes').catch(() => 0))
  }, 250)
  const send = async (path: string, body: unknown, method = 'POST') => {
    const isForm = body instanceof FormData
    const type = isForm ? {} : { 'content-type': 'application/json' }
    return json(
      await fetch(url(path), { method, headers: { ...headers, ...type }, body: isForm ? body : JSON.stringify(body) }),
    )
  }
  const until = async (path: string, isReached: (body: any) => boolean): Promise<any> => {
    while (true) {
      const body = await json(await fetch(url(path), { headers }))
      if (isReached(body)) return body
      if (body.status === 'Failed') throw new Error(JSON.stringify(body.error))
      await pause(10)
    }
  }
  return {
    platform,
    url,
    send,
    until,
    untilReady: (id: string) => until(`/api/knowledge/sources/${id}`, ({ status }) => status === 'Ready'),
    /** Megabytes at most since this was asked before. */
    peak() {
      const value = most
      most = 0
      return Math.round(value / 1024 / 1024)
    },
    async close() {
      clearInterval(watch)
      await platform.stop()
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A manifest of so many chunks, source by source, as somebody else's tool would write it. */
function* manifestOf(count: number): Generator<string> {
  const at = '2026-01-01T00:00:00.000Z'
  const { text } = writer(7)
  const head = {
    format: 'frontdesk.knowledge',
    formatVersion: 1,
    exportedAt: at,
    embedding: { model: 'x', dimensions: 1 },
  }
  yield `${JSON.stringify(head).slice(0, -1)},"sources":[`
  for (let n = 0; n * chunksASource < count; n++) {
    const pieces = Array.from({ length: chunksASource }, () => text(700).text.slice(0, 700))
    let start = 0
    const cut = pieces.map((piece, index) => {
      const chunk = { index, text: piece, start, end: start + piece.length }
      start += piece.length
      return chunk
    })
    const version = { version: 1, createdAt: at, sha256: 'a'.repeat(64), text: pieces.join(''), chunks: cut }
    const source = {
      id: `src_${n}`,
      title: `Guide ${n}`,
      source: `guide-${n}.md`,
      type: 'file',
      tags: [],
      metadata: {},
    }
    yield `${n > 0 ? ',' : ''}${JSON.stringify({ ...source, createdAt: at, updatedAt: at, liveVersion: 1, versions: [version] })}`
  }
  yield ']}'
}

async function importInto({ url, until }: Opened, body: ReadableStream): Promise<any> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    duplex: 'half' as const,
  }
  const { jobId } = await json(await fetch(url('/api/knowledge/import'), init))
  while (true) {
    const job = await until(`/api/jobs/${jobId}`, () => true)
    if (job.state === 'finished') return job
    await pause(250)
  }
}

/** Reads an export to its end and counts its bytes. */
async function exportFrom({ url }: Opened, query: string): Promise<number> {
  const response = await fetch(url(`/api/knowledge/export${query}`), { headers })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  let bytes = 0
  for await (const piece of response.body!) bytes += piece.length
  return bytes
}

/** 50 files at once against one by one, a small file to Ready, and a restore against the replacement before it. */
async function smallWork(own: Opened): Promise<void> {
  const { text } = writer(3)
  const contents = Array.from({ length: files }, () => text(6_000).text)
  const oneByOne = await took(async () => {
    for (const [n, content] of contents.entries()) {
      const form = new FormData()
      form.set('file', new Blob([content]), `single-${n}.md`)
      await own.untilReady((await own.send('/api/knowledge/sources', form)).id)
    }
  })
  const atOnce = await took(async () => {
    const form = new FormData()
    for (const [n, content] of contents.entries()) form.append('files', new Blob([content]), `bulk-${n}.md`)
    const { jobId } = await own.send('/api/knowledge/bulk-ingest', form)
    await own.until(`/api/jobs/${jobId}`, ({ state }) => state === 'finished')
  })
  const ready: number[] = []
  const replaced: number[] = []
  const restored: number[] = []
  for (let round = 0; round < rounds; round++) {
    let id = ''
    const small = { type: 'manual', title: 'Small', text: text(2_000).text }
    const add = async () => {
      id = (await own.send('/api/knowledge/sources', small)).id
      await own.untilReady(id)
    }
    ready.push(await took(add))
    const large = text(300_000).text
    await own.send(`/api/knowledge/sources/${id}`, { text: large }, 'PUT')
    await own.untilReady(id)
    const replace = async () => {
      await own.send(`/api/knowledge/sources/${id}`, { text: text(300_000).text }, 'PUT')
      await own.untilReady(id)
    }
    const restore = async () => {
      await own.send(`/api/knowledge/sources/${id}/versions/2/restore`, {})
      await own.untilReady(id)
    }
    replaced.push(await took(replace))
    restored.push(await took(restore))
  }
  report('a small text to Ready', median(ready), 'ms', { most: 2_000 })
  report('restore against replace, a text of 480 chunks', median(restored) / median(replaced), '×')
  console.table([
    { work: `${files} files one by one`, ms: Math.round(oneByOne), against: 1 },
    { work: `${files} files in one request`, ms: Math.round(atOnce), against: Number((oneByOne / atOnce).toFixed(2)) },
    { work: 'a small text to Ready (aim: under 2,000)', ms: Math.round(median(ready)), against: '' },
    { work: 'replace a text of 480 chunks', ms: Math.round(median(replaced)), against: 1 },
    {
      work: 'restore a text of 480 chunks',
      ms: Math.round(median(restored)),
      against: Number((median(replaced) / median(restored)).toFixed(2)),
    },
  ])
}

/** A manifest in, all of it out with vectors, and that into an empty platform, with the most memory each took. */
async function largeWork(first: Opened, second: Opened): Promise<void> {
  const rows: Record<string, unknown>[] = []
  const row = async (work: string, own: Opened, run: () => Promise<number>) => {
    await untilQuiet(own.platform.baseUrl)
    own.peak()
    const before = Math.round((await metric(own.platform.baseUrl, 'process_resident_memory_bytes')) / 1024 / 1024)
    let bytes = 0
    const ms = await took(async () => {
      bytes = await run()
    })
    const seconds = ms / 1_000
    const count = Math.round(chunks / seconds)
    const peak = own.peak()
    report(`memory at most, ${chunks} chunks: ${work}`, peak, 'MB', { most: 500 })
    rows.push({
      work,
      seconds: Number(seconds.toFixed(1)),
      'chunks a second': count,
      'MB of JSON': Math.round(bytes / 1e6),
      'MB before': before,
      'MB at most': peak,
    })
  }
  const importing = async (own: Opened, body: ReadableStream) => {
    let bytes = 0
    const counted = body.pipeThrough(
      new TransformStream({
        transform(piece, controller) {
          bytes += piece.length
          controller.enqueue(piece)
        },
      }),
    )
    const job = await importInto(own, counted)
    if (job.failed > 0) throw new Error(`${job.failed} of ${job.total} failed`)
    return bytes
  }
  const encoded = Readable.from(manifestOf(chunks), { objectMode: true }).map((text) => Buffer.from(text))
  await row('import, embedding each', first, () => importing(first, Readable.toWeb(encoded) as ReadableStream))
  await row('export', first, () => exportFrom(first, ''))
  await row('export with vectors', first, () => exportFrom(first, '?vectors=true'))
  await row('import again: all skipped', first, async () => {
    const again = Readable.from(manifestOf(chunks), { objectMode: true }).map((text) => Buffer.from(text))
    return importing(first, Readable.toWeb(again) as ReadableStream)
  })
  const whole = await fetch(first.url('/api/knowledge/export?vectors=true'), { headers })
  await row('that export into an empty platform', second, () => importing(second, whole.body!))
  console.log(
    `${chunks} chunks in sources of ${chunksASource}; \`IMPORT_CHUNKS\` says how many (aim: 100,000 under 500 MB)`,
  )
  console.table(rows)
}

/** Bulk and restore side by side, then export and import of many chunks, each platform a process of its own. */
export async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const opened: Opened[] = []
  try {
    for (const name of ['small', 'first', 'second']) opened.push(await open(join(folder, name)))
    const [small, first, second] = opened as [Opened, Opened, Opened]
    await smallWork(small)
    await largeWork(first, second)
  } finally {
    for (const own of opened) await own.close()
    await rm(folder, { recursive: true, force: true })
  }
}
