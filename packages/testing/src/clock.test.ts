import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, verifyWebhook } from '@frontdesk/client'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Frontdesk, startFrontdesk } from './start-frontdesk.ts'

let frontdesk: Frontdesk
beforeAll(async () => {
  frontdesk = await startFrontdesk()
})
afterAll(() => frontdesk.stop())

const newClient = async (name: string) =>
  createClient({ baseUrl: frontdesk.url, apiKey: (await frontdesk.tenant(name)).apiKey, maxRetries: 0 })
type Client = Awaited<ReturnType<typeof newClient>>

/** A conversation whose question nothing answers. */
const talk = async (client: Client) =>
  (await client.post('/api/chat/message', { body: { message: 'How long does delivery take?' } })).conversationId
const read = (client: Client, conversationId: string) =>
  client.get('/api/conversations/{conversationId}', { path: { conversationId } })

test('a snoozed conversation wakes when its time has come, and not before', async () => {
  const client = await newClient('snooze')
  const conversationId = await talk(client)
  const snoozedUntil = new Date(frontdesk.clock.now() + 3 * 3_600_000).toISOString()
  await client.patch('/api/conversations/{conversationId}', { path: { conversationId }, body: { snoozedUntil } })
  await frontdesk.clock.advance({ hours: 2 })
  expect((await read(client, conversationId)).snoozedUntil).toBe(snoozedUntil)
  await frontdesk.clock.advance({ hours: 1, minutes: 1 })
  expect((await read(client, conversationId)).snoozedUntil).toBeUndefined()
})

test('a conversation without a word for long enough counts as resolved, and later on retention removes it', async () => {
  const client = await newClient('resolution')
  await client.patch('/api/settings', { body: { assumedResolutionHours: 72, retentionDays: 30 } })
  const text = 'Delivery takes three working days.'
  const { id: sourceId } = await client.post('/api/knowledge/sources', {
    body: { type: 'manual', title: 'Delivery', text },
  })
  const status = async () => (await client.get('/api/knowledge/sources/{sourceId}', { path: { sourceId } })).status
  await vi.waitFor(async () => expect(await status()).toBe('Ready'), 10_000)
  const conversationId = await talk(client)
  expect((await read(client, conversationId)).status).toBe('open')
  await frontdesk.clock.advance({ hours: 71 })
  expect((await read(client, conversationId)).status).toBe('open')
  await frontdesk.clock.advance({ hours: 2 })
  expect(await read(client, conversationId)).toMatchObject({ status: 'resolved', resolved: { how: 'assumed' } })
  await frontdesk.clock.advance({ days: 26 })
  expect((await read(client, conversationId)).status).toBe('resolved')
  await frontdesk.clock.advance({ days: 5 }, { every: { days: 1 } })
  await expect(read(client, conversationId)).rejects.toMatchObject({ status: 404 })
})

test('a webhook that fails is tried again after each pause of its schedule', async () => {
  const client = await newClient('webhooks')
  const received: { headers: Record<string, string>; body: string; at: number }[] = []
  let status = 500
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    received.push({ headers: request.headers as Record<string, string>, body, at: frontdesk.clock.now() })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { secret } = await client.post('/api/webhook-endpoints', { body: { url, events: ['conversation.created'] } })
  await talk(client)
  await vi.waitFor(() => expect(received).toHaveLength(1), 10_000)

  // 5 s, 5 min, 30 min, each with some jitter.
  await frontdesk.clock.advance({ seconds: 10 })
  expect(received).toHaveLength(2)
  await frontdesk.clock.advance({ minutes: 1 })
  expect(received).toHaveLength(2)
  await frontdesk.clock.advance({ minutes: 9 })
  expect(received).toHaveLength(3)
  status = 204
  await frontdesk.clock.advance({ hours: 1 })
  expect(received).toHaveLength(4)
  const { headers, body, at } = received[3]!
  expect(await verifyWebhook(headers, body, secret, { now: at })).toMatchObject({ type: 'conversation.created' })
  await frontdesk.clock.advance({ hours: 100 })
  expect(received).toHaveLength(4)
})

test('the clock goes ahead only, and by units that there are', async () => {
  for (const by of [{}, { hours: -1 }, { hours: Number.NaN }, { weeks: 1 } as object]) {
    await expect(frontdesk.clock.advance(by)).rejects.toThrow()
  }
})

test('nothing that serves customers has a clock that moves', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startFrontdesk()).rejects.toThrow(/NODE_ENV/)
})
