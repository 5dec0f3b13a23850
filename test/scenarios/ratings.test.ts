import { beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, readEvents, type SentEvent } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const patient = { timeout: 30_000, interval: 50 }
let api: ApiClient

beforeAll(async () => {
  api = await platform.newTenant('ratings')
  await api.teach('Delivery', 'Delivery takes three working days.')
})

const talk = async (email: string): Promise<string> => {
  const message = 'How long does delivery take?'
  return (await api.post('/api/chat/message', { message, contact: { email } })).body.conversationId
}
const rate = (conversationId: string, body: object) => api.post(`/api/conversations/${conversationId}/rating`, body)
const idsIn = async (query: string): Promise<string[]> => {
  const { status, body } = await api.get(`/api/conversations?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map(({ id }: { id: string }) => id)
}

test('a rating is shown, found, streamed, counted with its rows, exported, and replaced by a later one', async () => {
  const leaving = new AbortController()
  const stream = await api.request('GET', '/api/events/stream?types=conversation.rated', { signal: leaving.signal })
  const events: SentEvent[] = []
  const reading = (async () => {
    for await (const event of readEvents(stream)) events.push(event)
  })().catch((error) => {
    if (!leaving.signal.aborted) throw error
  })
  await vi.waitFor(() => expect(events).toHaveLength(1), patient)

  const [first, second, third] = [await talk('a@example.com'), await talk('b@example.com'), await talk('c@example.com')]
  for (const body of [{ score: 0 }, { score: 6 }, { score: 2.5 }, { comment: 'fine' }, { score: 4, stars: 4 }]) {
    expect((await rate(first, body)).status).toBe(422)
  }
  expect((await rate(`cnv_${'0'.repeat(32)}`, { score: 4 })).status).toBe(404)
  const given = await rate(first, { score: 2, comment: 'Slow.' })
  expect(given).toMatchObject({ status: 200, body: { conversationId: first, rating: { score: 2, comment: 'Slow.' } } })
  await rate(second, { score: 5 })
  const changed = await rate(first, { score: 4 })
  expect(changed.body.rating).toEqual({ score: 4, at: given.body.rating.at })
  // The same again is no news.
  await rate(first, { score: 4 })

  expect((await api.get(`/api/conversations/${first}`)).body.rating).toEqual(changed.body.rating)
  expect(await idsIn('rating=4')).toEqual([first])
  expect(await idsIn('rating=4&rating=5')).toEqual([second, first])
  expect(await idsIn('rating=1')).toEqual([])
  expect((await api.get('/api/conversations?rating=7')).status).toBe(422)
  await vi.waitFor(() => expect(events).toHaveLength(4), patient)
  // Between two conversations whichever was numbered first; which change of one it was, no event says.
  const told = Map.groupBy(events.slice(1), ({ data }) => data.conversation.id)
  expect([...told].map(([id, rated]) => [id, rated.length]).sort()).toEqual(
    [
      [first, 2],
      [second, 1],
    ].sort(),
  )
  leaving.abort()
  await reading

  const { body: activity } = await api.get(`/api/conversations/${first}/activity`)
  expect(activity.items.filter(({ action }: any) => action === 'rate')).toMatchObject([
    { actor: { kind: 'customer' }, from: '2', to: '4' },
    { from: null, to: '2' },
  ])
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/overview')
    expect(body.rating).toEqual({ count: 2, mean: 4.5, distribution: [0, 0, 0, 1, 1] })
  }, patient)
  const { body: rows } = await api.get('/api/analytics/rows?metric=rating')
  expect(rows.items).toMatchObject([
    { conversationId: second, score: 5 },
    { conversationId: first, score: 4 },
  ])
  const exported = await api.post('/api/conversations/bulk', { action: 'export', format: 'csv', ids: [first, third] })
  const [header, ...lines] = String(exported.body).split('\r\n')
  const column = header!.split(',').indexOf('rating')
  expect(lines.slice(0, 2).map((line) => line.split(',')[column])).toEqual(['4', ''])
  await rate(third, { score: 1, comment: 'Words of theirs.' })
  const { body: contacts } = await api.get('/api/contacts?email=c@example.com')
  const { body: data } = await api.get(`/api/contacts/${contacts.items[0].id}/data`)
  expect(data.conversations[0].conversation.rating).toMatchObject({ score: 1, comment: 'Words of theirs.' })
}, 60_000)

test('who acts as an agent does not rate, neither conversation nor answer', async () => {
  const { body: asked } = await api.post('/api/chat/message', { message: 'How long does delivery take?' })
  const { body: agent } = await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })
  const { body: bound } = await api.post('/api/api-keys', { name: 'k', scopes: ['chat'], agentId: agent.id })
  const { conversationId, messageId } = asked
  const callers: Record<string, string>[] = [{ 'x-agent-id': agent.id }, { 'x-api-key': bound.key }]
  for (const headers of callers) {
    const rated = [
      await api.post(`/api/conversations/${conversationId}/rating`, { score: 5 }, headers),
      await api.post('/api/chat/feedback', { messageId, helpful: true }, headers),
    ]
    expect(rated.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ])
  }
  const { body } = await api.get(`/api/conversations/${conversationId}`)
  expect(body.status).toBe('open')
  expect(body).not.toHaveProperty('rating')
})
