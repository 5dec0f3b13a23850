import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type Environment, embedded, main, runCommand } from '../../testing/run-command.ts'
import { services } from '../start-platform.ts'
import { collectionsOf } from './installation.ts'

const alone = { ...embedded, ENCRYPTION_KEY: '' }
const [key, otherKey] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
const definition = collectionsOf(services).find(({ refersTo, indexes }) => !refersTo && indexes.length === 0)!

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A data folder with a document, its key and some blobs. */
async function installation({ blobs = 1 } = {}): Promise<string> {
  const dir = temporaryFolder()
  const store = openSqlite(join(dir, 'main.db'))
  await (await sqliteDocuments(store).collection(definition)).put('acme', 'one', { text: 'a document' })
  await store.close()
  writeFileSync(join(dir, 'encryption.key'), `${key}\n`)
  mkdirSync(join(dir, 'blobs', 'acme'), { recursive: true })
  for (let i = 0; i < blobs; i++) writeFileSync(join(dir, 'blobs', 'acme', `blob-${i}`), `content ${i}`)
  return dir
}

type Output = { code: number; output: string }
const frontdesk = async (args: string[], env: Environment): Promise<Output> => {
  const { code, stdout, stderr } = await runCommand(args, { ...alone, ...env })
  return { code, output: stdout + stderr }
}

test('a backup that is told to stop ends with 1 and leaves nothing, and what killed ones left is named', async () => {
  const from = await installation({ blobs: 4_000 })
  const folder = temporaryFolder()
  const args = [main, 'backup', '--to', join(folder, 'backup.tar')]
  const backup = spawn(process.execPath, args, { env: { ...process.env, ...alone, DATA_DIR: from } })
  let said = ''
  backup.stderr.on('data', (text) => {
    said += text
    if (said.includes('snapshot') && !backup.killed) backup.kill('SIGTERM')
  })
  const [code] = await once(backup, 'exit')
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('Stopped by SIGTERM') })
  expect(readdirSync(folder)).toEqual([])

  mkdirSync(join(folder, 'monday.unfinished-1'))
  const { output } = await frontdesk(['backup', '--to', join(folder, 'tuesday')], { DATA_DIR: await installation() })
  expect(output).toContain(`killed or are still running: ${join(folder, 'monday.unfinished-1')}.`)
})

test('a restore refuses two different keys, and what it writes is for its owner alone', async () => {
  const folder = temporaryFolder()
  const [backup, to, keyFile] = ['backup', 'to', 'kept.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  expect(await frontdesk(['backup', '--to', backup], { DATA_DIR: await installation() })).toEqual({
    code: 0,
    output: expect.any(String),
  })
  writeFileSync(keyFile, key)
  const args = ['restore', '--from', backup, '--key', keyFile]
  const refused = await frontdesk(args, { DATA_DIR: to, ENCRYPTION_KEY: otherKey })
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('--key and ENCRYPTION_KEY are different') })

  const before = process.umask(0o022)
  const restored = await frontdesk(args, { DATA_DIR: to }).finally(() => process.umask(before))
  expect(restored).toEqual({ code: 0, output: expect.any(String) })
  expect(readFileSync(join(to, 'encryption.key'), 'utf8').trim()).toBe(key)
  for (const path of ['.', ...readdirSync(to, { recursive: true, encoding: 'utf8' })]) {
    const found = statSync(join(to, path))
    expect([path, found.mode & 0o777]).toEqual([path, found.isDirectory() ? 0o700 : 0o600])
  }
})
