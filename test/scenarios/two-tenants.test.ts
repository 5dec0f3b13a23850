import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let north: ApiClient
let south: ApiClient

beforeAll(async () => {
  north = await platform.newTenant('north')
  south = await platform.newTenant('south')
})

const handbook = (words: string) => `The door code of the office is ${words}. Visitors sign the book at the desk.`

test('with the same document each is answered from its own', async () => {
  const [mine, theirs] = await Promise.all([
    north.teach('Handbook', handbook('blackbird')),
    south.teach('Handbook', handbook('kingfisher')),
  ])
  const [a, b] = await Promise.all([
    north.ask('What is the door code of the office?'),
    south.ask('What is the door code of the office?'),
  ])
  expect(a.content).toContain('blackbird')
  expect(b.content).toContain('kingfisher')
  expect(JSON.stringify(a)).not.toContain('kingfisher')
  expect(JSON.stringify(b)).not.toContain('blackbird')
  for (const cited of a.sources) expect(cited.sourceId).toBe(mine.id)
  for (const cited of b.sources) expect(cited.sourceId).toBe(theirs.id)
})

test('the very same bytes in both stay two sources: deleting one leaves the other', async () => {
  const text = handbook('goldcrest')
  const mine = await north.teach('Same', text)
  const theirs = await south.teach('Same', text)
  expect(mine.id).not.toBe(theirs.id)
  await north.delete(`/api/knowledge/sources/${mine.id}`)
  const found = async (tenant: ApiClient) =>
    (await tenant.get('/api/search?q=goldcrest')).body.items.map((item: any) => item.sourceId)
  expect(await found(north)).not.toContain(mine.id)
  expect(await found(south)).toContain(theirs.id)
})

test("another tenant's id answers exactly like an id that never was", async () => {
  const source = await north.teach('Private', 'The safe stands behind the painting.')
  const { conversationId, messageId } = await north.ask('Where does the safe stand?')
  const { body: policy } = await north.post('/api/policies', {
    name: 'Private',
    type: 'Length Limit',
    mode: 'Post-generation',
    config: { maxTokens: 500 },
  })
  const paths = [
    `/api/knowledge/sources/${source.id}`,
    `/api/knowledge/sources/${source.id}/versions`,
    `/api/knowledge/sources/${source.id}/chunks`,
    `/api/conversations/${conversationId}`,
    `/api/conversations/${conversationId}/messages`,
    `/api/chat/stream/${messageId}`,
    `/api/policies/${policy.id}`,
  ]
  for (const path of paths) {
    const never = path.replace(/_[0-9a-f]{32}/, `_${'0'.repeat(32)}`)
    const [own, foreign, absent] = [await north.get(path), await south.get(path), await south.get(never)]
    expect(own.status, path).toBe(200)
    expect(foreign.status, path).toBe(404)
    const shown = ({ body: { requestId: _, instance: __, ...rest } }: typeof foreign) => rest
    expect(shown(foreign), path).toEqual(shown(absent))
  }
  const passedOn = await south.post('/api/chat/message', { message: 'Where is the safe?', conversationId })
  expect(passedOn).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await south.delete(`/api/knowledge/sources/${source.id}`)).status).toBe(404)
  expect((await north.get(`/api/knowledge/sources/${source.id}`)).status).toBe(200)
})

test('lists show what is ours alone', async () => {
  for (const path of ['/api/knowledge/sources', '/api/conversations', '/api/policies']) {
    const [a, b] = [await north.get(`${path}?limit=100`), await south.get(`${path}?limit=100`)]
    const ids = new Set(a.body.items.map((item: any) => item.id))
    expect(b.body.items.filter((item: any) => ids.has(item.id))).toEqual([])
  }
})
