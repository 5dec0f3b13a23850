import { expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 20_000, interval: 100 }

test('numbers of what was asked list their rows, and the log says who did what', async () => {
  const api = await platform.newTenant('numbers')
  const source = await api.teach('Parking', 'Parking is free for guests on weekends.')
  const unused = await api.teach('Wine', 'The wine list has forty wines of Portugal.')
  const answered = await api.ask('Is parking free for guests on weekends?')
  const escalated = await api.ask('How do I export my invoices to Fortnox?')
  await api.post('/api/chat/feedback', { messageId: answered.messageId, helpful: true })
  const bulk = { action: 'tag', ids: [answered.conversationId], tag: 'guests' }
  expect((await api.post('/api/conversations/bulk', bulk)).status).toBe(200)
  expect((await api.send('PATCH', '/api/settings', { body: { retentionDays: 365 } })).status).toBe(200)

  const overview = await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/overview?by=tag')
    expect(body).toMatchObject({ conversations: 2, questions: 2, answered: 1, escalated: 1 })
    expect(body).toMatchObject({ resolved: { confirmed: 1, assumed: 0 }, sources: { used: 1, unused: 1 } })
    expect(body.groups.map(({ key }: any) => key).toSorted()).toEqual(['guests', null])
    // A tag reaches what was asked before it one after the other.
    expect(body.groups.find(({ key }: any) => key === 'guests')).toMatchObject({ answered: 1, escalated: 0 })
    return body
  }, waiting)
  expect(overview.escalatedByReason).toEqual({ low_confidence: 1 })
  expect(overview.confidence).toMatchObject({ count: 2 })
  expect(overview.sources.mostUsed).toEqual([{ sourceId: source.id, title: 'Parking', count: 1 }])
  expect(overview.sources.neverUsed).toEqual([{ sourceId: unused.id, title: 'Wine' }])

  const rows = async (query: string) => (await api.get(`/api/analytics/rows?metric=${query}`)).body.items
  expect(await rows('escalated')).toMatchObject([
    { conversationId: escalated.conversationId, reason: 'low_confidence', channel: 'api' },
  ])
  expect(await rows('questions&tag=guests')).toMatchObject([{ messageId: answered.messageId, outcome: 'answered' }])
  expect(await rows('sources_unused')).toMatchObject([{ sourceId: unused.id, title: 'Wine' }])
  const day = new Date().toISOString().slice(0, 10)
  expect((await api.get(`/api/analytics/overview?from=${day}&to=2020-01-01`)).status).toBe(422)
  const days = (await api.get(`/api/analytics/overview?by=day&from=${day}&to=${day}`)).body.groups
  expect(days).toMatchObject([{ key: day, questions: 2 }])

  await vi.waitFor(async () => {
    const log = (await api.get('/api/analytics/log')).body.items
    expect(log).toMatchObject([
      { kind: 'settings', action: 'update', changed: ['retentionDays'], actor: { kind: 'api' } },
      { kind: 'bulk', action: 'tag', tag: 'guests', requested: 1, succeeded: 1, failed: 0, actor: { kind: 'api' } },
    ])
  }, waiting)
  const { body: endpoint } = await api.post('/api/webhook-endpoints', { url: 'http://127.0.0.1:1/' })
  await api.post(`/api/webhook-endpoints/${endpoint.id}/test`, {})
  await vi.waitFor(async () => {
    const usage = (await api.get('/api/usage')).body
    expect(usage).toMatchObject({ questions: 2, pages: 0, deliveries: 1 })
    expect(usage.days.at(-1)).toMatchObject({ day, questions: 2, pages: 0, deliveries: 1 })
  }, waiting)

  const tomorrow = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T00:30:00+14:00`
  const { body: untilToday } = await api.get(`/api/usage?from=${day}&to=${encodeURIComponent(tomorrow)}`)
  expect(untilToday.days.map((each: any) => each.day)).toEqual([day])

  const stranger = await platform.newTenant('no numbers')
  expect((await stranger.get('/api/analytics/overview')).body).toMatchObject({ conversations: 0, questions: 0 })
  expect((await stranger.get('/api/analytics/log')).body.items).toEqual([])
})

test('questions without an answer become suggestions; a source closes them only when it answers', async () => {
  const api = await platform.newTenant('gaps')
  await api.teach('Parking', 'Parking is free for guests on weekends.')
  const asked = ['Do you deliver parcels to Norway?', 'Is delivery of parcels to Norway possible?']
  for (const question of asked) expect(await api.ask(question)).toMatchObject({ outcome: 'escalated' })
  const other = await api.ask('Which vegan shoes do you sell?')
  const list = async (query = '') => (await api.get(`/api/analytics/suggestions${query}`)).body.items
  const [gap] = await vi.waitFor(async () => {
    const items = await list('?status=open')
    expect(items).toMatchObject([{ count: 2 }, { count: 1, questions: [{ conversationId: other.conversationId }] }])
    return items
  }, waiting)
  expect(gap).toMatchObject({ status: 'open', language: 'en', draft: { isAnswered: false } })
  expect(gap.questions.map(({ text }: any) => text).toSorted()).toEqual(asked.toSorted())
  expect(asked).toContain(gap.title)

  const path = `/api/analytics/suggestions/${gap.id}`
  const checked = async (body: object) => {
    const accepted = await api.post(`${path}/accept`, body)
    expect(accepted, JSON.stringify(accepted.body)).toMatchObject({ status: 202, body: { status: 'checking' } })
    return vi.waitFor(async () => {
      const { body: read } = await api.get(path)
      expect(read.check.state).toBe('finished')
      return read
    }, waiting)
  }
  // Nobody has answered it, so there is nothing to make a source of.
  expect(await checked({})).toMatchObject({ status: 'open', check: { sourceId: null, asked: 2, passed: 0 } })
  const beside = await checked({ title: 'Wine', text: 'The wine list has forty wines of Portugal.' })
  expect(beside).toMatchObject({ status: 'open', check: { asked: 2, passed: 0, sourceId: expect.any(String) } })
  expect(beside.check.notPassed).toHaveLength(2)
  const text = 'Yes, we deliver parcels to Norway. Delivery of parcels to Norway is possible and takes five days.'
  const closed = await checked({ title: 'Norway', text })
  expect(closed).toMatchObject({ status: 'closed', check: { asked: 2, passed: 2, notPassed: [] } })
  expect((await api.get(`/api/knowledge/sources/${closed.check.sourceId}`)).body.title).toBe('Norway')
  expect((await api.post(`${path}/accept`, {})).status).toBe(409)
  expect(await api.ask(asked[0]!)).toMatchObject({ outcome: 'answered' })

  const [rest] = await list('?status=open')
  expect(await api.post(`/api/analytics/suggestions/${rest.id}/dismiss`, {})).toMatchObject({
    status: 200,
    body: { status: 'dismissed' },
  })
  expect(await list('?status=open')).toEqual([])
  const log = (await api.get('/api/analytics/log?kind=suggestion')).body.items
  expect(log.map(({ action }: any) => action)).toEqual(['dismiss', 'accept', 'accept', 'accept'])
})

test('what people replied is the draft; with its contact a question and its suggestion are forgotten', async () => {
  const api = await platform.newTenant('drafts')
  await api.teach('Parking', 'Parking is free for guests on weekends.')
  const asked = await api.post('/api/chat/message', {
    message: 'Do you repair zebrawood violins?',
    contact: { email: 'violin@example.com' },
  })
  expect(asked.body).toMatchObject({ outcome: 'escalated' })
  const agent = (await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })).body
  const reply = { kind: 'reply', content: 'We repair violins of every wood, zebrawood too.', agentId: agent.id }
  const written = await api.post(`/api/conversations/${asked.body.conversationId}/messages`, reply)
  expect(written.status, JSON.stringify(written.body)).toBe(201)
  const gap = await vi.waitFor(async () => {
    const [item] = (await api.get('/api/analytics/suggestions')).body.items
    expect(item.draft).toMatchObject({ isAnswered: true, text: expect.stringContaining(reply.content) })
    return item
  }, waiting)

  const contact = await vi.waitFor(async () => {
    const { body } = await api.get('/api/contacts?email=violin@example.com')
    expect(body.items).toHaveLength(1)
    return body.items[0]
  }, waiting)
  const { jobId } = (await api.post(`/api/contacts/${contact.id}/erase`, {})).body
  await vi.waitFor(async () => expect((await api.get(`/api/jobs/${jobId}`)).body.state).toBe('finished'), waiting)
  const { items: removed } = (await api.get(`/api/jobs/${jobId}`)).body
  expect(removed).toContainEqual({ what: 'questions of suggestions', count: 1 })
  expect((await api.get(`/api/analytics/suggestions/${gap.id}`)).status).toBe(404)
  expect((await api.get('/api/analytics/overview')).body).toMatchObject({ questions: 1, escalated: 1 })
})
