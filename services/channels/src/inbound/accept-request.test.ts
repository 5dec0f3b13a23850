import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestChannels } from '../../testing/start-test-channels.ts'

const signingKey = 'a signing key'
let channels: Awaited<ReturnType<typeof startTestChannels>>
beforeEach(async () => {
  channels = await startTestChannels()
  const channel = { kind: 'email', provider: 'mailgun', address: 'support@example.com' }
  await channels.create(channel, { signingKey })
})
afterEach(() => channels.stop())

/** Mailgun signs the time and a token, and nothing of the mail. */
const at = Math.floor(Date.now() / 1_000)
function mail(text: string, token = 't'.repeat(50), channelId?: string) {
  const signature = createHmac('sha256', signingKey).update(`${at}${token}`).digest('hex')
  const fields = {
    ...{ recipient: 'support@example.com', sender: 'anna@example.org', from: 'Anna <anna@example.org>', subject: 'Hi' },
    ...{ 'body-plain': text, 'message-headers': JSON.stringify([['Message-Id', `<${text}@example.org>`]]) },
    ...{ timestamp: String(at), token, signature },
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return channels.receive(`/api/webhooks/email${channelId ? `/${channelId}` : ''}`, {
    headers,
    body: new URLSearchParams(fields).toString(),
  })
}

it('a token that was used takes in nothing else; the same request again is taken and does nothing', async () => {
  expect((await mail('First')).status).toBe(200)
  expect((await mail('Forged')).status).toBe(401)
  expect((await mail('First')).status).toBe(200)
  expect((await mail('Second', 's'.repeat(50))).status).toBe(200)
  await vi.waitFor(() => expect(channels.taken.map(({ message }) => message).sort()).toEqual(['First', 'Second']))
  const counted = await channels.context().health.registry.metrics()
  expect(counted).toMatch(/verdict="replayed"\} 1$/m)
  expect(counted).toMatch(/verdict="seen_before"\} 1$/m)
})

it('many at once with one token: one of them is taken in', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => mail(`Text ${n}`)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  await vi.waitFor(() => expect(channels.taken).toHaveLength(1))
  expect(await channels.context().collections.requests.count('acme')).toBe(1)
})

it.each(['acme', 'other'])(
  'a token that was used at one channel takes in nothing else at one of %s',
  async (tenant) => {
    const sales = { kind: 'email', provider: 'mailgun', address: 'sales@example.com' }
    const { id } = await channels.create(sales, { signingKey }, tenant)
    expect((await mail('First')).status).toBe(200)
    expect((await mail('Forged', undefined, id)).status).toBe(401)
    // What Mailgun itself says to both: a mail for two addresses, an event of a domain.
    expect((await mail('First', undefined, id)).status).toBe(200)
    expect((await mail('Second', 's'.repeat(50), id)).status).toBe(200)
    await vi.waitFor(() =>
      expect(channels.taken.map(({ message }) => message).sort()).toEqual(['First', 'First', 'Second']),
    )
  },
)
