import { expect, test } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { openMailer } from '../people/open-mailer.ts'
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

test('a mail server that is away is an outage, one that knows no such recipient is not', async () => {
  const server = await startMailServer()
  const { send } = openMailer({ SMTP_URL: server.url, MAIL_FROM: 'a@example.com', PUBLIC_URL: 'https://a.example' })!
  await expect(send({ to: 'nobody@example.com', subject: 'a', text: 'b' })).rejects.not.toHaveProperty('isOutage')
  await server.stop()
  await expect(send({ to: 'ada@example.com', subject: 'a', text: 'b' })).rejects.toMatchObject({ isOutage: true })
})
