import { Registry } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
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
  const { address, close } = await serveHealth(health, { HEALTH_PORT: '0', HOST: '127.0.0.1' })
  closing.push(close)
  expect(address.address).toBe('127.0.0.1')
  await expect(fetch(`http://127.0.0.2:${address.port}/healthz`)).rejects.toThrow()
  expect(await (await fetch(`http://127.0.0.1:${address.port}/healthz`)).json()).toEqual({ status: 'ok' })
  const away = await fetch(`http://127.0.0.1:${address.port}/readyz`)
  expect(away.status).toBe(503)
  expect(await away.json()).toMatchObject({ status: 'not ready' })
})

it('a wrong setting is named', async () => {
  await expect(serveHealth(health, { HEALTH_PORT: 'many' })).rejects.toThrow('HEALTH_PORT')
})
