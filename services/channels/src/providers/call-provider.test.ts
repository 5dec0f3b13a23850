import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OutboundHttp, openOutboundHttp } from '@frontdesk/outbound-http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callProvider, fetchBytes } from './call-provider.ts'

let server: Server
let http: OutboundHttp
let headers: Record<string, string>
let url: string

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.sendDate = false
    response.writeHead(429, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  http = openOutboundHttp({ allow: ['127.0.0.1/32'] })
})
afterAll(async () => {
  await http.close()
  await new Promise((resolve) => server.close(resolve))
})

const { signal } = new AbortController()
const waitMs = async (given: Record<string, string>) => {
  headers = given
  return (await callProvider({ url, method: 'GET', headers: {} }, http, signal)).retryAfterMs
}

it.each<[string, Record<string, string>, number | undefined]>([
  ['seconds', { 'retry-after': '7' }, 7_000],
  [
    'a time, by the provider’s clock',
    { 'retry-after': 'Fri, 01 May 2099 10:00:40 GMT', date: 'Fri, 01 May 2099 10:00:00 GMT' },
    40_000,
  ],
  ['a time that is over', { 'retry-after': 'Fri, 01 May 2020 10:00:00 GMT' }, 0],
  ['no time', { 'retry-after': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('a provider may say when to come back: %s', async (_what, given, ms) => {
  expect(await waitMs(given)).toBe(ms)
  await expect(fetchBytes({ url, headers: {} }, http, { maxBytes: 100, signal })).rejects.toMatchObject({
    outcome: 'again',
    retryAfterMs: ms,
  })
})

it('a time is from now where the provider tells no time of its own', async () => {
  const ms = await waitMs({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })
  expect(ms).toBeGreaterThan(3_500_000)
  expect(ms).toBeLessThanOrEqual(3_600_000)
})
