import { systemClock } from '@frontdesk/contracts'
import { migrate, openSqlite } from '@frontdesk/sqlite'
import { expect, it } from 'vitest'
import { event } from '../conformance/backend.ts'
import { partitionOf } from '../port.ts'
import { eventLog } from './event-log.ts'
import { groupLanes } from './lanes.ts'
import { migrations } from './schema.ts'

it('an event that was read from the table before its publisher told of it is handed out once', async () => {
  const store = openSqlite(':memory:')
  migrate(store, 'bus', migrations)
  const log = eventLog(store, systemClock)
  const published = event('event.conformance.thing.happened.v1', 1)
  const { group, position } = await store.write(() => {
    const { number } = log.addGroup('group')
    return { group: number, position: log.append(published, [number]) }
  })
  const lanes = groupLanes(log, group)
  expect(lanes.next()!.ready.shift()!.position).toBe(position)
  lanes.offer(partitionOf(published.key), { position, attempts: 0, dueAt: 0, event: published })
  expect(lanes.next()).toBeUndefined()
})
