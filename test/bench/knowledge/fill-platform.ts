import { apiKey } from '../../faults/platform-process.ts'
import { sized } from '../figures/report.ts'
import { until } from '../figures/until.ts'
import { writer } from './write-text.ts'

/** New characters in a chunk of 800 with 150 of overlap that mostly ends with a sentence. */
const charactersAChunk = 620
const chunksAFile = 100
const filesARequest = 50
/** Index upkeep is over when the process takes less than this of a core for so long. */
const quietShare = sized(0.05, 0.5)
const quietMs = sized(3_000, 500)

const headers = { 'x-api-key': apiKey }

async function json(response: Response): Promise<any> {
  const body = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${body}`)
  return JSON.parse(body)
}

/**
 * Uploads made-up Markdown files of 100 chunks until some `chunks` more are live, and waits for the last. Answers how
 * many chunks that were and questions about them.
 */
export async function addChunks(
  baseUrl: string,
  chunks: number,
  seed: number,
): Promise<{ chunks: number; questions: string[] }> {
  const { text } = writer(seed)
  const questions: string[] = []
  let added = 0
  for (let planned = 0; planned < chunks; ) {
    const form = new FormData()
    for (let file = 0; file < filesARequest && planned < chunks; file++) {
      const wanted = Math.min(chunksAFile, chunks - planned)
      const written = text(wanted * charactersAChunk)
      questions.push(...written.questions)
      form.append('files', new Blob([written.text]), `part-${seed}-${planned}.md`)
      planned += wanted
    }
    const { jobId } = await json(
      await fetch(`${baseUrl}/api/knowledge/bulk-ingest`, { method: 'POST', headers, body: form }),
    )
    added += await untilDone(baseUrl, jobId)
  }
  return { chunks: added, questions }
}

async function untilDone(baseUrl: string, jobId: string): Promise<number> {
  const { items } = await until('the files are read', { everyMs: 100, limitMs: 300_000 }, async () => {
    const job = await json(await fetch(`${baseUrl}/api/jobs/${jobId}`, { headers }))
    if (job.failed > 0) throw new Error(`a source failed: ${JSON.stringify(job.items)}`)
    return job.state === 'finished' ? job : undefined
  })
  let chunks = 0
  for (const { sourceId } of items) {
    chunks += (await json(await fetch(`${baseUrl}/api/knowledge/sources/${sourceId}`, { headers }))).chunks
  }
  return chunks
}

/** One number of `/metrics`. */
export async function metric(baseUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`))
  if (!line) throw new Error(`/metrics has no ${name}`)
  return Number(line.slice(line.lastIndexOf(' ') + 1))
}

/** Waits until the platform has nothing to do in the background: index upkeep takes up to a minute after many chunks. */
export async function untilQuiet(baseUrl: string): Promise<void> {
  const seconds = () => metric(baseUrl, 'process_cpu_seconds_total')
  let quietSince = performance.now()
  let before = await seconds()
  await until('the platform is quiet', { everyMs: 500, limitMs: 600_000 }, async () => {
    const now = await seconds()
    if (now - before > 0.5 * quietShare) quietSince = performance.now()
    before = now
    return performance.now() - quietSince >= quietMs ? true : undefined
  })
}
