import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readEvents, textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const question = 'When does the ferry leave?'
const key = () => ({ 'idempotency-key': randomUUID() })

beforeAll(async () => {
  await platform.api.teach('Ferry', 'The ferry leaves at 7:15 and at 16:40. Bicycles travel for free.')
})

test('the same key and body get the stored reply, and the work is done once', async () => {
  const { api } = platform
  const headers = key()
  const first = await api.post('/api/chat/message', { message: question }, headers)
  const again = await api.post('/api/chat/message', { message: question }, headers)
  expect(first.status).toBe(200)
  expect(again).toMatchObject({ status: 200, body: first.body })
  const { body } = await api.get(`/api/conversations/${first.body.conversationId}/messages`)
  expect(body.items).toHaveLength(2)
})

test('the same key with another body is refused', async () => {
  const { api } = platform
  const headers = key()
  await api.post('/api/chat/message', { message: question }, headers)
  const other = await api.post('/api/chat/message', { message: 'May I take a bicycle?' }, headers)
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
})

test('of twenty at once with one key all that answer say the same, and one thing is made', async () => {
  const { api } = platform
  const headers = key()
  const body = { type: 'manual', title: `Once ${headers['idempotency-key']}`, text: 'Made once.' }
  const replies = await Promise.all(Array.from({ length: 20 }, () => api.post('/api/knowledge/sources', body, headers)))
  const made = replies.filter(({ status }) => status === 202)
  expect(made.length).toBeGreaterThan(0)
  expect(new Set(made.map((reply) => reply.body.id)).size).toBe(1)
  for (const { status, body } of replies.filter((reply) => reply.status !== 202)) {
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'request_in_flight' })
  }
  const { body: list } = await api.get('/api/knowledge/sources?limit=100')
  expect(list.items.filter((item: any) => item.title === body.title)).toHaveLength(1)
})

test('an upload that is sent again with its key makes one source', async () => {
  const { api } = platform
  const headers = key()
  const first = await api.upload('timetable.txt', 'The last bus leaves at 23:05.', headers)
  const again = await api.upload('timetable.txt', 'The last bus leaves at 23:05.', headers)
  expect(first.status).toBe(202)
  expect(again).toMatchObject({ status: 202, body: { id: first.body.id } })
})

test('a stream that is asked for again with its key is the same answer', async () => {
  const { api } = platform
  const headers = key()
  const ask = async () =>
    Array.fromAsync(readEvents(await api.request('POST', '/api/chat/stream', { body: { message: question }, headers })))
  const first = await ask()
  const again = await ask()
  expect(first.at(-1)!.event).toBe('done')
  expect(again.at(-1)!.data).toEqual(first.at(-1)!.data)
  expect(textOf(again)).toBe(textOf(first))
})

test('a key of one tenant means nothing to another', async () => {
  const other = await platform.newTenant('elsewhere')
  const headers = key()
  const body = { type: 'manual', title: 'Mine', text: 'A text.' }
  const mine = await platform.api.post('/api/knowledge/sources', body, headers)
  const theirs = await other.post('/api/knowledge/sources', body, headers)
  expect([mine.status, theirs.status]).toEqual([202, 202])
  expect(theirs.body.id).not.toBe(mine.body.id)
})
