import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKey, freePort, startProcess } from '../faults/platform-process.ts'
import { report, sized } from './figures/report.ts'
import { addChunks, untilQuiet } from './knowledge/fill-platform.ts'

const questions = sized(300, 10)
const chunks = sized(1_000, 100)
const warmUp = sized(50, 2)

/** Processor seconds of the process up to now, and the bytes of its database. */
async function read(baseUrl: string, dataDir: string) {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  const seconds = Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)![1])
  const sizes = await Promise.all(['main.db', 'main.db-wal'].map((name) => stat(join(dataDir, name))))
  return { seconds, bytes: sizes.reduce((sum, { size }) => sum + size, 0) }
}

async function ask(baseUrl: string, message: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/api/chat/message`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return ((await reply.json()) as { outcome: string }).outcome
}

/** What a question costs the embedded platform without a model: processor time and storage, one conversation each. */
export async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
  const platform = await startProcess({ dataDir, port: await freePort() })
  try {
    const { baseUrl } = platform
    await addChunks(baseUrl, chunks, 1)
    const sources = `${baseUrl}/api/knowledge/sources`
    const form = new FormData()
    form.set('file', new Blob(['Items can be returned within 30 days of delivery.']), 'returns.txt')
    await fetch(sources, { method: 'POST', headers: { 'x-api-key': apiKey }, body: form })
    await untilQuiet(baseUrl)
    for (let i = 0; i < warmUp; i++) await ask(baseUrl, 'How many days do I have to return an item?')
    await untilQuiet(baseUrl)
    const before = await read(baseUrl, dataDir)
    const outcomes: Record<string, number> = {}
    for (let i = 0; i < questions; i++) {
      const outcome = await ask(baseUrl, 'How many days do I have to return an item?')
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    await untilQuiet(baseUrl)
    const after = await read(baseUrl, dataDir)
    const cpuMs = ((after.seconds - before.seconds) * 1_000) / questions
    const kilobytes = (after.bytes - before.bytes) / questions / 1_024
    console.log(`${questions} questions, each in a conversation of its own: ${JSON.stringify(outcomes)}`)
    console.table([{ 'processor ms': cpuMs, 'stored kB': kilobytes }])
    report('processor time of a question, embedded, without a model', cpuMs, 'ms', undefined, cpuMs)
    report('storage of a question, embedded', kilobytes, 'kB')
  } finally {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
