import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messageIdOf, startTestOutbound, type TestOutbound } from '../../testing/start-test-outbound.ts'
import { resumeLanes } from './run-lanes.ts'

let test: TestOutbound
beforeEach(async () => {
  test = await startTestOutbound()
})
afterEach(() => test.stop())

it('what a clock that was set back put off is found behind any number of messages that wait longer', async () => {
  await test.queue('sms')
  const { outbound } = test.context.collections
  const id = messageIdOf(1)
  const heldUp = (await outbound.get('acme', id))!.body
  const hour = 3_600_000
  const later = new Date(test.time.now + 2 * hour).toISOString()
  await outbound.put('acme', id, { ...heldUp, at: later, dueAt: test.time.now + 2 * hour })
  const waiting = Array.from({ length: 1_201 }, (_, n) => n)
  for (const n of waiting) {
    const lane = `cnv_${n}`
    const body = { ...heldUp, conversationId: lane, lane, dueAt: test.time.now + 20 * hour + n }
    await outbound.put('acme', `msg_${n}`, body)
  }
  const detached = vi.spyOn(test.context, 'forTenant')
  // One sweep reads some of them, and the next ones go on.
  for (let sweep = 0; sweep < 3; sweep++) await resumeLanes(test.context)
  expect(detached.mock.calls.map(([tenant]) => tenant)).toEqual(['acme'])
  const find = vi.spyOn(outbound, 'findAcrossTenants')
  await resumeLanes(test.context)
  expect(find, 'nothing is looked through again so soon').toHaveBeenCalledTimes(1)
})
