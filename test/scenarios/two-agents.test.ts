import { beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, readEvents, type SentEvent } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const patience = { timeout: 20_000, interval: 20 }
let api: ApiClient
let anna: string
let bo: string

beforeAll(async () => {
  api = await platform.newTenant('two-agents')
  await api.teach('Delivery', 'Delivery takes three working days.')
  anna = (await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })).body.id
  bo = (await api.post('/api/agents', { name: 'Bo', email: 'bo@example.com' })).body.id
})

const talk = async (): Promise<string> =>
  (await api.post('/api/chat/message', { message: 'How long does delivery take?' })).body.conversationId
const as = (agentId: string) => (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  api.send(method, path, { ...(body !== undefined && { body }), headers: { 'x-agent-id': agentId } })

/** Reads the live events until `leave`, with when each came. */
async function follow(query: string) {
  const leaving = new AbortController()
  const response = await api.request('GET', `/api/events/stream?${query}`, { signal: leaving.signal })
  expect(response.status).toBe(200)
  const events: SentEvent[] = []
  const reading = (async () => {
    for await (const event of readEvents(response)) events.push(event)
  })().catch((error) => {
    if (!leaving.signal.aborted) throw error
  })
  return {
    events,
    dataOf: (type: string) => events.filter(({ event }) => event === type).map(({ data }) => data),
    async leave() {
      leaving.abort()
      await reading
    },
  }
}

test('a draft is kept for its agent alone, and an older one is refused with the one that stands', async () => {
  const id = await talk()
  const url = `/api/conversations/${id}/drafts/reply`
  expect((await as(anna)('GET', url)).status).toBe(404)
  const first = await as(anna)('PUT', url, { content: 'Three', sawSequence: 2 })
  expect(first).toMatchObject({ status: 200, body: { content: 'Three', revision: 1, sawSequence: 2, agentId: anna } })
  expect(await as(anna)('PUT', url, { content: 'Four' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', current: { content: 'Three', revision: 1 } },
  })
  expect(await as(anna)('PUT', url, { content: 'Three days', revision: 1 })).toMatchObject({ body: { revision: 2 } })
  expect((await as(bo)('GET', url)).status).toBe(404)
  expect((await api.get(url)).status).toBe(422)
  expect((await as(anna)('GET', '/api/drafts')).body.items).toMatchObject([
    { conversationId: id, content: 'Three days' },
  ])
  expect((await as(bo)('GET', '/api/drafts')).body.items).toEqual([])
  expect((await api.get(`/api/drafts?agentId=${anna}`)).body.items).toHaveLength(1)
  const { body: key } = await api.post('/api/api-keys', { name: 'desk', scopes: ['conversations'] })
  const desk = { headers: { 'x-api-key': key.key, 'x-agent-id': bo } }
  expect((await api.send('GET', `/api/drafts?agentId=${anna}`, desk)).status).toBe(403)
  expect((await as(anna)('DELETE', url)).status).toBe(204)
  expect((await as(anna)('DELETE', url)).status).toBe(204)
  expect((await as(anna)('GET', '/api/drafts')).body.items).toEqual([])
})

test('of two replies to the same message one is sent; with it the conversation may be closed', async () => {
  const id = await talk()
  const { messageCount } = (await api.get(`/api/conversations/${id}`)).body
  const reply = (agentId: string) =>
    as(agentId)('POST', `/api/conversations/${id}/messages`, {
      ...{ kind: 'reply', content: 'Three days.', sawSequence: messageCount, clientId: `of-${agentId}` },
      // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a message.
      then: 'close',
    })
  const replies = await Promise.all([reply(anna), reply(bo)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('conversation_moved')
  const sent = replies.find(({ status }) => status === 201)!.body
  expect(sent.clientId).toBe(`of-${sent.author.id}`)
  expect((await api.get(`/api/conversations/${id}`)).body).toMatchObject({
    ...{ status: 'closed', assignee: sent.author.id, preview: { messageId: sent.id } },
  })
  expect((await api.get(`/api/conversations/${id}/messages`)).body.items[0]).toMatchObject({ clientId: sent.clientId })
})

test('who looks at a conversation is seen within a second, and who types; a filter leaves the rest out', async () => {
  const id = await talk()
  const reader = await follow('types=presence,typing')
  const only = await follow(`conversationId=${id}&types=draft.changed,message.sent`)
  try {
    // Who comes later is told who is there, and on servers the changes of a conversation may be told after it is there.
    await vi.waitFor(
      () => expect([reader, only].map(({ events }) => events[0]?.event)).toEqual(['ready', 'ready']),
      patience,
    )
    const seen = () => reader.dataOf('presence').filter(({ conversationId }: any) => conversationId === id)
    const waits: number[] = []
    for (const [i, state] of ['viewing', 'replying', 'noting', 'viewing', 'replying'].entries()) {
      const told = Date.now()
      expect((await as(anna)('POST', '/api/presence', { conversationId: id, state })).status).toBe(204)
      await vi.waitFor(() => expect(seen()).toHaveLength(i + 1), patience)
      expect(seen().at(-1)).toEqual({ type: 'presence', agentId: anna, conversationId: id, state })
      waits.push(Date.now() - told)
    }
    // The median: the promise is of a second, and a machine that is busy may be late once.
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(1_000)
    expect((await api.post(`/api/conversations/${id}/typing`, undefined)).status).toBe(204)
    await vi.waitFor(
      () => expect(reader.dataOf('typing')).toEqual([{ type: 'typing', conversationId: id, by: 'customer' }]),
      patience,
    )
    expect(new Set(reader.events.slice(1).map((each) => each.id))).toEqual(new Set(['']))

    await as(anna)('PUT', `/api/conversations/${id}/drafts/note`, { content: 'Secret words' })
    await talk()
    await as(bo)('POST', `/api/conversations/${id}/messages`, { kind: 'note', content: 'Seen' })
    const notes = () => only.dataOf('message.sent').filter(({ message }: any) => message.kind === 'note')
    await vi.waitFor(() => expect([notes().length, only.dataOf('draft.changed').length]).toEqual([1, 1]), patience)
    expect(new Set(only.events.map(({ event }) => event))).toEqual(new Set(['ready', 'draft.changed', 'message.sent']))
    expect(only.dataOf('draft.changed')).toMatchObject([
      { draft: { kind: 'note', agentId: anna }, conversation: { id } },
    ])
    expect(JSON.stringify(only.dataOf('draft.changed'))).not.toContain('Secret')
    // Who comes later is told who is there.
    const late = await follow('types=presence')
    await vi.waitFor(
      () =>
        expect(late.dataOf('presence')).toContainEqual(
          expect.objectContaining({ conversationId: id, state: 'replying' }),
        ),
      patience,
    )
    await late.leave()
  } finally {
    await reader.leave()
    await only.leave()
  }
})

test('views are counted, listed and kept from others', async () => {
  const id = await talk()
  await as(anna)('PATCH', `/api/conversations/${id}`, { assignee: anna, tags: ['counted'] })
  const view = await as(anna)('POST', '/api/views', { name: 'Mine', filter: { tag: 'counted', assignee: 'me' } })
  expect(view).toMatchObject({ status: 201, body: { agentId: anna, shared: false, sort: 'newest' } })
  const counts = await as(anna)('GET', `/api/inbox/counts?views=mine,${view.body.id}`)
  expect(counts.body.items).toEqual([
    { view: 'mine', count: 1, exact: true, unread: 1 },
    { view: view.body.id, count: 1, exact: true, unread: 1 },
  ])
  expect((await api.get('/api/inbox/counts')).body.items.map((each: any) => each.view)).not.toContain('mine')
  expect((await as(anna)('GET', `/api/conversations?view=${view.body.id}`)).body.items).toMatchObject([{ id }])
  expect((await as(bo)('GET', `/api/views/${view.body.id}`)).status).toBe(404)
  // One that somebody keeps to themselves, or has just deleted, hides no other's count.
  const forBo = await as(bo)('GET', `/api/inbox/counts?views=${view.body.id},all`)
  expect(forBo.body.items).toMatchObject([{ view: 'all' }])
  expect((await as(bo)('GET', '/api/views')).body.items).toEqual([])
  expect(await as(anna)('PATCH', `/api/views/${view.body.id}`, { shared: true })).toMatchObject({
    body: { shared: true },
  })
  expect((await as(bo)('GET', '/api/views')).body.items).toHaveLength(1)
  expect((await as(bo)('DELETE', `/api/views/${view.body.id}`)).status).toBe(204)
  expect((await as(anna)('GET', `/api/views/${view.body.id}`)).status).toBe(404)
})
