import { expect, test } from 'vitest'
import { handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { scheduleDigest } from './mail-digests.ts'

const hour = 3_600_000
/** A Wednesday. */
const clock = handClock(Date.parse('2026-01-07T12:00:00Z'))
const gateway = useGateway(() => ({ clock, sweeps: false }))

test('a digest that waits stays due when the preferences are saved again, and nobody holds it', async () => {
  const context = gateway.context.forTenant('acme')
  const { digests } = context.collections
  const read = async () => (await digests.get('acme', 'agt_1'))!.body
  await scheduleDigest('agt_1', { digest: { timeZone: 'UTC' } }, context)
  const { dueAt } = await read()
  expect(new Date(dueAt!).getUTCDay()).toBe(1)

  // Quiet hours keep it until later that day.
  clock.advance(dueAt! - clock.now() + hour)
  const waits = clock.now() + 3 * hour
  const claim = { until: clock.now() + hour, by: 'another' } as never
  await context.commit(digests, 'agt_1', (current) => ({ body: { ...current!.body, dueAt: waits, claim } }))
  await scheduleDigest('agt_1', { digest: { timeZone: 'Europe/Helsinki' } }, context)
  const { dueAt: still, ...rest } = await read()
  expect(still).toBe(waits)
  expect(rest).not.toHaveProperty('claim')
})
