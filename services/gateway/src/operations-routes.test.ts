import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

it('health, readiness and metrics need no key', async () => {
  expect((await gateway.ask({ url: '/healthz', key: '' })).json()).toEqual({ status: 'ok' })
  const ready = await gateway.ask({ url: '/readyz', key: '' })
  expect(ready.statusCode).toBe(200)
  expect(ready.json().status).toBe('ready')
})

it('readiness fails when one part can not work, and says which without saying why', async () => {
  const { ports } = gateway
  const check = ports.models.check
  ports.models.check = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7')
  }
  const reply = await gateway.ask({ url: '/readyz', key: '' })
  ports.models.check = check
  expect(reply.statusCode).toBe(503)
  const parts: { part: string; ok: boolean }[] = reply.json().parts
  expect(parts.filter(({ ok }) => !ok).map(({ part }) => part)).toEqual(['models'])
  expect(reply.body).not.toContain('10.0.0.7')
})

it('metrics count requests by route, not by id, and tell the delay of the event loop', async () => {
  await gateway.ask({ url: '/api/policies/pol_of_one_customer' })
  const { body, headers } = await gateway.ask({ url: '/metrics', key: '' })
  expect(headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(body).toContain(
    'frontdesk_http_request_duration_seconds_count{method="GET",route="/api/policies/:policyId",status="503"} 1',
  )
  expect(body).not.toContain('pol_of_one_customer')
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
})
