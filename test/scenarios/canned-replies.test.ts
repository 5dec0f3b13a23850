import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let api: ApiClient
let anna: string
let bo: string

beforeAll(async () => {
  api = await platform.newTenant('canned-replies')
  await api.teach('Delivery', 'Delivery takes three working days.')
  anna = (await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })).body.id
  bo = (await api.post('/api/agents', { name: 'Bo', email: 'bo@example.com' })).body.id
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const as = (agentId: string) => (method: Method, path: string, body?: unknown) =>
  api.send(method, path, { ...(body !== undefined && { body }), headers: { 'x-agent-id': agentId } })
const talk = async (more: object = {}): Promise<string> =>
  (await api.post('/api/chat/message', { message: 'How long does delivery take?', ...more })).body.conversationId
const namesFor = async (agentId: string): Promise<string[]> =>
  (await as(agentId)('GET', '/api/replies')).body.items.map(({ name }: { name: string }) => name)

test('a canned reply is filled in for the customer and the agent, and what nobody knows is named', async () => {
  const reply = { name: 'Greeting', shortcut: 'hi', content: 'Hello {{contact.name}}, {{agent.name}} here. {{other}}' }
  const created = await as(anna)('POST', '/api/replies', { ...reply, actions: { tags: ['greeted'] } })
  expect(created).toMatchObject({ status: 201, body: { ...reply, shared: true, used: 0, agentId: anna } })
  const url = `/api/replies/${created.body.id}`
  const known = await talk({ contact: { name: 'Maja', email: 'maja@example.com' } })
  expect(await as(bo)('POST', `${url}/render`, { conversationId: known })).toMatchObject({
    ...{
      status: 200,
      body: { content: 'Hello Maja, Bo here. {{other}}', missing: [], actions: { tags: ['greeted'] } },
    },
  })
  const unknown = await talk()
  expect((await api.post(`${url}/render`, { conversationId: unknown })).body).toMatchObject({
    ...{ content: 'Hello ,  here. {{other}}', missing: ['contact.name', 'agent.name'] },
  })
  expect((await api.get(url)).body.used).toBe(2)
  // Rendering sends nothing.
  expect((await api.get(`/api/conversations/${unknown}`)).body.messageCount).toBe(2)
  expect((await as(bo)('PATCH', url, { name: 'Hello', actions: null })).body).not.toHaveProperty('actions')
  expect((await as(bo)('DELETE', url)).status).toBe(204)
  expect((await as(anna)('GET', url)).status).toBe(404)
})

test('an agent’s own reply is there for nobody else; shared ones stay when their agent is removed', async () => {
  const carl = (await api.post('/api/agents', { name: 'Carl', email: 'carl@example.com' })).body.id
  const id = await talk()
  const own = { name: 'Own', shortcut: 'own', content: 'Mine', shared: false }
  expect((await api.post('/api/replies', own)).status).toBe(422)
  const { body: kept } = await as(carl)('POST', '/api/replies', own)
  await as(carl)('POST', '/api/replies', { ...own, name: 'Shared', shared: true })
  expect([await namesFor(carl), await namesFor(bo)]).toEqual([['Own', 'Shared'], ['Shared']])
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { name: 'Taken' }],
    ['DELETE', ''],
    ['POST', '/render', { conversationId: id }],
  ] as [Method, string, object?][])
    expect((await as(bo)(method, `/api/replies/${kept.id}${path}`, body)).status, `${method} ${path}`).toBe(404)

  expect((await api.delete(`/api/agents/${carl}`)).status).toBe(204)
  expect(await namesFor(bo)).toEqual(['Shared'])
})

test('messages before, after and around one are a page from which the cursor leads to older ones', async () => {
  const id = await talk()
  for (let i = 0; i < 6; i++)
    await as(anna)('POST', `/api/conversations/${id}/messages`, { kind: 'note', content: `${i}` })
  const page = async (query: string) => {
    const { status, body } = await api.get(`/api/conversations/${id}/messages?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return { sequences: body.items.map(({ sequence }: { sequence: number }) => sequence), next: body.nextCursor }
  }
  expect((await page('limit=3')).sequences).toEqual([8, 7, 6])
  expect((await page('limit=2&before=4')).sequences).toEqual([3, 2])
  expect((await page('limit=3&around=5')).sequences).toEqual([6, 5, 4])
  expect((await page('limit=5&after=8')).sequences).toEqual([])
  const after = await page('limit=2&after=3')
  expect(after.sequences).toEqual([5, 4])
  expect((await page(`limit=2&cursor=${after.next}`)).sequences).toEqual([3, 2])
  expect((await page('limit=3&before=4')).next).toBeNull()
  expect((await api.get(`/api/conversations/${id}/messages?before=4&after=2`)).status).toBe(422)
})
