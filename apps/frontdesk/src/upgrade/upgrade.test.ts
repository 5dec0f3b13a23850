import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { platformTenant, version } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { openDocumentsBeside, openLog, openPorts, removeNamespace } from '@frontdesk/service'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPlatform } from '../start-platform.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } = process.env
const embedded = { NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' }
const releases = collection<{ version: string; since: string }>('service-releases')
const log = openLog({ level: 'silent', terminal: false })
let dir = ''

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-upgrade-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

type Environment = Record<string, string | undefined>

/** The command as a process of its own: that it reads beside another one is the point. */
function upgrade(env: Environment, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const all = { ...process.env, DATA_DIR: dir, ...env } as NodeJS.ProcessEnv
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'upgrade', '--check', ...args], { env: all }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
async function check(env: Environment) {
  const { code, stdout, stderr } = await upgrade(env, '--json')
  expect(stderr).toBe('')
  return { code, ...JSON.parse(stdout) }
}
const start = (env: Environment) =>
  startPlatform({
    env: { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dir, ENCRYPTION_KEY: 'a key for tests', ...env },
    log,
  })

test('a folder of the same release is ready, beside a running platform and without one, and names who wrote it', async () => {
  const platform = await start(embedded)
  const beside = await check(embedded)
  await platform.stop()
  const alone = await check(embedded)
  for (const seen of [beside, alone]) {
    expect(seen).toMatchObject({
      code: 0,
      ready: true,
      release: version,
      canRunBeside: true,
      changes: [],
      background: [],
    })
    expect(seen.writtenBy).toContainEqual({ service: 'gateway', version, since: expect.any(String) })
    expect(seen.space.freeBytes).toBeGreaterThan(0)
  }
  const { stdout } = await upgrade(embedded)
  expect(stdout).toContain(`on what was written by ${version}, since `)
  expect(stdout.split('\n').length).toBeLessThan(60)
})

test('data of a newer release, and a restore that was cut off, have to be mended first', async () => {
  const platform = await start(embedded)
  await platform.stop()
  const { ports, close } = await openPorts({ ...embedded, DATA_DIR: dir }, log)
  const newer = { version: '99.1.0', since: new Date().toISOString() }
  await (await ports.documents.collection(releases)).put(platformTenant, 'chat', newer)
  await close()
  writeFileSync(join(dir, 'restore.unfinished'), 'now\n')
  const seen = await check(embedded)
  expect(seen).toMatchObject({ code: 1, ready: false, canRunBeside: false })
  expect(seen.blockers.map(({ what }: { what: string }) => what)).toEqual([
    expect.stringMatching(/Release 99\.1\.0 wrote this data \(chat\)/),
    expect.stringContaining('is not finished'),
  ])
  expect((await upgrade(embedded)).stdout).toMatch(/Fix first[\s\S]*99\.1\.0[\s\S]*not ready/)
})

test('without an installation, and without --check, the command says so and does nothing', async () => {
  const nothing = await upgrade(embedded)
  expect(nothing.code).toBe(1)
  expect(nothing.stderr).toContain('There is no installation')
})

const reason = NATS_URL && MONGODB_URL && ELASTICSEARCH_URL ? '' : ' (not run: the servers are not set)'
describe.skipIf(reason !== '')(`on servers${reason}`, () => {
  const namespace = `upgrade${randomUUID().slice(0, 8)}`
  const env = { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL, FRONTDESK_NAMESPACE: namespace }

  test('a running platform is ready with its versions and its backlog, and a server that is away is not', async () => {
    const empty = await upgrade(env)
    expect(empty.code).toBe(1)
    expect(empty.stderr).toContain('There is no installation in the database')
    const platform = await start(env)
    try {
      const beside = await openDocumentsBeside(env)
      const records = await beside!.documents.collection(releases)
      await records.put(platformTenant, 'chat', { version: '0.0.9', since: '2026-01-01T00:00:00.000Z' })
      await beside!.close()
      const seen = await check(env)
      expect(seen).toMatchObject({ code: 0, ready: true, changes: [], background: [], blockers: [] })
      expect(seen.writtenBy).toContainEqual({ service: 'chat', version: '0.0.9', since: '2026-01-01T00:00:00.000Z' })
      expect(seen.backlog).toMatchObject({ deadLetters: 0 })
      const versions = Object.fromEntries(seen.stores.map((each: any) => [each.store, each.minVersion]))
      expect(versions).toMatchObject({ NATS: '2.14', Elasticsearch: '9.0' })
      const away = await check({ ...env, ELASTICSEARCH_URL: 'http://127.0.0.1:1' })
      expect(away).toMatchObject({ code: 1, ready: false })
      expect(away.blockers[0].what).toContain('Elasticsearch does not answer')
    } finally {
      await platform.stop()
      await removeNamespace(namespace, {
        natsUrl: NATS_URL!,
        mongodbUrl: MONGODB_URL!,
        elasticsearchUrl: ELASTICSEARCH_URL!,
      })
    }
  }, 240_000)
})
