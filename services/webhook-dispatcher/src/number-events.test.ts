import { sqliteDocuments, update } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it } from 'vitest'
import type { DispatcherContext } from './context.ts'
import { numberings, numberOf } from './number-events.ts'

it('outbound events are numbered without a gap, whatever stands between, and the same again has the same number', async () => {
  const store = openSqlite(':memory:')
  const kept = await sqliteDocuments(store).collection(numberings)
  const context = {
    collections: { numberings: kept },
    commit: (_: unknown, id: string, decide: Parameters<typeof update>[3]) => update(kept as never, 'acme', id, decide),
  } as unknown as DispatcherContext
  const numbers: number[] = []
  for (const sequence of [1, 2, 5, 6, 9, 5, 9, 2]) numbers.push(await numberOf({ key: 'cnv_1', sequence }, context))
  expect(numbers).toEqual([1, 2, 3, 4, 5, 3, 5, 2])
  expect(await numberOf({ key: 'cnv_2', sequence: 1 }, context)).toBe(1)
  await store.close()
})
