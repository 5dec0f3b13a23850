import { openSqlite } from '@frontdesk/sqlite'
import { expect, test } from 'vitest'
import { sqliteBus } from '../sqlite.ts'
import { inspectSqliteBus } from './inspect.ts'

const subject = 'event.shop.order.placed.v1'
const consuming = { subjects: [subject], group: 'billing', order: 'key' as const, maxInFlight: 8, leaseMs: 5_000 }
const event = { id: 'a', subject, tenant: 'acme', key: 'a', sequence: 1, headers: {}, bytes: Buffer.from('{}') }

test('migrations are pending before the bus has opened the database, and none after', async () => {
  const store = openSqlite(':memory:')
  expect(inspectSqliteBus(store).pending).toEqual(['migration 1 of the bus'])
  const bus = sqliteBus(store)
  expect(inspectSqliteBus(store)).toMatchObject({ pending: [], findings: [], settings: { 'dead letters': 0 } })
  await bus.close()
  await store.close()
})

test('what waits for a group is counted, and a dead letter is a fault', async () => {
  const store = openSqlite(':memory:')
  const bus = sqliteBus(store)
  await (await bus.consume(consuming, async () => ({ kind: 'done' })))()
  await bus.publish([event])
  expect(inspectSqliteBus(store).lists[0]!.rows).toEqual([{ group: 'billing', subjects: subject, waiting: 1 }])

  const reason = { code: 'internal', message: 'no' }
  const stop = await bus.consume(consuming, async () => ({ kind: 'dead', reason }))
  await expect.poll(() => inspectSqliteBus(store).settings['dead letters']).toBe(1)
  expect(inspectSqliteBus(store).findings).toMatchObject([{ level: 'fault' }])
  await stop()
  await bus.close()
  await store.close()
})
