import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { docx, paragraph, wordXml } from '../../services/ingest/testing/make-docx.ts'
import { makePdf } from '../../services/ingest/testing/make-pdf.ts'
import { metric } from '../bench/knowledge/fill-platform.ts'
import { writer } from '../bench/knowledge/write-text.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const mb = 1024 * 1024
const fileBytes = 20 * mb
const uploads = 16

let dataDir: string
let platform: PlatformProcess
let api: ReturnType<typeof apiClient>
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-memory-'))
  platform = await startProcess({ dataDir, port: await freePort() })
  api = apiClient(platform.baseUrl, apiKey)
  // What comes with the first document and question (native modules, worker threads) stays.
  await api.teach('Opening hours', 'We are open from nine to five on weekdays.')
  await api.ask('When are you open?')
})
afterEach(async () => {
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Resident memory in MB, of the whole process. */
const resident = async (): Promise<number> => (await metric(platform.baseUrl, 'process_resident_memory_bytes')) / mb

/** The highest of it while the work runs, looked at some ten times a second. */
async function peakDuring<T>(work: Promise<T>): Promise<{ peak: number; result: T }> {
  let isDone = false
  const settled = work.finally(() => {
    isDone = true
  })
  let peak = await resident()
  while (!isDone) {
    await pause(100)
    peak = Math.max(peak, await resident())
  }
  return { peak, result: await settled }
}

/** A text of exactly 20 MB, or so many bytes more. */
function text(extraBytes = 0): string {
  const page = writer(5).text(100_000).text
  return page.repeat(Math.ceil((fileBytes + extraBytes) / page.length)).slice(0, fileBytes + extraBytes)
}

test('a file of 20 MB and a byte is refused while it comes, and takes no memory for it', async ({ annotate }) => {
  const before = await resident()
  const { peak, result } = await peakDuring(api.upload('large.txt', text(1)))
  const report = `20 MB + 1 byte: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`
  console.log(report)
  await annotate(report)
  expect(result).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  expect(peak - before, report).toBeLessThan(fileBytes / mb + 30)
})

test('many uploads of 20 MB at once are not held in memory', async ({ annotate }) => {
  const before = await resident()
  const large = text(1)
  const all = Promise.all(Array.from({ length: uploads }, (_, i) => api.upload(`large-${i}.txt`, large)))
  const { peak, result } = await peakDuring(all)
  const report = `${uploads} × 20 MB: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`
  console.log(report)
  await annotate(report)
  expect(result.map(({ status }) => status)).toEqual(result.map(() => 413))
  expect(peak - before, report).toBeLessThan((uploads * fileBytes) / mb / 2)
})

test('hostile files end Failed with a code, and leave no memory behind', async ({ annotate }) => {
  const zeros = Buffer.alloc(110 * mb)
  const page = Buffer.from(makePdf([['Before.']])).toString('latin1')
  const loop = page.replace(/\/Kids \[[^\]]*\]/, '/Kids [2 0 R 2 0 R]')
  const entities = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
  const hostile: Record<string, Uint8Array> = {
    'bomb.docx': await docx(wordXml(paragraph('Bomb.')), { 'word/media/huge.bin': zeros }),
    'entities.docx': await docx(wordXml('<w:p>', `<!DOCTYPE x [<!ENTITY e0 "bomb">${entities}]>`)),
    'deep.html': Buffer.from('<div>'.repeat(100_000)),
    'loop.pdf': Buffer.from(loop, 'latin1'),
    'cut.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  }
  const round = async () => {
    for (const [name, bytes] of Object.entries(hostile)) {
      const { body } = await api.upload(name, bytes)
      const source = await api.untilProcessed(body.id)
      expect([name, source.status], JSON.stringify(source)).toEqual([name, 'Failed'])
      expect(source.error.code).toMatch(/^(damaged_document|document_too_complex|no_text)$/)
    }
  }
  // The first round is what starting every reader takes.
  await round()
  const before = await resident()
  const { peak } = await peakDuring(round())
  await vi.waitFor(async () => expect(await resident()).toBeLessThan(before + 60), { timeout: 20_000, interval: 250 })
  const report = `${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, ${(await resident()).toFixed(0)} MB after`
  console.log(report)
  await annotate(report)
  expect(peak - before, report).toBeLessThan(200)
})
