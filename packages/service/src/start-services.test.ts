import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { owner, ServiceError } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineService, type Service } from './define.ts'
import { openLog } from './log.ts'
import { startServices } from './start-services.ts'

const log = openLog({ level: 'silent', terminal: false })
let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'start-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

/** A service whose start does this. */
const starting = (start: () => Promise<void>): Service =>
  defineService({
    contracts: owner('slow', { queries: {}, streams: {}, events: {} }),
    config: z.object({}),
    uses: [],
    collections: {},
    asks: [],
    handlers: {},
    async start() {
      await start()
      return { close: async () => {} }
    },
  })
const away = () => new ServiceError('unavailable', { detail: 'It is away.' })

it('patience counts from when a store was first seen away, not from the start of the process', async () => {
  let tries = 0
  const service = starting(async () => {
    tries++
    if (tries > 1) return
    // Longer than the patience, as a store does that is only slow.
    await wait(30)
    throw away()
  })
  const { stop } = await startServices([service], { env: { DATA_DIR: dataDir }, log, patienceMs: 20 })
  await stop()
  expect(tries).toBe(2)
})

it('a store that stays away ends the start', async () => {
  const service = starting(() => Promise.reject(away()))
  const start = startServices([service], { env: { DATA_DIR: dataDir }, log, patienceMs: 20 })
  await expect(start).rejects.toThrow('the start of slow: It is away.')
})

it('the health port answers while a store is slow, and tells what is waited for', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const [begun, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const service = starting(() => {
    begun.resolve()
    return open.promise
  })
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', HEALTH_PORT: String(port) }
  const start = startServices([service], { env, log, probes: true })
  await begun.promise
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect((await ask('/healthz')).status).toBe(200)
  const reply = await ask('/readyz')
  expect(reply.status).toBe(503)
  expect(await reply.json()).toMatchObject({ detail: 'waiting for the start of slow' })
  open.resolve()
  const { stop } = await start
  expect((await ask('/startedz')).status).toBe(200)
  await stop()
  await expect(ask('/healthz')).rejects.toThrow()
})
