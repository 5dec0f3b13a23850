import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const phone = '070-123 45 67'
const personnummer = '811218-9876'
const secrets = [phone, personnummer, '123 45', '9876']
/** As JSON, but for ids and measures: among so many digits any four turn up one day. */
const said = (value: unknown) => JSON.stringify(value).replace(/[a-z]+_[0-9a-f]{16,}|0\.\d+/g, '')
const question = 'Who repairs the heating boiler at night?'

const received: string[] = []
const subscriber = createServer(async (request, response) => {
  received.push(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'))
  response.writeHead(204).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve))
  await platform.api.teach(
    `Heating boiler, ring ${phone}`,
    `The heating boiler is repaired at night by Bo Ek, ${personnummer}, telephone ${phone}. Boilers are checked in May.`,
  )
})
afterAll(() => void subscriber.close())

test('a telephone and an identity number leave masked: answer, stream, titles, quotes, search, stored messages and events', async () => {
  const { api } = platform
  const open = await api.ask(question)
  expect(JSON.stringify(open)).toContain(phone)

  const { status } = await api.post('/api/webhook-endpoints', {
    url: `http://127.0.0.1:${(subscriber.address() as AddressInfo).port}/`,
  })
  expect(status).toBe(201)
  const created = await api.post('/api/policies', {
    name: 'Nobody by number',
    type: 'PII Filter',
    mode: 'Post-generation',
    config: { kinds: ['email', 'phone', 'national_id', 'card', 'iban'], regions: ['SE', 'NO'] },
  })
  expect(created).toMatchObject({ status: 201 })

  const answer = await api.ask(question)
  expect(answer.outcome).toBe('answered')
  const [source] = answer.sources
  expect(source).toMatchObject({ title: 'Heating boiler, ring ***-*** ** 67', masked: true })
  expect(source.quote).toContain('******-****')
  expect(source.quote).toContain('telephone ***-*** ** 67')

  const events = await api.askStream(question)
  expect(events.at(-1)).toMatchObject({ event: 'done' })
  expect(textOf(events)).toBe(answer.content)

  const search = await api.get(`/api/search?q=${encodeURIComponent(question)}`)
  expect(search.body.items[0]).toMatchObject({ title: 'Heating boiler, ring ***-*** ** 67' })

  const { body: messages } = await api.get(`/api/conversations/${answer.conversationId}/messages`)
  await vi.waitFor(() => expect(received.join('\n')).toContain(answer.messageId), { timeout: 45_000 })
  const sent = received.filter((body) => body.includes(answer.conversationId))
  for (const text of [answer, events, messages, sent, search.body].map(said)) {
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
  expect((await api.delete(`/api/policies/${created.body.id}`)).status).toBe(204)
})

test('a country that does not exist is refused by name', async () => {
  const { status, body } = await platform.api.post('/api/policies', {
    name: 'Nowhere',
    type: 'PII Filter',
    mode: 'Post-generation',
    config: { kinds: ['phone'], regions: ['SE', 'QQ'] },
  })
  expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ path: 'config.regions.1' }] } })
})
