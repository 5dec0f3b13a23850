import { sqliteDocuments, update } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it } from 'vitest'
import type { DispatcherContext } from './context.ts'
import { numberings, numberOf } from './number-events.ts'

it('outbound events are numbered without a gap, whatever stands between, and the same again has the same number', async () => {
  const store = openSqlite(':memory:')
  const kept = await sqliteDocuments(store).collection(numberings)
  const context = {
    tenant: 'acme',
    collections: { numberings: kept },
    commit: (_: unknown, id: string, decide: Parameters<typeof update>[3]) => update(kept as never, 'acme', id, decide),
  } as unknown as DispatcherContext
  const numbers: number[] = []
  const areNew: boolean[] = []
  const count = async (key: string, sequence: number) => {
    const { number, isNew, keep } = await numberOf({ key, sequence }, context)
    await keep()
    areNew.push(isNew)
    return number
  }
  for (const sequence of [1, 2, 5, 6, 9, 5, 9, 2]) numbers.push(await count('cnv_1', sequence))
  expect(numbers).toEqual([1, 2, 3, 4, 5, 3, 5, 2])
  expect(areNew).toEqual([true, true, true, true, true, false, false, false])
  expect(await count('cnv_2', 1)).toBe(1)
  // What was before it was told to nobody.
  expect(await count('src_1', 3)).toBe(1)
  await store.close()
})
