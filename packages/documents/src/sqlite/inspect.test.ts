import { openSqlite } from '@frontdesk/sqlite'
import { expect, test } from 'vitest'
import { collection } from '../port.ts'
import { sqliteDocuments } from '../sqlite.ts'
import { inspectSqliteDocuments } from './inspect.ts'

const before = collection('shop-orders', [{ fields: ['number'], unique: true }])
const after = collection('shop-orders', [{ fields: ['createdAt'] }])

test('what the next start makes of a collection and its indexes is pending until it has', async () => {
  const store = openSqlite(':memory:')
  const documents = sqliteDocuments(store)
  expect(inspectSqliteDocuments(store, [before]).pending).toEqual(['collections that do not exist yet: shop-orders'])
  await documents.collection(before)
  expect(inspectSqliteDocuments(store, [before]).pending).toEqual([])
  expect(inspectSqliteDocuments(store, [after]).pending.join()).toMatch(/do not exist yet: 1.*will be removed: 1/)
  await store.close()
})

test('what is written to a new collection is synced to disk, though the making of its table is not', async () => {
  const store = openSqlite(':memory:')
  const documents = sqliteDocuments(store)
  await documents.collection(before)
  expect(store.durability().synchronous).toBe('full')
  await documents.collection(after)
  expect(store.durability().synchronous).toBe('full')
  await store.close()
})
