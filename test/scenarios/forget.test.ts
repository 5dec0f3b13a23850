import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 30_000, interval: 100 }

test('a deleted source is found nowhere any more, and a report says what was removed', async () => {
  const api = await platform.newTenant('deleting')
  const source = await api.teach('Kayaks', 'A kayak with the secret name Zanzibarella costs 450 kronor a day.')
  const headers = { 'idempotency-key': randomUUID() }
  const ask = () => api.post('/api/chat/message', { message: 'What does a kayak cost a day?' }, headers)
  const { body: answer } = await ask()
  expect(answer.sources[0].quote).toContain('450 kronor')
  expect((await api.get(`/api/knowledge/deletions/${source.id}`)).status).toBe(404)

  expect((await api.request('DELETE', `/api/knowledge/sources/${source.id}`)).status).toBe(204)
  const report = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/knowledge/deletions/${source.id}`)
    expect(body).toMatchObject({ sourceId: source.id, state: 'finished' })
    return body
  }, waiting)
  expect(report.removed).toEqual(
    expect.arrayContaining([
      { what: 'versions', count: 1 },
      { what: 'quotes in messages', count: 1 },
      { what: 'stored replies', count: 1 },
    ]),
  )
  const { body: messages } = await api.get(`/api/conversations/${answer.conversationId}/messages`)
  expect(messages.items[0].sources[0]).toMatchObject({ sourceId: source.id, quote: '', title: '' })
  expect((await ask()).status).toBe(404)
  expect((await api.get('/api/search?q=kayak')).body.items).toEqual([])
  expect((await api.get('/api/knowledge/deletions')).body.items.map(({ sourceId }: any) => sourceId)).toEqual([
    source.id,
  ])
})

test('an erased contact is found nowhere any more; its data could be had before', async () => {
  const api = await platform.newTenant('erasing')
  await api.teach('Rain', 'Umbrellas are lent for free at the desk.')
  const contact = { email: 'zanzibarella@example.com', name: 'Zanzi Barella' }
  const headers = { 'idempotency-key': randomUUID() }
  const ask = () => api.post('/api/chat/message', { message: 'Are umbrellas lent for free?', contact }, headers)
  const { body: answer } = await ask()
  const other = await api.post('/api/chat/message', {
    message: 'Are umbrellas lent?',
    contact: { email: 'bo@example.com' },
  })
  const found = await vi.waitFor(async () => {
    const { body } = await api.get('/api/contacts?email=zanzibarella@example.com')
    expect(body.items).toHaveLength(1)
    const linked = await api.get(`/api/conversations?contactId=${body.items[0].id}`)
    expect(linked.body.items).toHaveLength(1)
    return body.items[0]
  }, waiting)
  const { body: data } = await api.get(`/api/contacts/${found.id}/data`)
  expect(data.contact).toEqual(found)
  expect(data.conversations[0].messages.map(({ content }: any) => content)).toContain('Are umbrellas lent for free?')

  const started = await api.post(`/api/contacts/${found.id}/erase`, {})
  expect(started.status).toBe(202)
  const job = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/jobs/${started.body.jobId}`)
    expect(body.state).toBe('finished')
    return body
  }, waiting)
  expect(job.items).toEqual(
    expect.arrayContaining([
      { what: 'conversations', count: 1 },
      { what: 'messages', count: 2 },
      { what: 'stored replies', count: 1 },
      { what: 'contacts', count: 1 },
    ]),
  )
  expect(Date.parse(job.lastEventExpiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60 * 1_000)
  for (const path of [
    `/api/contacts/${found.id}`,
    `/api/contacts/${found.id}/data`,
    `/api/conversations/${answer.conversationId}`,
    `/api/conversations/${answer.conversationId}/messages`,
  ]) {
    expect((await api.get(path)).status, path).toBe(404)
  }
  expect((await ask()).status).toBe(404)
  expect((await api.get(`/api/conversations/${other.body.conversationId}`)).status).toBe(200)
})
