import { Registry } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
import type { Progress } from './log-wait.ts'
import type { Health } from './ports.ts'
import { serveHealth } from './serve-health.ts'

const health: Health = {
  check: async () => ({ ready: false, parts: [{ part: 'documents', ok: false, durationMs: 1 }] }),
  services: () => ['chat'],
  unavailableServices: async () => [],
  registry: new Registry(),
}
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

it('the health port listens where HOST says and nowhere else', async () => {
  const { address, follow, close } = await serveHealth({ HEALTH_PORT: '0', HOST: '127.0.0.1' })
  closing.push(close)
  follow(health)
  expect(address.address).toBe('127.0.0.1')
  await expect(fetch(`http://127.0.0.2:${address.port}/healthz`)).rejects.toThrow()
  expect(await (await fetch(`http://127.0.0.1:${address.port}/healthz`)).json()).toEqual({ status: 'ok' })
  const away = await fetch(`http://127.0.0.1:${address.port}/readyz`)
  expect(away.status).toBe(503)
  expect(await away.json()).toMatchObject({ status: 'not ready' })
})

it('a wrong setting is named', async () => {
  await expect(serveHealth({ HEALTH_PORT: 'many' })).rejects.toThrow('HEALTH_PORT')
})

it('before any store is open the process is alive, and says what it waits for', async () => {
  const progress: Progress = { waitedFor: 'MongoDB' }
  const { address, follow, close } = await serveHealth({ HEALTH_PORT: '0', HOST: '127.0.0.1' }, progress)
  closing.push(close)
  const ask = (path: string) => fetch(`http://127.0.0.1:${address.port}${path}`)
  expect((await ask('/healthz')).status).toBe(200)
  for (const path of ['/readyz', '/startedz', '/metrics']) expect((await ask(path)).status, path).toBe(503)
  expect(await (await ask('/readyz')).json()).toEqual({ status: 'not ready', detail: 'waiting for MongoDB', parts: [] })
  follow(health)
  expect((await ask('/startedz')).status).toBe(200)
  expect((await ask('/metrics')).status).toBe(200)
})

it('before any store is open a client of the API is told to come back, and a page of another origin can read that', async () => {
  const { address, close } = await serveHealth({ HEALTH_PORT: '0', HOST: '127.0.0.1' })
  closing.push(close)
  const at = `http://127.0.0.1:${address.port}/api/conversations`
  const origin = 'https://shop.example'
  const asksFor = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  const preflight = await fetch(at, { method: 'OPTIONS', headers: { origin, ...asksFor } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
  const reply = await fetch(at, { method: 'POST', headers: { origin }, body: '{}' })
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(reply.headers.get('content-type')).toBe('application/problem+json')
  expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
  expect(await reply.json()).toMatchObject({ type: '/problems/unavailable', status: 503, code: 'unavailable' })
  expect((await fetch(at)).headers.get('access-control-allow-origin')).toBeNull()
})
