import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSyncToDisk } from './sync-to-disk.ts'

/** What NATS 2.15.2 answers on /varz, cut to the part that is read. */
const byDefault = {
  jetstream: { config: { store_dir: '/data/jetstream', sync_interval: 120_000_000_000, strict: true } },
}
const always = { jetstream: { config: { sync_interval: 120_000_000_000, sync_always: true, strict: true } } }

let server: Server
let reply: unknown
let url = ''
beforeEach(async () => {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/varz' ? 200 : 404).end(JSON.stringify(reply))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => void server.close())

test('the interval of a server is read in seconds, and always is always', async () => {
  reply = byDefault
  expect(await readSyncToDisk(url)).toEqual({ kind: 'every', seconds: 120 })
  reply = always
  expect(await readSyncToDisk(`${url}/`)).toEqual({ kind: 'always' })
})

test('what is not told is unknown, with the reason', async () => {
  expect(await readSyncToDisk(undefined)).toEqual({ kind: 'unknown', reason: 'NATS_MONITORING_URL is not set' })
  expect(await readSyncToDisk('http://127.0.0.1:1')).toMatchObject({ kind: 'unknown' })
  reply = { hello: 'world' }
  expect(await readSyncToDisk(url)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('as NATS does') })
})
