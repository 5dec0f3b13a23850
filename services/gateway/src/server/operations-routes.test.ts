import { ServiceError } from '@frontdesk/contracts'
import { expect, it, vi } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'

const gateway = useGateway(() => ({}), { shared: true })

it('health, readiness and metrics need no key', async () => {
  expect((await gateway.ask({ url: '/healthz', key: '' })).json()).toEqual({ status: 'ok' })
  const ready = await gateway.ask({ url: '/readyz', key: '' })
  expect(ready.statusCode).toBe(200)
  expect(ready.json().status).toBe('ready')
})

/** Readiness once it has another status: what a part said is known for a second. */
const readinessOnce = (status: number) =>
  vi.waitFor(
    async () => {
      const reply = await gateway.ask({ url: '/readyz', key: '' })
      expect(reply.statusCode).toBe(status)
      return reply
    },
    { timeout: 30_000, interval: 50 },
  )

it('readiness fails when one part can not work, and says which; why only when a store takes no writes', async () => {
  const { models, blobs } = gateway.ports
  const checks = [models.check, blobs.check] as const
  models.check = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7')
  }
  blobs.check = async () => {
    throw new ServiceError('unavailable', { storage: 'disk_full', cause: new Error('ENOSPC in /srv/secret') })
  }
  const reply = await readinessOnce(503)
  ;[models.check, blobs.check] = checks
  const parts: { part: string; ok: boolean }[] = reply.json().parts
  expect(parts.filter(({ ok }) => !ok)).toEqual([
    { part: 'blobs', ok: false, durationMs: expect.any(Number), detail: expect.stringContaining('disk is full') },
    { part: 'models', ok: false, durationMs: expect.any(Number) },
  ])
  expect(reply.body).not.toMatch(/10\.0\.0\.7|secret/)
  await readinessOnce(200)
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

it('the root says where everything is, as JSON and as a page, without a key', async () => {
  const json = await gateway.ask({ url: '/', key: '' })
  expect(json.json()).toMatchObject({
    name: 'Frontdesk',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    documentation: '/docs',
    openapi: '/openapi.json',
    health: { alive: '/healthz', ready: '/readyz' },
  })
  const page = await gateway.ask({ url: '/', key: '', headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(page.headers['content-type']).toContain('text/html')
  const links = [...page.body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
  expect(links).toContain('/docs')
  for (const url of links) expect((await gateway.ask({ url, key: '' })).statusCode, url).toBeLessThan(400)
})

it('a service that nobody runs is named by readiness, which the gateway keeps, and by the reply that needed it', async () => {
  const ready = await gateway.ask({ url: '/readyz', key: '' })
  expect(ready.statusCode).toBe(200)
  const services: { service: string; ok: boolean }[] = ready.json().services
  expect(services).toContainEqual({ service: 'gateway', ok: true })
  expect(services).toContainEqual({ service: 'copilot', ok: false })
  const body = { action: 'summarize', conversationId: 'cnv_1' }
  const reply = await gateway.ask({ method: 'POST', url: '/api/copilot', body })
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('copilot is not running') })
})
