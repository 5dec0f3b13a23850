import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteChunkIndex } from '@frontdesk/chunk-index'
import { collection, type References, readSqliteDocuments, sqliteDocuments } from '@frontdesk/documents'
import { openVault } from '@frontdesk/secrets'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { standIn } from '../testing/stand-in.ts'
import type { Service } from './define.ts'
import { inspectContents } from './inspect-contents.ts'

const things = collection<References>('things-things', [], { refersTo: ({ body }) => body })
const services = [standIn({ name: 'things', collections: { things } })]
const [key, otherKey] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
const space = { tenant: 'acme', generation: 'one', dimensions: 0 }

async function start() {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-contents-'))
  const store = openSqlite(':memory:')
  const blobs = filesystemBlobs(join(dir, 'blobs'))
  const chunkIndex = await sqliteChunkIndex(join(dir, 'chunks.db'))
  onTestFinished(async () => {
    await chunkIndex.close()
    await blobs.close()
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const documents = sqliteDocuments(store)
  const lookAt = (them: Service[], encryptionKey: string | undefined = key) =>
    inspectContents({ documents: readSqliteDocuments(store), blobs, chunkIndex, encryptionKey }, them)
  const look = (encryptionKey?: string) => lookAt(services, encryptionKey)
  return { documents, things: await documents.collection(things), blobs, look, lookAt }
}

test('a blob that a document names and that is missing is a fault with its name', async () => {
  const { things, blobs, look } = await start()
  await things.put('acme', 'one', { blobs: ['text-1', 'text-2'] })
  await blobs.put('acme', 'text-1', Buffer.from('there'))
  await blobs.put('other', 'text-2', Buffer.from('of another tenant'))
  expect((await look()).findings).toMatchObject([
    { level: 'fault', what: '1 blobs that documents refer to are missing: text-2 of things-things one (tenant acme).' },
  ])
  await blobs.put('acme', 'text-2', Buffer.from('there'))
  expect((await look()).findings).toEqual([])
})

test('a secret that the key does not open is a fault, and without any key each is', async () => {
  const { things, look } = await start()
  const sealed = openVault(key, 'things').seal('secret', 'one')
  await things.put('acme', 'one', { secrets: [{ purpose: 'things', owner: 'one', sealed }] })
  expect((await look()).findings).toEqual([])
  const fault = { level: 'fault', what: expect.stringContaining("1 stored secrets can't be decrypted") }
  expect((await look(otherKey)).findings).toMatchObject([fault])
  expect((await look('')).findings).toMatchObject([fault])
})

test('a source whose chunks the index lacks is a fault, unless it is to be indexed again anyway', async () => {
  const { things, look } = await start()
  const chunks = { generation: space.generation, dimensions: 0, contents: [{ contentId: 'cnt_1', chunks: 2 }] }
  await things.put('acme', 'one', { chunks })
  expect((await look()).findings).toMatchObject([
    {
      level: 'fault',
      what: expect.stringMatching(/^1 sources are Ready but have missing chunks .*one \(tenant acme\)/),
    },
  ])
  await things.put('acme', 'one', { chunks: { ...chunks, isEarlierFormat: true } })
  const seen = await look()
  expect(seen.findings).toEqual([])
  expect(seen.pending).toHaveLength(1)
})

const articles = collection<{ isLive: boolean }>('test-articles', [], {
  refersTo: ({ body }) => ({ isSearched: body.isLive }),
})
const records = collection<object>('test-records', [], {
  refersTo: () => ({ chunks: { generation: 'local/2', dimensions: 4, contents: [] } }),
})

test('what is to be found and stands in no index record is a fault; what is not to be found may be absent', async () => {
  const { documents, lookAt } = await start()
  const stored = await documents.collection(articles)
  for (const id of ['src_found', 'src_lost']) await stored.put('acme', id, { isLive: true })
  await stored.put('acme', 'src_new', { isLive: false })
  await (await documents.collection(records)).put('acme', 'src_found', {})
  // The same id, of another tenant.
  await (await documents.collection(records)).put('other', 'src_lost', {})
  const { findings } = await lookAt([standIn({ name: 'test', collections: { records, articles } })])
  expect(findings).toEqual([
    {
      level: 'fault',
      what: expect.stringMatching(/^1 sources .*src_lost \(tenant acme\)\.$/),
      remedy: expect.any(String),
    },
  ])
})
