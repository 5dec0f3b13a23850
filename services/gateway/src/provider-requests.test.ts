import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import {
  letterboxRead,
  maxRequestBytes,
  platformTenant,
  requestHead,
  requestLetterOwner,
  requestReceive,
} from '@frontdesk/contracts'
import { openLetterbox } from '@frontdesk/secrets'
import { defineService } from '@frontdesk/service'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { handClock, startTestGateway, type TestGateway } from './start-test-gateway.ts'
import { requestBlobPrefix, sweepRequests } from './sweep-requests.ts'

const box = openLetterbox('a key', 'channel')

type Seen = { kind: string; channelId?: string; head: z.output<typeof requestHead>; body: Buffer; isBlob: boolean }

let gateway: TestGateway
let seen: Seen[]
let answer: { status: number; contentType?: string; body?: string }
let clock: ReturnType<typeof handClock>

/** Takes what the gateway passes on, as channels would. */
const receiver = () =>
  defineService({
    name: 'channels',
    config: z.object({}),
    uses: ['blobs'],
    collections: {},
    publishes: {},
    asks: {},
    handles: { letterboxRead, requestReceive },
    handlers: {
      letterboxRead: async () => ({ publicKey: box.publicKey }),
      async requestReceive({ kind, channelId, head, body }, { tenant, blobs }) {
        expect(tenant).toBe(platformTenant)
        const isBlob = 'blobId' in body
        const bytes = isBlob ? await blobs.read(platformTenant, body.blobId) : Buffer.from(body.base64, 'base64')
        const opened = requestHead.parse(JSON.parse(box.open(head, requestLetterOwner)))
        seen.push({ kind, ...(channelId && { channelId }), head: opened, body: Buffer.from(bytes), isBlob })
        return answer
      },
    },
  })

beforeEach(async () => {
  seen = []
  answer = { status: 200 }
  clock = handClock()
  gateway = await startTestGateway({ services: [receiver()], clock, env: { PROVIDER_RATE_LIMIT_PER_MINUTE: '5' } })
})
afterEach(() => gateway.stop())

const send = (url: string, payload?: Buffer | string, headers: Record<string, string> = {}) =>
  gateway.app.inject({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) })

const platformBlobs = async () => (await Array.fromAsync(gateway.ports.blobs.list(platformTenant))).map(({ id }) => id)

it.each([
  ['application/json', '{"a": 1 }'],
  ['multipart/form-data; boundary=b', '--b\r\n\r\nnot a form\r\n'],
  ['message/rfc822', 'From: a\r\n\r\nå'],
  ['', 'no type at all'],
])('a request comes through byte for byte, whatever its type: %s', async (type, text) => {
  const headers = { ...(type && { 'content-type': type }), 'x-signature': 'a', authorization: 'Basic c2VjcmV0' }
  const url = '/api/webhooks/email/chn_1?a=b&c=%C3%A5'
  expect((await send(url, Buffer.from(text), headers)).statusCode).toBe(200)
  expect(seen[0]).toMatchObject({
    kind: 'email',
    channelId: 'chn_1',
    head: { method: 'POST', target: url, headers },
    isBlob: false,
  })
  expect(seen[0]!.body.toString()).toBe(text)
})

it('a large body comes as a blob, which is gone after the verdict, whatever that is', async () => {
  const large = Buffer.alloc(900_000, 'a')
  for (const status of [200, 401]) {
    answer = { status }
    expect((await send('/api/webhooks/email', large)).statusCode).toBe(status)
    expect(seen.pop()).toMatchObject({ isBlob: true, body: large })
    expect(await platformBlobs()).toEqual([])
  }
})

it('what is too large is refused, and leaves nothing', async () => {
  const tooLarge = Buffer.alloc(maxRequestBytes.sms + 1)
  const reply = await send('/api/webhooks/sms', tooLarge)
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'payload_too_large'])
  const unannounced = await gateway.app.inject({
    method: 'POST',
    url: '/api/webhooks/sms',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    payload: Readable.from([tooLarge]),
  })
  expect(unannounced.statusCode).toBe(413)
  expect(seen).toEqual([])
  expect(await platformBlobs()).toEqual([])
})

it('a body that breaks off is no fault of ours: nobody is asked, and nothing stays', async () => {
  const faults = vi.spyOn(gateway.context.log, 'error')
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = gateway.app.server.address() as AddressInfo
  for (const sent of [1_000, 600_000]) {
    const socket = connect(port, '127.0.0.1')
    const head =
      'POST /api/webhooks/email HTTP/1.1\r\nHost: a\r\nContent-Type: message/rfc822\r\nContent-Length: 900000\r\n\r\n'
    await new Promise<void>((resolve) => socket.write(head + 'a'.repeat(sent), () => resolve()))
    socket.destroy()
  }
  const connections = () =>
    new Promise<number>((resolve) => gateway.app.server.getConnections((_, count) => resolve(count)))
  await vi.waitFor(async () => expect(await connections()).toBe(0))
  expect((await send('/api/webhooks/email', 'a whole one')).statusCode).toBe(200)
  expect(seen.map(({ body }) => body.toString())).toEqual(['a whole one'])
  await vi.waitFor(async () => expect(await platformBlobs()).toEqual([]))
  expect(faults).not.toHaveBeenCalled()
})

it('a refusal is a problem that asks for no key; an answer comes as the provider wants it', async () => {
  answer = { status: 401 }
  const refused = await send('/api/webhooks/sms', 'a')
  expect(refused.headers['content-type']).toContain('application/problem+json')
  expect(refused.headers['www-authenticate']).toBeUndefined()
  expect(refused.json()).toMatchObject({ status: 401, code: 'unverified' })
  answer = { status: 200, contentType: 'text/xml', body: '<Response/>' }
  const taken = await send('/api/webhooks/sms', 'a')
  expect([taken.statusCode, taken.headers['content-type'], taken.body]).toEqual([200, 'text/xml', '<Response/>'])
})

it('a challenge is passed on with its query and answered with its text', async () => {
  answer = { status: 200, contentType: 'text/plain; charset=utf-8', body: '42' }
  const url = '/api/webhooks/whatsapp/chn_1?hub.mode=subscribe&hub.challenge=42'
  const reply = await gateway.app.inject({ method: 'GET', url })
  expect([reply.statusCode, reply.body]).toEqual([200, '42'])
  expect(seen[0]).toMatchObject({ channelId: 'chn_1', head: { method: 'GET', target: url } })
  expect((await gateway.app.inject({ method: 'GET', url: '/api/webhooks/sms/chn_1' })).statusCode).toBe(405)
})

it('one address can not ask for one place without end; other places and the next minute are free', async () => {
  const statuses = []
  for (let i = 0; i < 7; i++) statuses.push((await send('/api/webhooks/sms', 'a')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  const limited = await send('/api/webhooks/sms', 'a')
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send('/api/webhooks/sms/chn_1', 'a')).statusCode).toBe(200)
  clock.advance(60_000)
  expect((await send('/api/webhooks/sms', 'a')).statusCode).toBe(200)
})

it('bodies that a dead gateway left behind are swept, others are not', async () => {
  const { blobs } = gateway.ports
  for (const id of [`${requestBlobPrefix}old`, 'another']) await blobs.put(platformTenant, id, Buffer.from('a'))
  clock.advance(Date.now() - clock.now())
  await sweepRequests(gateway.context)
  expect(await platformBlobs()).toHaveLength(2)
  clock.advance(16 * 60_000)
  await sweepRequests(gateway.context)
  expect(await platformBlobs()).toEqual(['another'])
})
