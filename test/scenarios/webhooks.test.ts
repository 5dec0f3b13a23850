import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()

type Received = { path: string; headers: Record<string, string>; raw: string; body: any }
const received: Received[] = []
const subscriber = createServer(async (request, response) => {
  const raw = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
  const headers = request.headers as Record<string, string>
  received.push({ path: request.url ?? '', headers, raw, body: JSON.parse(raw) })
  response.writeHead(request.url === '/gone' ? 410 : 204).end()
})
const address = (path: string) => `http://127.0.0.1:${(subscriber.address() as AddressInfo).port}${path}`
const at = (path: string) => received.filter((one) => one.path === path)

beforeAll(() => new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve)))
afterAll(() => void subscriber.close())

async function subscribe(path: string, events?: string[]): Promise<{ id: string; secret: string }> {
  const { status, body } = await platform.api.post('/api/webhook-endpoints', {
    url: address(path),
    ...(events && { events }),
  })
  expect({ status, body }).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } })
  return body
}

/** Both header forms, checked as a subscriber would, from the documentation alone. */
function expectSigned({ headers, raw }: Received, secret: string) {
  const [, time, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-webhook-signature']!)!
  expect(hex).toBe(createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex'))
  expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(300)

  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
}

test('a conversation tells its subscribers what happened, signed, in order and without a gap', async () => {
  const { api } = platform
  const { secret } = await subscribe('/all')
  await api.teach('Pets', 'Dogs are welcome on the terrace. Cats are not allowed inside.')
  const answer = await api.ask('Are dogs welcome on the terrace?')
  await api.post('/api/chat/feedback', { messageId: answer.messageId, helpful: true })

  const about = () => at('/all').filter(({ body }) => body.key === answer.conversationId)
  await vi.waitFor(() => expect(about().map(({ body }) => body.type)).toContain('conversation.resolved'), {
    timeout: 45_000,
  })
  const events = about().map(({ body }) => body)
  expect(events.map(({ type }) => type)).toEqual([
    'conversation.created',
    'message.received',
    'message.sent',
    'feedback.received',
    'conversation.resolved',
  ])
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(events.map(({ id }) => id)).size).toBe(5)
  expect(events[2]).toMatchObject({ data: { message: { id: answer.messageId, content: answer.content } } })
  expect(events[3]).toMatchObject({ data: { feedback: { helpful: true } } })
  expect(events[4]).toMatchObject({ data: { how: 'confirmed' } })
  for (const one of about()) expectSigned(one, secret)
})

test('an endpoint gets the events that it asked for', async () => {
  const { api } = platform
  await subscribe('/knowledge', ['knowledge.updated'])
  const source = await api.teach('Wifi', 'The wireless network is called heron.')
  const { conversationId } = await api.ask('What is the wireless network called?')
  await vi.waitFor(() => expect(at('/knowledge').map(({ body }) => body.key)).toContain(source.id), { timeout: 45_000 })
  await vi.waitFor(() => expect(at('/all').map(({ body }) => body.key)).toContain(conversationId), { timeout: 45_000 })
  expect(at('/knowledge').filter(({ body }) => body.type !== 'knowledge.updated')).toEqual([])
  const [{ body }] = at('/knowledge').filter((one) => one.body.key === source.id) as [Received]
  expect(body).toMatchObject({ type: 'knowledge.updated', data: { change: 'created', source: { id: source.id } } })
})

test('the secret is shown once, and never again', async () => {
  const { api } = platform
  const { id, secret } = await subscribe('/secret')
  const { body: list } = await api.get('/api/webhook-endpoints?limit=100')
  const { body: one } = await api.get(`/api/webhook-endpoints/${id}`)
  expect(one).toMatchObject({ id, url: address('/secret'), enabled: true })
  expect(JSON.stringify([list, one])).not.toContain(secret)
})

test('a test event arrives signed, and its attempt stands in the ledger', async () => {
  const { api } = platform
  const { id, secret } = await subscribe('/test')
  const { status } = await api.post(`/api/webhook-endpoints/${id}/test`, {})
  expect(status).toBe(202)
  await vi.waitFor(() => expect(at('/test')).not.toHaveLength(0), { timeout: 45_000 })
  expectSigned(at('/test')[0]!, secret)
  const ledger = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/webhook-endpoints/${id}/deliveries`)
    expect(body.items[0]).toMatchObject({ state: 'delivered' })
    return body.items[0]
  })
  expect(ledger.attempts).toMatchObject([{ status: 204, durationMs: expect.any(Number) }])
})

test('an address inside is refused, however it is written', async () => {
  const { api } = platform
  for (const host of [
    '169.254.169.254',
    '10.0.0.1',
    '0x0a000001',
    '167772161',
    '012.0.0.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
  ]) {
    const { status, body } = await api.post('/api/webhook-endpoints', { url: `http://${host}/` })
    expect({ host, status, body }).toMatchObject({
      status: 422,
      body: { code: 'invalid_request', errors: [{ path: 'url' }] },
    })
  }
})

test('an endpoint that answers 410 is disabled, and says so where its tenant looks', async () => {
  const { api } = platform
  const { id } = await subscribe('/gone', ['conversation.created'])
  await api.ask('Is somebody there?')
  await vi.waitFor(
    async () => {
      const { body } = await api.get(`/api/webhook-endpoints/${id}`)
      expect(body).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') })
      const log = await api.get('/api/analytics/log?kind=webhook_endpoint')
      expect(log.body.items).toContainEqual(
        expect.objectContaining({ action: 'disable', actor: { kind: 'system' }, targetId: id }),
      )
    },
    { timeout: 45_000 },
  )
  const enabled = await api.send('PATCH', `/api/webhook-endpoints/${id}`, { body: { enabled: true, maxPerSecond: 5 } })
  expect(enabled.body).toMatchObject({ enabled: true, maxPerSecond: 5 })
  expect(enabled.body).not.toHaveProperty('disabledReason')
})

test('what comes while an endpoint is disabled stands in its ledger, and a replay delivers it', async () => {
  const { api } = platform
  const { id } = await subscribe('/paused', ['message.received'])
  const enable = (enabled: boolean) => api.send('PATCH', `/api/webhook-endpoints/${id}`, { body: { enabled } })
  expect((await enable(false)).body).toMatchObject({ enabled: false })
  const from = new Date(Date.now() - 60_000).toISOString()
  const { conversationId } = await api.ask('Is anybody listening?')
  await vi.waitFor(
    async () => {
      const { body } = await api.get(`/api/webhook-endpoints/${id}/deliveries`)
      expect(body.items).toMatchObject([{ event: { key: conversationId }, state: 'failed', attempts: [] }])
      expect(body.items[0].reason).toContain('disabled')
    },
    { timeout: 45_000 },
  )
  await enable(true)
  const to = new Date(Date.now() + 60_000).toISOString()
  const replay = (range: object) => api.post(`/api/webhook-endpoints/${id}/replay`, range)
  expect(await replay({ from: to, to: from })).toMatchObject({
    status: 422,
    body: { code: 'invalid_request', errors: [{ path: 'to' }] },
  })
  expect(await replay({ from, to })).toMatchObject({ status: 202 })
  await vi.waitFor(() => expect(at('/paused').map(({ body }) => body.key)).toEqual([conversationId]), {
    timeout: 45_000,
  })
})
