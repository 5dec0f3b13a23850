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
    return body
  }, waiting)
  expect(overview.escalatedByReason).toEqual({ low_confidence: 1 })
  expect(overview.confidence).toMatchObject({ count: 2 })
  expect(overview.sources.mostUsed).toEqual([{ sourceId: source.id, title: 'Parking', count: 1 }])
  expect(overview.sources.neverUsed).toEqual([{ sourceId: unused.id, title: 'Wine' }])
  expect(overview.groups.find(({ key }: any) => key === 'guests')).toMatchObject({ answered: 1, escalated: 0 })

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

  const log = (await api.get('/api/analytics/log')).body.items
  expect(log).toMatchObject([
    { kind: 'settings', action: 'update', changed: ['retentionDays'], actor: { kind: 'api' } },
    { kind: 'bulk', action: 'tag', tag: 'guests', requested: 1, succeeded: 1, failed: 0, actor: { kind: 'api' } },
  ])
  const stranger = await platform.newTenant('no numbers')
  expect((await stranger.get('/api/analytics/overview')).body).toMatchObject({ conversations: 0, questions: 0 })
  expect((await stranger.get('/api/analytics/log')).body.items).toEqual([])
})
