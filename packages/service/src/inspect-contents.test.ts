import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Service } from './define.ts'
import { inspectContents } from './inspect-contents.ts'
import { openReaders } from './open-readers.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-contents-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const articles = collection<{ isLive: boolean }>('test-articles', [], {
  refersTo: ({ body }) => ({ isSearched: body.isLive }),
})
const records = collection<object>('test-records', [], {
  refersTo: () => ({ chunks: { generation: 'local/2', dimensions: 4, contents: [] } }),
})
const services = [{ collections: { records, articles } }] as unknown as Service[]

test('what is to be found and stands in no index record is a fault; what is not to be found may be absent', async () => {
  const store = openSqlite(join(dir, 'main.db'))
  const documents = sqliteDocuments(store)
  const stored = await documents.collection(articles)
  for (const id of ['src_found', 'src_lost']) await stored.put('acme', id, { isLive: true })
  await stored.put('acme', 'src_new', { isLive: false })
  await (await documents.collection(records)).put('acme', 'src_found', {})
  // The same id, of another tenant.
  await (await documents.collection(records)).put('other', 'src_lost', {})
  await store.close()

  const readers = await openReaders({ DATA_DIR: dir })
  try {
    const { findings } = await inspectContents(readers, services)
    expect(findings).toEqual([
      {
        level: 'fault',
        what: expect.stringMatching(/^1 sources .*src_lost \(tenant acme\)\.$/),
        remedy: expect.any(String),
      },
    ])
  } finally {
    await readers.close()
  }
})
