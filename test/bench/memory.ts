import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKey, freePort, type PlatformProcess, startProcess } from '../faults/platform-process.ts'
import { leaveOut, report, sized } from './figures/report.ts'
import { until } from './figures/until.ts'
import { addChunks, untilQuiet } from './knowledge/fill-platform.ts'
import { largeFiles } from './knowledge/make-large-files.ts'

/** `BENCH_FILES`: some of the files, by name; `BENCH_CHUNKS`: how many chunks at the end, 0 for none. */
const names = process.env.BENCH_FILES?.split(',').filter(Boolean) ?? sized(Object.keys(largeFiles), [])
const chunks = Number(process.env.BENCH_CHUNKS ?? sized(100_000, 200))

type Row = { what: string; chunks: number; 'started MB': number; 'peak MB': number; 'at rest MB': number }

/** Resident memory in MB as the kernel counts it: now, or the most that there ever was. */
async function megabytes(pid: number, which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)![1]) / 1024)
}

/** What a platform of its own needs for some work; `work` answers how many chunks it became. */
async function measure(what: string, work: (platform: PlatformProcess) => Promise<number>): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const platform = await startProcess({ dataDir, port: await freePort(), byScript: true })
  try {
    const started = await megabytes(platform.pid, 'VmHWM')
    const added = await work(platform)
    await untilQuiet(platform.baseUrl)
    const [peak, rest] = [await megabytes(platform.pid, 'VmHWM'), await megabytes(platform.pid, 'VmRSS')]
    return { what, chunks: added, 'started MB': started, 'peak MB': peak, 'at rest MB': rest }
  } finally {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Uploads a file and waits until it is searchable. */
async function addFile(name: string, baseUrl: string): Promise<number> {
  const sources = `${baseUrl}/api/knowledge/sources`
  const headers = { 'x-api-key': apiKey }
  const content = await largeFiles[name]!()
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  const uploaded = await fetch(sources, { method: 'POST', headers, body: form })
  if (uploaded.status !== 202) throw new Error(`${name}: ${await uploaded.text()}`)
  const { id } = (await uploaded.json()) as { id: string }
  return until(`${name} is Ready`, { everyMs: 500, limitMs: 300_000 }, async () => {
    const source = (await (await fetch(`${sources}/${id}`, { headers })).json()) as { status: string; chunks: number }
    if (source.status === 'Ready') return source.chunks
    if (source.status !== 'Processing') throw new Error(`${name}: ${JSON.stringify(source)}`)
    return undefined
  })
}

/** The memory of the whole embedded process: while a file of 20 MB of each kind is read and indexed, and with 100,000 chunks. */
export async function bench(): Promise<void> {
  if (process.platform !== 'linux') return leaveOut('all of it', 'only Linux tells the most memory that a process had')
  const rows: Row[] = []
  for (const name of names) rows.push(await measure(name, ({ baseUrl }) => addFile(name, baseUrl)))
  if (chunks > 0) {
    rows.push(await measure('small files', async ({ baseUrl }) => (await addChunks(baseUrl, chunks, 1)).chunks))
  }
  for (const row of rows) {
    report(`memory of the embedded process, ${row.what}: peak`, row['peak MB'], 'MB', { most: 450 })
    if (row.what === 'small files')
      report(`the same at rest, ${row.chunks} chunks`, row['at rest MB'], 'MB', { most: 400 })
  }
  console.log('Memory of the embedded process (aim: 450 MB at the peak, 400 MB at rest with 100,000 chunks)')
  console.table(rows)
}

if (import.meta.main) await bench()
