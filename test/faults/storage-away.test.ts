import { execFile, execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { carefulClient } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const main = fileURLToPath(new URL('../../apps/frontdesk/src/main.ts', import.meta.url))
const diskMegabytes = 48
let dataDir: string
let platform: PlatformProcess
let cannotMount: string | undefined
const client = carefulClient(() => platform.baseUrl, apiKey)

/** A small disk of its own where this user may mount one; else the folder stays on the large one. */
function mountDisk(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root mounts a disk: run the tests as root'
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', dataDir], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `a small disk can not be mounted here: ${String((error as { stderr?: Buffer }).stderr).trim()}`
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-storage-'))
  cannotMount = mountDisk()
  platform = await startProcess({ dataDir, port: await freePort() })
  expect((await add('Kettle', 'The kettle has a warranty of two years.')).status).toBe(202)
  await allReady()
}, 60_000)
afterAll(async () => {
  await platform?.stop()
  if (cannotMount === undefined) execFileSync('umount', ['-l', dataDir])
  rmSync(dataDir, { recursive: true, force: true })
})

const add = (title: string, text: string) =>
  client.call('POST', '/api/knowledge/sources', { type: 'manual', title, text })
const sources = () => client.call('GET', '/api/knowledge/sources')
async function readiness() {
  const reply = await fetch(`${platform.baseUrl}/readyz`)
  const { parts } = (await reply.json()) as { parts: { part: string; ok: boolean; detail?: string }[] }
  return { status: reply.status, away: parts.filter(({ ok }) => !ok) }
}
const becomes = (status: number) =>
  expect.poll(async () => (await readiness()).status, { timeout: 15_000, interval: 100 }).toBe(status)
const statuses = async (): Promise<string[]> =>
  (await sources()).body.items.map(({ status }: { status: string }) => status)
const allReady = () =>
  vi.waitFor(async () => expect(await statuses()).not.toContain('Processing'), { timeout: 20_000, interval: 100 })

/** After it everything works as before, without anybody's help. */
async function expectWhole() {
  await becomes(200)
  await expect.poll(async () => (await add('Lamp', 'The lamp has a warranty of three years.')).status).toBe(202)
  await allReady()
  expect(await statuses()).not.toContain('Failed')
  expect((await client.call('GET', '/api/dead-letters')).body.items).toEqual([])
}

/** What `frontdesk doctor` prints about the folder of the running platform. */
const doctor = () =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' }
    execFile(process.execPath, [main, 'doctor'], { env }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })

it('a full disk is named wherever somebody looks, reads go on, and all works once there is room', async (ctx) => {
  if (cannotMount) ctx.skip(cannotMount)
  const filler = join(dataDir, 'filler')
  const file = openSync(filler, 'w')
  const fill = () => {
    for (const bytes of [1024 ** 2, 4_096]) {
      try {
        while (writeSync(file, new Uint8Array(bytes)) === bytes);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
      }
    }
  }
  onTestFinished(() => rmSync(filler, { force: true }))
  fill()
  await becomes(503)
  const { away } = await readiness()
  expect(away).toContainEqual(
    expect.objectContaining({ part: 'documents', detail: expect.stringContaining('disk is full') }),
  )
  expect(away.map(({ part }) => part)).toContain('blobs')
  const refused = await add('Fan', 'The fan has a warranty of one year.')
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: expect.stringContaining('The disk is full') },
  })
  expect((await sources()).status).toBe(200)
  expect((await client.call('GET', '/api/search?q=kettle')).body.items.length).toBeGreaterThan(0)
  expect(platform.output()).toMatch(/documents can not work: The disk is full/)
  expect(await doctor()).toContain('The disk is full')
  closeSync(file)
  rmSync(filler)
  await expectWhole()
  expect(platform.output()).toMatch(/documents can work again/)
}, 60_000)

it('a blob folder on a disk that is read-only is named, and a folder that is gone is not ready', async (ctx) => {
  const blobs = join(dataDir, 'blobs')
  renameSync(blobs, join(dataDir, 'blobs-away'))
  await becomes(503)
  expect((await readiness()).away).toEqual([expect.objectContaining({ part: 'blobs' })])
  expect(await add('Fan', 'The fan has a warranty of one year.')).toMatchObject({ status: 503 })
  renameSync(join(dataDir, 'blobs-away'), blobs)
  await expectWhole()

  if (cannotMount) ctx.skip(cannotMount)
  execFileSync('mount', ['--bind', blobs, blobs])
  try {
    execFileSync('mount', ['-o', 'remount,bind,ro', blobs])
    await becomes(503)
    expect((await readiness()).away).toEqual([
      expect.objectContaining({ part: 'blobs', detail: expect.stringContaining('read-only') }),
    ])
    expect(await add('Fan', 'The fan has a warranty of one year.')).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: expect.stringContaining('read-only') },
    })
  } finally {
    execFileSync('umount', ['-l', blobs])
  }
  await expectWhole()
}, 60_000)

it('a database that another program keeps locked is not ready, holds up nobody who reads, and leaves nothing dead', async () => {
  // It waits for the platform's own write at that moment.
  const other = new DatabaseSync(join(dataDir, 'main.db'), { timeout: 10_000 })
  const accepted = Array.from({ length: 5 }, (_, i) => add(`Fan ${i}`, `The fan ${i} has a warranty of one year.`))
  await Promise.all(accepted)
  other.exec('BEGIN EXCLUSIVE')
  const writing = add('Iron', 'The iron has a warranty of one year.')
  expect((await sources()).status).toBe(200)
  expect(await writing).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect((await fetch(`${platform.baseUrl}/healthz`)).status).toBe(200)
  await becomes(503)
  other.exec('COMMIT')
  other.close()
  await expectWhole()
}, 60_000)

it('a chunk index that is deleted under the platform is made anew, and takes what comes', async () => {
  for (const name of ['chunks.db', 'chunks.db-wal', 'chunks.db-shm']) rmSync(join(dataDir, name), { force: true })
  await expectWhole()
  const found = async () => (await client.call('GET', '/api/search?q=lamp')).body.items.length
  await expect.poll(found, { timeout: 15_000 }).toBeGreaterThan(0)
}, 60_000)
