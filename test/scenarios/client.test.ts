import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ChatEvent,
  type Client,
  createClient,
  type FrontdeskError,
  type LiveEvent,
  verifyWebhook,
  type WebhookEvent,
} from '@frontdesk/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const patience = { timeout: 45_000, interval: 50 }
let proxy: CuttingProxy
let client: Client
/** The same platform, through connections that break. */
let shaky: Client

beforeAll(async () => {
  proxy = await startCuttingProxy(platform.baseUrl)
  client = createClient({ baseUrl: platform.baseUrl, apiKey: platform.apiKey })
  shaky = createClient({ baseUrl: proxy.baseUrl, apiKey: platform.apiKey })
  await platform.api.teach('Returns', `Returns are free within 30 days. ${'Bring the receipt to any shop. '.repeat(8)}`)
})
afterAll(() => proxy.close())

const failureOf = (asking: Promise<unknown>): Promise<FrontdeskError> =>
  asking.then(
    () => expect.unreachable(),
    (error) => error,
  )

test('calls are typed by the routes, and refusals tell all that the platform said', async () => {
  const { id } = await client.post('/api/contacts', { body: { name: 'Anna', email: 'anna@example.com' } })
  const contact = await client.get('/api/contacts/{contactId}', { path: { contactId: id } })
  expect(contact.name satisfies string | null | undefined).toBe('Anna')
  await client.patch('/api/contacts/{contactId}', { path: { contactId: id }, body: { tags: ['vip'] } })
  expect(await client.delete('/api/contacts/{contactId}', { path: { contactId: id } })).toBeUndefined()
  expect(await failureOf(client.get('/api/contacts/{contactId}', { path: { contactId: id } }))).toMatchObject({
    status: 404,
    code: 'not_found',
    requestId: expect.stringMatching(/./),
  })
  const wrong = { name: '', scopes: ['nothing'] as unknown as 'chat'[] }
  const invalid = await failureOf(client.post('/api/api-keys', { body: wrong }))
  expect(invalid).toMatchObject({ status: 422, code: 'invalid_request' })
  expect(invalid.errors.map(({ path }) => path).sort()).toEqual(['name', 'scopes.0'])
  const stranger = createClient({ baseUrl: platform.baseUrl, apiKey: 'wrong' })
  expect(await failureOf(stranger.get('/api/agents'))).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('files go up and come down, and a list is read to its end', async () => {
  const text = (n: number) => new File([`Umbrella number ${n} is waterproof to ${n} metres.`], `umbrella-${n}.txt`)
  const { id } = await client.post('/api/knowledge/sources', {
    form: { file: text(1), title: 'Umbrellas', tags: ['a', 'b'] },
  })
  expect(await client.get('/api/knowledge/sources/{sourceId}', { path: { sourceId: id } })).toMatchObject({
    source: 'umbrella-1.txt',
    title: 'Umbrellas',
    tags: ['a', 'b'],
  })
  const files = [2, 3, 4, 5, 6, 7].map(text)
  const { accepted } = await client.post('/api/knowledge/bulk-ingest', { form: { files } })
  expect(accepted).toHaveLength(6)
  const ids: string[] = []
  for await (const source of client.list('/api/knowledge/sources', { query: { limit: 3 } })) ids.push(source.id)
  expect(ids).toEqual(expect.arrayContaining([id, ...accepted.map(({ sourceId }) => sourceId)]))
  expect(new Set(ids).size).toBe(ids.length)
  const response = await client.download('/api/knowledge/export', { query: { format: 'zip' } })
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(new TextDecoder('latin1').decode((await response.arrayBuffer()).slice(0, 2))).toBe('PK')
})

async function read(events: AsyncIterable<ChatEvent>) {
  const all = await Array.fromAsync(events)
  const text = all.map((event) => (event.type === 'delta' ? event.text : '')).join('')
  return { types: all.map(({ type }) => type).filter((type) => type !== 'delta'), text, last: all.at(-1)! }
}

test('an answer is whole wherever the connection is cut, and the question is asked once', async () => {
  const question = { message: 'Are returns free?' }
  const whole = await read(client.chat.stream(question))
  expect(whole).toMatchObject({ types: ['start', 'done'], text: expect.stringContaining('free within 30 days') })

  for (const bytes of [1, 450, 650, 800]) {
    proxy.cutAll()
    const before = proxy.cuts
    proxy.cutNext(bytes, 500)
    const answer = await read(shaky.chat.stream(question))
    expect(answer, `cut after ${bytes} bytes`).toMatchObject({ types: ['start', 'done'], text: whole.text })
    expect(proxy.cuts).toBeGreaterThan(before)
    if (answer.last.type !== 'done') return expect.unreachable()
    const { conversationId } = answer.last
    const path = { conversationId }
    const { items } = await client.get('/api/conversations/{conversationId}/messages', { path })
    expect(items.filter(({ author }) => author.kind === 'customer')).toHaveLength(1)
  }
})

test('leaving the loop, or the signal, ends an answer', async () => {
  for await (const event of client.chat.stream({ message: 'Are returns free?' })) if (event.type === 'start') break
  const reason = new Error('enough')
  const reading = read(client.chat.stream({ message: 'Are returns free?' }, { signal: AbortSignal.abort(reason) }))
  await expect(reading).rejects.toBe(reason)
  const unknown = read(
    client.chat.stream({ message: 'Hello?', conversationId: 'cnv_00000000000000000000000000000000' }),
  )
  expect(await failureOf(unknown)).toMatchObject({ status: 404, code: 'not_found' })
})

test('changes come without a gap, however often the connection is cut, until the signal', async () => {
  const own = await platform.newTenant('changes')
  const leaving = new AbortController()
  const seen: { id: string; event: LiveEvent }[] = []
  let cuts = 0
  const { body: key } = await own.post('/api/api-keys', { name: 'inbox', scopes: ['conversations'] })
  const options = { signal: leaving.signal, onCut: () => void cuts++ }
  const reading = (async () => {
    const follower = createClient({ baseUrl: proxy.baseUrl, apiKey: key.key })
    for await (const each of follower.events.stream(options)) seen.push(each)
  })().catch((error) => error)
  await vi.waitFor(() => expect(seen).not.toEqual([]), patience)
  for (let i = 0; i < 4; i++) {
    const { conversationId } = await own.ask(`Question ${i}?`)
    if (i % 2 === 0) proxy.cutAll()
    const of = ({ event }: (typeof seen)[number]) =>
      'conversation' in event && event.conversation?.id === conversationId
    await vi.waitFor(
      () => expect(seen.some((each) => of(each) && each.event.type === 'conversation.escalated')).toBe(true),
      patience,
    )
  }
  const changes = seen.flatMap(({ event }) => ('number' in event && event.type !== 'ready' ? [event.number] : []))
  expect(changes).toEqual(changes.map((_, i) => changes[0]! + i))
  expect(cuts).toBeGreaterThanOrEqual(2)
  leaving.abort(new Error('enough'))
  expect(await reading).toMatchObject({ message: 'enough' })
})

test('a key that is refused ends a stream that lasts', async () => {
  const stranger = createClient({ baseUrl: platform.baseUrl, apiKey: 'wrong' })
  expect(await failureOf(stranger.events.stream().next())).toMatchObject({ code: 'unauthenticated' })
})

test('deliveries that the platform signs verify, with either secret while one is replaced', async () => {
  const requests: { headers: Record<string, string>; raw: Buffer }[] = []
  const subscriber = createServer(async (request, response) => {
    requests.push({ headers: request.headers as Record<string, string>, raw: Buffer.concat(await request.toArray()) })
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => subscriber.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(subscriber.address() as AddressInfo).port}/hook`
  const first = await client.post('/api/webhook-endpoints', { body: { url, events: ['message.sent'] } })
  const path = { endpointId: first.id }
  const second = await client.post('/api/webhook-endpoints/{endpointId}/rotate-secret', { path })
  const { conversationId } = await client.post('/api/chat/message', { body: { message: 'Are returns free?' } })
  await vi.waitFor(() => expect(requests).toHaveLength(1), patience)
  subscriber.close()

  const { headers, raw } = requests[0]!
  for (const secret of [first.secret, second.secret]) {
    const event: WebhookEvent = await verifyWebhook(headers, raw, secret)
    if (event.type !== 'message.sent') return expect.unreachable()
    expect(event).toMatchObject({ id: headers['webhook-id'], key: conversationId })
    expect(event.data.message.content).toContain('free within 30 days')
  }
  const forged = raw.toString().replace('30 days', '99 days')
  await expect(verifyWebhook(headers, forged, first.secret)).rejects.toMatchObject({ reason: 'wrong_signature' })
})
