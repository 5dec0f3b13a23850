import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './start-test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway({ env: { RATE_LIMIT_PER_MINUTE: '3' } })
})
afterEach(() => gateway.stop())

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
