import { beforeAll, expect, test } from 'vitest'
import { readEvents, textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const question = 'How long is the warranty for a lamp?'

beforeAll(async () => {
  await platform.api.teach(
    'Warranty',
    'The warranty for a lamp is three years. The warranty for a table is ten years. Water damage is not covered.',
  )
})

test('the streamed deltas joined are the text of the synchronous answer and the stored message', async () => {
  const { api } = platform
  const answer = await api.ask(question)
  expect(answer).toMatchObject({ outcome: 'answered' })
  expect(answer.content).toContain('three years')

  const events = await api.askStream(question)
  expect(events.map(({ event }) => event)).toSatisfy(
    (names: string[]) =>
      names[0] === 'start' && names.at(-1) === 'done' && names.slice(1, -1).every((name) => name === 'delta'),
  )
  expect(textOf(events)).toBe(answer.content)
  const done = events.at(-1)!.data
  expect(done.sources).toEqual(answer.sources)
  expect(done.citations).toEqual(answer.citations)
  expect(done.citations.map(({ start, end }: any) => answer.content.slice(start, end)).join('')).toContain(
    'three years',
  )
  expect(done.confidence).toBeCloseTo(answer.confidence, 6)

  const { body } = await api.get(`/api/conversations/${done.conversationId}/messages`)
  const stored = body.items.find((message: any) => message.id === done.messageId)
  expect(stored).toMatchObject({ content: answer.content, outcome: 'answered', author: { kind: 'ai' } })
  expect(stored.citations).toEqual(done.citations)
})

test('the id that a client gives its question is in the reply, the first event, the message and the event of it', async () => {
  const { api } = platform
  const changes = await api.request('GET', '/api/events/stream?types=message.received')
  const following = readEvents(changes)
  await following.next()
  const clientId = 'question-1'
  const { body: reply } = await api.post('/api/chat/message', { message: question, clientId })
  expect(reply).toMatchObject({ outcome: 'answered', clientId })
  const { conversationId } = reply
  const streamed = await api.request('POST', '/api/chat/stream', {
    body: { message: question, conversationId, clientId: 'question-2' },
  })
  const [start] = await Array.fromAsync(readEvents(streamed))
  expect(start).toMatchObject({ event: 'start', data: { conversationId, clientId: 'question-2' } })

  const { body } = await api.get(`/api/conversations/${conversationId}/messages`)
  const asked = body.items.filter(({ author }: any) => author.kind === 'customer')
  expect(asked.map((message: any) => message.clientId)).toEqual(['question-2', clientId])
  const told = new Set<string>()
  for await (const { event, data } of following) {
    // Of another test: told late on servers.
    if (data.message.conversationId !== conversationId) continue
    expect(event).toBe('message.received')
    told.add(data.message.clientId)
    if (told.size === 2) break
  }
  expect([...told].sort()).toEqual([clientId, 'question-2'])
})

test('it is an event stream whatever Accept says, each event with its offset as id and its name as type', async () => {
  const events = await platform.api.askStream(question, { accept: 'application/json' })
  let offset = 0
  for (const { event, id, data } of events) {
    expect(data.type).toBe(event)
    if (event === 'delta') offset += data.text.length
    expect(Number(id)).toBe(offset)
  }
  expect(offset).toBeGreaterThan(0)
})

test('from any Last-Event-ID the rest comes, and with what came before it is the whole answer', async () => {
  const { api } = platform
  const events = await api.askStream(question)
  const whole = textOf(events)
  const { messageId } = events[0]!.data
  for (const offset of [0, 1, Math.floor(whole.length / 2), whole.length]) {
    const response = await api.request('GET', `/api/chat/stream/${messageId}`, {
      headers: { 'last-event-id': String(offset) },
    })
    const rest = await Array.fromAsync(readEvents(response))
    expect(whole.slice(0, offset) + textOf(rest), `from ${offset}`).toBe(whole)
    expect(rest.at(-1)).toMatchObject({ event: 'done', data: { messageId } })
  }
})

test('a client that went away after the first event comes back to the same answer', async () => {
  const { api } = platform
  const gone = new AbortController()
  const response = await api.request('POST', '/api/chat/stream', { body: { message: question }, signal: gone.signal })
  let messageId = ''
  for await (const event of readEvents(response)) {
    messageId = event.data.messageId
    break
  }
  gone.abort()
  const again = await api.request('GET', `/api/chat/stream/${messageId}`)
  const events = await Array.fromAsync(readEvents(again))
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { messageId } })
  expect(textOf(events)).toContain('three years')
})

test('an answer that never was is 404, as a problem and not as a stream', async () => {
  const { status, headers, body } = await platform.api.get('/api/chat/stream/msg_00000000000000000000000000000000')
  expect(status).toBe(404)
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(body).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
})
