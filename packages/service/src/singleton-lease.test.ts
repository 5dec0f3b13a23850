import { sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'
import { afterAll, expect, it } from 'vitest'
import { holdSingletonLease, type SingletonLease } from './singleton-lease.ts'

const store = openSqlite(':memory:')
const documents = sqliteDocuments(store)
const held: SingletonLease[] = []
afterAll(async () => {
  for (const lease of held) await lease.release()
  await store.close()
})

it('one process has the lease at a time; another claims it after a release or a crash', async () => {
  let time = 1_000_000
  const hold = async () => {
    const lease = await holdSingletonLease(documents, 'counting', () => time)
    held.push(lease)
    return lease
  }
  const [first, second, third] = [await hold(), await hold(), await hold()]
  const owners = () => [first, second, third].map((lease) => lease.isOurs())
  expect(owners()).toEqual([true, false, false])

  time += 20_000
  await Promise.all([first.renew(), second.renew()])
  expect(owners()).toEqual([true, false, false])

  await first.release()
  await second.renew()
  await third.renew()
  expect(owners()).toEqual([false, true, false])

  // The second one dies: it renews no more.
  time += 29_999
  await third.renew()
  expect(owners()).toEqual([false, true, false])
  time += 1
  expect(owners()).toEqual([false, false, false])
  await third.renew()
  expect(owners()).toEqual([false, false, true])
})
