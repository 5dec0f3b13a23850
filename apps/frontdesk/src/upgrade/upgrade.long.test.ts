import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformTenant, version } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { openLog, openPorts } from '@frontdesk/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Environment, embedded, runCommand, startQuietly } from '../../testing/run-command.ts'

const releases = collection<{ version: string; since: string }>('service-releases')
const log = openLog({ level: 'silent', terminal: false })
let dir = ''

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-upgrade-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const upgrade = (env: Environment, ...args: string[]) =>
  runCommand(['upgrade', '--check', ...args], { DATA_DIR: dir, ...env })
async function check(env: Environment) {
  const { code, stdout, stderr } = await upgrade(env, '--json')
  expect(stderr).toBe('')
  return { code, ...JSON.parse(stdout) }
}
const start = (env: Environment) => startQuietly({ DATA_DIR: dir, ...env })

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
