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
  expect(inspectSqliteDocuments(store, [before]).pending).toEqual(['collection shop-orders is not made yet'])
  await documents.collection(before)
  expect(inspectSqliteDocuments(store, [before]).pending).toEqual([])
  expect(inspectSqliteDocuments(store, [after]).pending.join()).toMatch(/is not made yet.*is not declared any more/)
  await store.close()
})
