import { beforeAll, expect, test } from 'vitest'
import { type ApiClient, apiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let api: ApiClient

beforeAll(async () => {
  api = await platform.newTenant('tags')
})

const tagsOf = async (query: string, asked = api): Promise<unknown> => {
  const { status, body } = await asked.get(`/api/tags?${query}`)
  return status === 200 ? body.items.map(({ tag, count }: { tag: string; count: number }) => [tag, count]) : status
}

test('tags in use are counted for conversations, contacts and sources, the most used first, and found by a part', async () => {
  for (const tags of [['vip', 'Retur'], ['vip'], []]) {
    const { conversationId } = (await api.post('/api/chat/message', { message: 'Hello' })).body
    await api.send('PATCH', `/api/conversations/${conversationId}`, { body: { tags } })
  }
  expect(await tagsOf('of=conversations')).toEqual([
    ['vip', 2],
    ['Retur', 1],
  ])
  expect(await tagsOf('q=RET')).toEqual([['Retur', 1]])
  expect(await tagsOf('limit=1')).toEqual([['vip', 2]])

  const [kept, merged] = await Promise.all(
    ['gold', 'silver'].map(async (tag) => (await api.post('/api/contacts', { name: tag, tags: [tag, 'all'] })).body.id),
  )
  expect(await tagsOf('of=contacts')).toEqual([
    ['all', 2],
    ['gold', 1],
    ['silver', 1],
  ])
  expect((await api.post('/api/contacts/merge', { into: kept, from: merged })).status).toBe(200)
  expect(await tagsOf('of=contacts&q=all')).toEqual([['all', 1]])

  const add = (tags: string[]) =>
    api.post('/api/knowledge/sources', { type: 'manual', title: 'T', text: 'Text.', tags })
  const first = (await add(['shop'])).body
  await add(['shop', 'returns'])
  expect(await tagsOf('of=sources')).toEqual([
    ['shop', 2],
    ['returns', 1],
  ])
  await api.delete(`/api/knowledge/sources/${first.id}`)
  expect(await tagsOf('of=sources&q=shop')).toEqual([['shop', 1]])
})

test('each kind of tags needs the scope that reads what has them', async () => {
  const { key } = (await api.post('/api/api-keys', { name: 'inbox', scopes: ['conversations:read'] })).body
  const inbox = apiClient(() => platform.baseUrl, key)
  expect(await tagsOf('of=conversations', inbox)).toBeInstanceOf(Array)
  expect(await tagsOf('of=contacts', inbox)).toBe(403)
  expect(await tagsOf('of=sources', inbox)).toBe(403)
  expect(await tagsOf('of=agents', inbox)).toBe(422)
})
