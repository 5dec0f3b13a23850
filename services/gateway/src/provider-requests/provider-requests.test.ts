import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { maxRequestBytes, platformTenant, requestHead, sealedRequestOwner } from '@frontdesk/contracts'
import { openSealedBox } from '@frontdesk/secrets'
import { standIn } from '@frontdesk/service/testing'
import { expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { config } from '../context.ts'
import { requestBlobPrefix, sweepRequests } from './sweep-requests.ts'

const box = openSealedBox('a key', 'channel')

type Seen = { kind: string; channelId?: string; head: z.output<typeof requestHead>; body: Buffer; isBlob: boolean }

let seen: Seen[]
let answer: { status: number; contentType?: string; body?: string }
/** What is forged gets its 401 when this is done. */
let verifying: Promise<void>
let clock: ReturnType<typeof handClock>

/** Takes what the gateway passes on, as channels would. */
const receiver = () =>
  standIn({
    name: 'channels',
    uses: ['blobs'],
    handlers: {
      channels: {
        publicKeyRead: async () => ({ publicKey: box.publicKey }),
        async requestReceive({ kind, channelId, head, body }, { tenant, blobs }) {
          expect(tenant).toBe(platformTenant)
          const isBlob = 'blobId' in body
          const bytes = isBlob ? await blobs.read(platformTenant, body.blobId) : Buffer.from(body.base64, 'base64')
          const opened = requestHead.parse(JSON.parse(box.open(head, sealedRequestOwner)))
          if (bytes.toString() === 'forged') {
            await verifying
            return { status: 401 }
          }
          seen.push({ kind, ...(channelId && { channelId }), head: opened, body: Buffer.from(bytes), isBlob })
          return answer
        },
      },
    },
  })

const gateway = useGateway(() => {
  seen = []
  answer = { status: 200 }
  verifying = Promise.resolve()
  clock = handClock()
  const env = { PROVIDER_RATE_LIMIT_PER_MINUTE: String(limit), TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32' }
  return { services: [receiver()], clock, env }
})

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

const limit = 5
/** Of one sender: verified at once, and waiting for it. */
const maxUnderWay = 16 + 64
const from = async (remoteAddress: string, url: string, payload: string, forwardedFor?: string) =>
  await gateway.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  })

/** After as many refused ones as are allowed, forged requests that are under way while something else is asked. */
async function flood(
  forge: (i: number) => ReturnType<typeof from>,
  meanwhile: () => Promise<void>,
  size = maxUnderWay,
) {
  for (let i = 0; i < limit; i++) expect((await forge(i)).statusCode).toBe(401)
  let release!: () => void
  verifying = new Promise((resolve) => (release = resolve))
  const forged = Array.from({ length: size }, (_, i) => forge(i))
  try {
    await meanwhile()
  } finally {
    release()
  }
  for (const { statusCode } of await Promise.all(forged)) expect(statusCode).toBe(401)
}

it('however much was forged, a genuine request from the same address is taken', async () => {
  for (let i = 0; i < 20; i++) expect((await send(`/api/webhooks/sms/chn_${i}`, 'forged')).statusCode).toBe(401)
  for (let i = 0; i < 20; i++) expect((await send('/api/webhooks/sms', 'genuine')).statusCode).toBe(200)
})

it('a flood of forged requests is refused whatever channels it names, and holds up no other address or kind', async () => {
  const flooding = '192.0.2.1'
  await flood(
    (i) => from(flooding, `/api/webhooks/sms/chn_${i}`, 'forged'),
    async () => {
      const limited = await from(flooding, '/api/webhooks/sms/chn_another', 'forged')
      expect([limited.statusCode, limited.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
      expect((await from('192.0.2.2', '/api/webhooks/sms', 'genuine')).statusCode).toBe(200)
      expect((await from(flooding, '/api/webhooks/whatsapp', 'genuine')).statusCode).toBe(200)
    },
  )
  expect((await from(flooding, '/api/webhooks/sms', 'genuine')).statusCode).toBe(200)
})

it('a genuine request that shares its address with a flood waits for its turn, and is not refused', async () => {
  const shared = '192.0.2.1'
  expect((await from(shared, '/api/webhooks/sms', 'genuine')).statusCode).toBe(200)
  let genuine!: ReturnType<typeof from>
  await flood(
    () => from(shared, '/api/webhooks/sms', 'forged'),
    async () => {
      genuine = from(shared, '/api/webhooks/sms', 'genuine')
      expect((await from(shared, '/api/webhooks/email', 'genuine')).statusCode).toBe(200)
    },
    2 * maxUnderWay,
  )
  expect((await genuine).statusCode).toBe(200)
})

it('X-Forwarded-For is believed of trusted proxies alone', async () => {
  await flood(
    (i) => from('192.0.2.1', '/api/webhooks/sms', 'forged', `198.51.100.${i}`),
    async () => {
      expect((await from('192.0.2.1', '/api/webhooks/sms', 'genuine', '203.0.113.1')).statusCode).toBe(429)
    },
  )
  await flood(
    () => from('10.1.2.3', '/api/webhooks/sms', 'forged', '203.0.113.9, 192.0.2.7'),
    async () => {
      for (const claimed of ['203.0.113.1, 192.0.2.7', '192.0.2.7', '192.0.2.7, 10.9.9.9'])
        expect((await from('2001:db8::1', '/api/webhooks/sms', 'genuine', claimed)).statusCode).toBe(429)
      expect((await from('10.1.2.3', '/api/webhooks/sms', 'genuine', '192.0.2.8')).statusCode).toBe(200)
    },
  )
})

it('the addresses of one IPv6 network are one sender, and what is no address is its proxy', async () => {
  await flood(
    (i) => from('10.1.2.3', '/api/webhooks/sms', 'forged', `2001:db9:0:7::${i.toString(16)}`),
    async () => {
      expect((await from('10.1.2.3', '/api/webhooks/sms', 'genuine', '2001:db9:0:7:ffff::1')).statusCode).toBe(429)
      expect((await from('10.1.2.3', '/api/webhooks/sms', 'genuine', '2001:db9:0:8::1')).statusCode).toBe(200)
    },
  )
  await flood(
    (i) => from('10.1.2.3', '/api/webhooks/sms', 'forged', `nobody-${i}`),
    async () => expect((await from('10.1.2.3', '/api/webhooks/sms', 'genuine', 'somebody')).statusCode).toBe(429),
  )
})

it('not everybody can be a trusted proxy', () => {
  const needed = { ENCRYPTION_KEY: 'a-secret-of-the-test' }
  const read = (TRUSTED_PROXIES: string) => config.safeParse({ ...needed, TRUSTED_PROXIES })
  for (const wrong of ['0.0.0.0/0', '::/0', '10.0.0.0/8,proxy', '10.0.0.0/33']) expect(read(wrong).success).toBe(false)
  expect(read(' 10.0.0.0/8,192.168.7.20, fd00::/8,').data?.TRUSTED_PROXIES).toEqual([
    '10.0.0.0/8',
    '192.168.7.20',
    'fd00::/8',
  ])
  expect([read('').data?.TRUSTED_PROXIES, config.parse(needed).TRUSTED_PROXIES]).toEqual([[], []])
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
