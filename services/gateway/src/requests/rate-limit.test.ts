import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bootstrapKey, handClock, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { rateLimitInSlices } from './rate-limit.ts'

const gateway = useGateway(() => ({ env: { RATE_LIMIT_PER_MINUTE: '3' } }))

it('headers say the rule and what is left', async () => {
  const remaining = []
  for (let i = 0; i < 3; i++) {
    const { headers } = await gateway.ask({ url: '/api/api-keys' })
    expect(headers['ratelimit-policy']).toBe('"default";q=3;w=60')
    expect(headers.ratelimit).toMatch(/^"default";r=\d+;t=\d+$/)
    remaining.push(String(headers.ratelimit).match(/r=(\d+)/)![1])
  }
  expect(remaining).toEqual(['2', '1', '0'])
})

it('above the limit a request is 429 and says when to come back; another key has its own quota', async () => {
  const made = await gateway.ask({ method: 'POST', url: '/api/api-keys', body: { name: 'b', scopes: ['settings'] } })
  for (let i = 0; i < 2; i++) await gateway.ask({ url: '/api/api-keys' })
  const reply = await gateway.ask({ url: '/api/api-keys' })
  expect(reply.statusCode).toBe(429)
  expect(reply.json()).toMatchObject({ code: 'rate_limited', title: 'Rate limit exceeded' })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await gateway.ask({ url: '/api/api-keys', key: made.json().key })).statusCode).toBe(200)
})

it('on the stream the 429 reply is itself an event stream with one error event', async () => {
  for (let i = 0; i < 3; i++) await gateway.ask({ url: '/api/api-keys' })
  const reply = await gateway.ask({ method: 'POST', url: '/api/chat/stream', body: { message: 'hi' } })
  expect(reply.statusCode).toBe(429)
  expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(reply.headers['retry-after']).toBeDefined()
  expect(reply.body).toBe(
    'event: error\nid: 0\ndata: {"type":"error","message":"Rate limit exceeded","code":"rate_limited"}\n\n',
  )
})

it('what needs no key has no limit', async () => {
  for (let i = 0; i < 10; i++) expect((await gateway.ask({ url: '/healthz', key: '' })).statusCode).toBe(200)
})

it('what one gateway let in counts at the other, and a new minute begins for both', async () => {
  const clock = handClock()
  const timed = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '4' }, clock })
  const statusAt = async (app: TestGateway['app']) =>
    (await app.inject({ url: '/api/api-keys', headers: { 'x-api-key': bootstrapKey } })).statusCode
  const statuses = []
  for (const app of [timed.app, timed.other, timed.app, timed.other, timed.app, timed.other])
    statuses.push(await statusAt(app))
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  clock.advance(60_000)
  expect([await statusAt(timed.other), await statusAt(timed.app)]).toEqual([200, 200])
  await timed.stop()
})

it('however requests fall on gateways, none exceeds the quota, and at most a slice each is left unused', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 150, maxLength: 300 }),
      fc.boolean(),
      async (limit, visits, atOnce) => {
        const gateways = [0, 1, 2].map(() => rateLimitInSlices(limit, gateway.context))
        const caller = { tenant: 'default', keyId: `key-${run++}` }
        const asking = visits.map((i) => () => gateways[i]!.take(caller))
        const quotas = []
        if (atOnce) quotas.push(...(await Promise.all(asking.map((ask) => ask()))))
        else for (const ask of asking) quotas.push(await ask())
        const allowed = quotas.filter(({ isAllowed }) => isAllowed).length
        expect(allowed).toBeLessThanOrEqual(limit)
        expect(allowed).toBeGreaterThanOrEqual(limit - 2 * Math.ceil(limit / 20))
      },
    ),
    { numRuns: runs(40) },
  )
})

it('an unspent slice of the last minute is worth nothing in the next', async () => {
  const clock = handClock()
  const context = { ...gateway.context, clock }
  const [a, b] = [rateLimitInSlices(40, context), rateLimitInSlices(40, context)]
  const caller = { tenant: 'default', keyId: 'key-of-two-minutes' }
  await a.take(caller)
  clock.advance(60_000)
  const allowed = []
  for (let i = 0; i < 60; i++) allowed.push((await b.take(caller)).isAllowed)
  expect(allowed.filter(Boolean)).toHaveLength(40)
  expect((await a.take(caller)).isAllowed).toBe(false)
})

it('a clock that is set back locks nobody out, at the gateway that counted and at another one', async () => {
  const clock = handClock()
  const timed = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '2' }, clock })
  const statusAt = async (app: TestGateway['app']) =>
    (await app.inject({ url: '/api/api-keys', headers: { 'x-api-key': bootstrapKey } })).statusCode
  for (const status of [200, 200, 429]) expect(await statusAt(timed.app)).toBe(status)
  clock.advance(-24 * 3_600_000)
  expect(await statusAt(timed.other)).toBe(200)
  expect(await statusAt(timed.app)).toBe(200)
  expect(await statusAt(timed.app)).toBe(429)
  await timed.stop()
})
