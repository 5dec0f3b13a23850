import { sqliteDocuments, update } from '@frontdesk/documents'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DispatcherContext } from '../context.ts'
import { type DeliveryDocument, deliveries } from '../deliveries/delivery-document.ts'
import { numberOf } from './number-events.ts'
import { numberings } from './numbering-document.ts'

let store: SqliteStore
let context: DispatcherContext
beforeEach(async () => {
  store = openSqlite(':memory:')
  const documents = sqliteDocuments(store)
  context = {
    tenant: 'acme',
    collections: {
      numberings: await documents.collection(numberings),
      deliveries: await documents.collection(deliveries),
    },
    commit: (kept: never, id: string, decide: Parameters<typeof update>[3]) => update(kept, 'acme', id, decide),
  } as unknown as DispatcherContext
})
afterEach(() => store.close())

/** The event of a key at that place: of its number, and whether that was given to it now. */
async function count(key: string, sequence: number, id = `evt_${key}_${sequence}`) {
  const { number, isNew, keep } = await numberOf({ id, key, sequence }, context)
  await keep()
  return [number, isNew]
}
const countAll = async (...sequences: number[]) => {
  const counted = []
  for (const sequence of sequences) counted.push(await count('cnv_1', sequence))
  return counted
}

it('outbound events are numbered without a gap, whatever stands between, and the same again has the same number', async () => {
  expect(await countAll(1, 2, 5, 6, 9)).toEqual([1, 2, 3, 4, 5].map((number) => [number, true]))
  expect(await countAll(5, 9, 2)).toEqual([3, 5, 2].map((number) => [number, false]))
  expect(await count('cnv_2', 1)).toEqual([1, true])
  // What was before it was told to nobody.
  expect(await count('src_1', 3)).toEqual([1, true])
})

it('one that comes for the first time after later ones has a number of its own, the next', async () => {
  expect(await countAll(1, 3, 4, 5, 2, 6)).toEqual([1, 2, 3, 4, 5, 6].map((number) => [number, true]))
  expect(await countAll(2, 5, 6)).toEqual([5, 4, 6].map((number) => [number, false]))
  // Its document was made again, and counts from 1 again.
  expect(await count('cnv_1', 1, 'evt_other')).toEqual([7, true])
})

it('one that comes again after very many has the number that it stands under in the ledger', async () => {
  await countAll(1, 2)
  const event = { id: 'evt_cnv_1_2', type: 'message.sent', key: 'cnv_1', sequence: 2 }
  await context.collections.deliveries.put('acme', 'dlv_1', { event } as DeliveryDocument)
  await countAll(...Array.from({ length: 200 }, (_, i) => 3 + i))
  expect(await countAll(2)).toEqual([[2, false]])
  expect(await countAll(203)).toEqual([[203, true]])
})
