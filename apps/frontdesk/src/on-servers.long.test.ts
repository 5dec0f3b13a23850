import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformTenant } from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openDocumentsBeside, removeNamespace } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { embedded, runCommand, servers, startQuietly } from '../testing/run-command.ts'
import { collectionsOf } from './backup/installation.ts'
import type { DoctorReport } from './doctor-verdict.ts'
import { services } from './start-platform.ts'

const releases = collection<{ version: string; since: string }>('service-releases')

describe.skipIf(!servers)(`commands on servers${servers ? '' : ' (not run: the servers are not set)'}`, () => {
  let dir = ''
  let namespace = ''
  let env: Record<string, string | undefined> = {}

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'frontdesk-commands-'))
    namespace = `commands${randomUUID().slice(0, 8)}`
    env = { ...servers, FRONTDESK_NAMESPACE: namespace, DATA_DIR: dir }
  })
  afterEach(async () => {
    rmSync(dir, { recursive: true, force: true })
    await removeNamespace(namespace, {
      natsUrl: servers!.NATS_URL,
      mongodbUrl: servers!.MONGODB_URL,
      elasticsearchUrl: servers!.ELASTICSEARCH_URL,
    })
  })

  test('doctor: a running platform has nothing pending but what its tenants have not used yet, and no fault', async () => {
    const report = async (): Promise<DoctorReport & { code: number }> => {
      const { code, stdout } = await runCommand(['doctor', '--json'], { OPENAI_BASE_URL: '', CHAT_MODEL: '', ...env })
      return { ...JSON.parse(stdout), code }
    }
    const partOf = ({ parts }: DoctorReport, name: string) => parts.find(({ dependency }) => dependency === name)!
    // What is not there yet is pending, and no row says so again.
    const before = partOf(await report(), 'MongoDB')
    expect(before.lists[0]!.rows).toEqual([])
    expect(before.pending).toEqual([...new Set(before.pending)])
    const platform = await startQuietly(env)
    try {
      const seen = await report()
      expect(seen).toMatchObject({ code: 0, healthy: true, pending: 0 })
      const groups = partOf(seen, 'NATS').lists.find(({ title }) => title === 'groups')!.rows
      expect(groups.length).toBeGreaterThan(3)
      expect(groups.every(({ reading }) => Number(reading) > 0)).toBe(true)
      expect(partOf(seen, 'MongoDB').lists[0]!.rows.every(({ missing }) => missing === '')).toBe(true)
    } finally {
      await platform.stop()
    }
  })

  test('upgrade --check: a running platform is ready with its versions and its backlog, and a server that is away is not', async () => {
    const check = async (more = {}) => {
      const { code, stdout, stderr } = await runCommand(['upgrade', '--check', '--json'], { ...env, ...more })
      expect(stderr).toBe('')
      return { code, ...JSON.parse(stdout) }
    }
    const empty = await runCommand(['upgrade', '--check'], env)
    expect(empty.code).toBe(1)
    expect(empty.stderr).toContain('There is no installation in the database')
    const platform = await startQuietly(env)
    try {
      const beside = await openDocumentsBeside(env)
      const records = await beside!.documents.collection(releases)
      await records.put(platformTenant, 'chat', { version: '0.0.9', since: '2026-01-01T00:00:00.000Z' })
      await beside!.close()
      const seen = await check()
      expect(seen).toMatchObject({ code: 0, ready: true, changes: [], background: [], blockers: [] })
      expect(seen.writtenBy).toContainEqual({ service: 'chat', version: '0.0.9', since: '2026-01-01T00:00:00.000Z' })
      expect(seen.backlog).toMatchObject({ deadLetters: 0 })
      const versions = Object.fromEntries(seen.stores.map((each: any) => [each.store, each.minVersion]))
      expect(versions).toMatchObject({ NATS: '2.14', Elasticsearch: '9.0' })
      const away = await check({ ELASTICSEARCH_URL: 'http://127.0.0.1:1' })
      expect(away).toMatchObject({ code: 1, ready: false })
      expect(away.blockers[0].what).toContain('Elasticsearch does not answer')
    } finally {
      await platform.stop()
    }
  })

  test('backup and restore: a namespace that nobody has is not backed up, and a restore says that the key is still to be set', async () => {
    const there = { ...env, ENCRYPTION_KEY: '' }
    const wrong = await runCommand(['backup', '--to', join(dir, 'empty')], there)
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining(`FRONTDESK_NAMESPACE (${namespace})`) })

    const from = join(dir, 'from')
    mkdirSync(from)
    const store = openSqlite(join(from, 'main.db'))
    const definition = collectionsOf(services).find(({ refersTo, indexes }) => !refersTo && indexes.length === 0)!
    await (await sqliteDocuments(store).collection(definition)).put('acme', 'one', { text: 'a document' })
    await store.close()
    writeFileSync(join(from, 'encryption.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`)
    const backup = join(dir, 'backup')
    const alone = { ...embedded, ENCRYPTION_KEY: '', DATA_DIR: from }
    expect(await runCommand(['backup', '--to', backup], alone)).toMatchObject({ code: 0 })
    const args = ['restore', '--from', backup, '--key', join(from, 'encryption.key')]
    const { code, stdout, stderr } = await runCommand(args, there)
    expect({ code, output: stdout + stderr }).toEqual({
      code: 0,
      output: expect.stringContaining('Set ENCRYPTION_KEY for gateway'),
    })
  })
})
