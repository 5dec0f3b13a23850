import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { newSecret, signPayload } from './sign-payload.ts'

it('signs as the published Standard Webhooks example', () => {
  const headers = signPayload(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', timestampSeconds: 1614265330 },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with the UTF-8 bytes of the shown secret in the plain form', () => {
  const headers = signPayload({ id: 'evt_1', body: '{"å":"✓"}', timestampSeconds: 1_700_000_000 }, ['whsec_c2VjcmV0'])
  const expected = createHmac('sha256', Buffer.from('whsec_c2VjcmV0', 'utf8'))
    .update('1700000000.{"å":"✓"}', 'utf8')
    .digest('hex')
  expect(headers['x-webhook-signature']).toBe(`t=1700000000,v1=${expected}`)
})

it('signs once with every live secret, in the same order in both forms', () => {
  const payload = { id: 'evt_1', body: '{}', timestampSeconds: 1 }
  const secrets = [newSecret(), newSecret()]
  const both = signPayload(payload, secrets)
  const [first, second] = secrets.map((secret) => signPayload(payload, [secret]))
  expect(both['webhook-signature']).toBe(`${first!['webhook-signature']} ${second!['webhook-signature']}`)
  const plain = (one: Record<string, string>) => one['x-webhook-signature']!.split(',').slice(1)
  expect(plain(both)).toEqual([...plain(first!), ...plain(second!)])
})

it('a secret is new each time and has 24 bytes behind its prefix', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).not.toBe(other)
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
})
