import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Environment, embedded, runCommand, startQuietly } from '../testing/run-command.ts'
import type { DoctorReport } from './doctor-verdict.ts'

let dir = ''

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-doctor-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function doctor(env: Environment, ...args: string[]): Promise<{ code: number; output: string }> {
  const all = { OPENAI_BASE_URL: '', CHAT_MODEL: '', DATA_DIR: dir, ...env }
  const { code, stdout, stderr } = await runCommand(['doctor', ...args], all)
  return { code, output: stdout + stderr }
}
async function report(env: Environment): Promise<DoctorReport & { code: number }> {
  const { code, output } = await doctor(env, '--json')
  return { ...JSON.parse(output), code }
}
const start = (env: Environment) => startQuietly({ DATA_DIR: dir, ...env })
const partOf = ({ parts }: DoctorReport, name: string) => parts.find(({ dependency }) => dependency === name)

test('before the first start everything is pending and nothing is wrong, and nothing is made by looking', async () => {
  const [shown, { code, healthy, pending, parts }] = await Promise.all([doctor(embedded), report(embedded)])
  expect({ code, healthy }).toEqual({ code: 0, healthy: true })
  expect(pending).toBeGreaterThan(0)
  expect(parts.map(({ dependency }) => dependency)).toContain('models')
  expect(shown.output).toContain('healthy')
})

test('a data folder is read beside the platform that has it, which goes on, and opened as it would be when nobody has', async () => {
  const platform = await start(embedded)
  const beside = await report(embedded)
  // The platform goes on, with its folder to itself.
  expect((await fetch(`http://127.0.0.1:${platform.port}/readyz`)).status).toBe(200)
  await expect(start(embedded)).rejects.toThrow('in use')
  await platform.stop()
  const alone = await report(embedded)
  for (const seen of [beside, alone]) {
    expect(seen).toMatchObject({ code: 0, healthy: true, pending: 0 })
    expect(partOf(seen, 'documents')!.lists[0]!.rows.length).toBeGreaterThan(10)
    expect(partOf(seen, 'bus')!.lists[0]!.rows.length).toBeGreaterThan(3)
    expect(partOf(seen, 'data folder')!.settings.journal_mode).toBe('wal')
  }
  expect(partOf(beside, 'data folder')!.settings['in use']).toMatch(/^yes/)
  expect(partOf(alone, 'data folder')!.settings).toMatchObject({
    synchronous: 'full',
    'in use': expect.stringMatching(/^no/),
  })
})

test('servers that are away are faults, each with what to do, and the end is 1', async () => {
  const away = {
    NATS_URL: 'nats://127.0.0.1:1',
    MONGODB_URL: 'mongodb://127.0.0.1:1',
    ELASTICSEARCH_URL: 'http://127.0.0.1:1',
  }
  const [{ code, output }, { parts, faults }] = await Promise.all([doctor(away), report(away)])
  expect(code).toBe(1)
  for (const name of ['NATS', 'MongoDB', 'Elasticsearch']) expect(output).toContain(`${name} does not answer`)
  expect(output.match(/→/g)!.length).toBeGreaterThanOrEqual(3)
  expect(faults).toBe(3)
  const found = parts.flatMap(({ findings }) => findings).filter(({ level }) => level === 'fault')
  expect(new Set(found.map(({ what }) => what)).size).toBe(3)
  expect(found.map(({ what }) => what.split(' ')[0]).sort()).toEqual(['Elasticsearch', 'MongoDB', 'NATS'])
  const names = parts.map(({ dependency }) => dependency)
  expect(names).toEqual([...new Set(names)])
})

test('a wrong setting is named instead of a report', async () => {
  const { code, output } = await doctor({ ...embedded, NATS_REPLICAS: 'many' })
  expect(code).toBe(1)
  expect(output).toContain('NATS_REPLICAS')
})

test('ends though a server lets it wait for longer than it asks: the connection that is left over does not keep it', async () => {
  const open: Socket[] = []
  const info = {
    server_id: 'slow',
    version: '2.14.0',
    proto: 1,
    max_payload: 1_048_576,
    headers: true,
    jetstream: true,
  }
  const server = createServer((socket) => {
    open.push(socket.on('error', () => {}))
    setTimeout(() => socket.write(`INFO ${JSON.stringify(info)}\r\n`), 2_500)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const { code, output } = await doctor({ ...embedded, NATS_URL: `nats://127.0.0.1:${port}` })
    expect(output).toContain('NATS does not answer')
    expect(code).toBe(1)
    expect(open.length).toBeGreaterThan(1)
  } finally {
    for (const socket of open) socket.destroy()
    server.close()
  }
})
