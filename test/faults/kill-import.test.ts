import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '@frontdesk/properties'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carefulClient, wait } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const random = randomNumbers()

/** A short form runs with every test; `FAULT_ROUNDS=20` for a long one. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 2)
const imported = 150
/** So that an import is soon taken up again. */
const env = { IMPORT_LEASE_MS: '2000' }

let dataDir: string
let port: number
let platform: PlatformProcess
const client = carefulClient(() => platform.baseUrl, apiKey)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-import-'))
  port = await freePort()
  platform = await startProcess({ dataDir, port, env })
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

/** Ends the platform while `work` is under way, again and again, and starts it each time. */
async function killDuring(work: Promise<unknown>): Promise<string> {
  work.catch(() => {})
  const killsAfterMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const afterMs = Math.round(100 + random() * 700)
    killsAfterMs.push(afterMs)
    await wait(afterMs)
    await platform.kill()
    platform = await startProcess({ dataDir, port, env })
  }
  await work
  return killsAfterMs.join(', ')
}

const untilFinished = (jobId: string) =>
  expect
    .poll(async () => (await client.call('GET', `/api/jobs/${jobId}`)).body.state, { timeout: 60_000, interval: 100 })
    .toBe('finished')

const at = '2026-01-02T03:04:05.000Z'
function sourceOf(n: number) {
  const versions = [1, 2].map((version) => {
    const text = `Room ${n} has ${n * version + 2} chairs, and version ${version} of its plan says so.`
    const sha256 = createHash('sha256').update(text).digest('hex')
    return { version, createdAt: at, sha256, text, chunks: [{ index: 0, text, start: 0, end: text.length }] }
  })
  return {
    id: `src_room_${n}`,
    title: `Room ${n}`,
    source: `room-${n}.txt`,
    type: 'file',
    tags: [],
    metadata: {},
    createdAt: at,
    updatedAt: at,
    liveVersion: 2,
    versions,
  }
}

it(
  'an import that is killed again and again brings in every source once, and says so',
  async () => {
    const sources = Array.from({ length: imported }, (_, n) => sourceOf(n))
    const embedding = { model: 'another', dimensions: 3 }
    const manifest = { format: 'frontdesk.knowledge', formatVersion: 1, exportedAt: at, embedding, sources }
    const begin = (key: string) => client.insist('POST', '/api/knowledge/import', () => manifest, key)
    const begun = begin('import')
    const kills = await killDuring(begun)
    const { status, body } = await begun
    expect(status, JSON.stringify(body)).toBe(202)
    await untilFinished(body.jobId)
    const job = (await client.call('GET', `/api/jobs/${body.jobId}`)).body
    process.stdout.write(`import killed after ${kills} ms: ${JSON.stringify(job.verdicts)}\n`)
    expect(job.items.filter(({ verdict }: any) => verdict !== 'created')).toEqual([])
    expect(job).toMatchObject({ total: imported, done: imported, failed: 0 })
    expect(job.verdicts).toEqual({ created: imported, updated: 0, skipped: 0, rejected: 0 })
    expect(job.items.map(({ index, sourceId }: any) => [index, sourceId])).toEqual(
      sources.map(({ id }, index) => [index, id]),
    )
    const listed = await client.listAll('/api/knowledge/sources')
    expect(listed).toHaveLength(imported)
    for (const source of listed)
      expect(source).toMatchObject({ status: 'Ready', version: 2, liveVersion: 2, versions: 2 })
    const again = await begin('import-again')
    await untilFinished(again.body.jobId)
    expect((await client.call('GET', `/api/jobs/${again.body.jobId}`)).body.verdicts).toMatchObject({
      skipped: imported,
    })
  },
  rounds * 30_000 + 120_000,
)

it(
  'a bulk request that is killed again and again adds each file once, and its job comes to its end',
  async () => {
    const before = (await client.listAll('/api/knowledge/sources')).length
    const form = () => {
      const files = new FormData()
      for (let n = 0; n < 30; n++)
        files.append('files', new Blob([`Garden ${n} has ${n + 3} trees.\n\n`.repeat(200)]), `${n}.txt`)
      return files
    }
    const begun = client.insist('POST', '/api/knowledge/bulk-ingest', form, 'bulk')
    const kills = await killDuring(begun)
    const { status, body } = await begun
    expect(status, JSON.stringify(body)).toBe(202)
    await untilFinished(body.jobId)
    const job = (await client.call('GET', `/api/jobs/${body.jobId}`)).body
    process.stdout.write(`bulk killed after ${kills} ms: ${job.done} of ${job.total}\n`)
    expect(job).toMatchObject({ total: 30, done: 30, failed: 0 })
    expect((await client.listAll('/api/knowledge/sources')).length).toBe(before + 30)
  },
  rounds * 30_000 + 120_000,
)
