import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()

beforeAll(async () => {
  await platform.api.teach(
    'Membership',
    'A membership costs 250 kronor a year. Children under 12 are members for free. Members may borrow ten books at once.',
  )
})

test('questions and answers stand in one conversation, numbered, newest first', async () => {
  const { api } = platform
  const first = await api.ask('What does a membership cost?')
  const second = await api.ask('How many books may members borrow?', { conversationId: first.conversationId })
  expect(second.conversationId).toBe(first.conversationId)
  expect(second.messageId).not.toBe(first.messageId)

  const { body: conversation } = await api.get(`/api/conversations/${first.conversationId}`)
  expect(conversation).toMatchObject({ status: 'open', handler: 'ai', channel: 'api', messageCount: 4 })
  const { body } = await api.get(`/api/conversations/${first.conversationId}/messages`)
  expect(body.items.map((message: any) => [message.sequence, message.author.kind])).toEqual([
    [4, 'ai'],
    [3, 'customer'],
    [2, 'ai'],
    [1, 'customer'],
  ])
  expect(body.items[0]).toMatchObject({ id: second.messageId, content: second.content })
})

test('an answer that helped resolves the conversation as confirmed', async () => {
  const { api } = platform
  const { messageId, conversationId } = await api.ask('What does a membership cost?')
  const rated = await api.post('/api/chat/feedback', { messageId, helpful: true })
  expect(rated).toMatchObject({ status: 200, body: { conversationId, helpful: true } })
  const { body } = await api.get(`/api/conversations/${conversationId}`)
  expect(body).toMatchObject({ status: 'resolved', resolved: { by: 'ai', how: 'confirmed' } })
})

test('conversations are listed newest first, by status, and paged without a gap or a double', async () => {
  const tenant = await platform.newTenant('pages')
  await tenant.teach('Tea', 'Tea is served at four.')
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push((await tenant.ask('When is tea served?')).conversationId)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await tenant.get(`/api/conversations?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    expect(body.items.length).toBeLessThanOrEqual(2)
    seen.push(...body.items.map((item: any) => item.id))
    cursor = body.nextCursor ?? ''
  } while (cursor)
  expect(seen).toEqual(ids.toReversed())
  const { body: resolved } = await tenant.get('/api/conversations?status=resolved')
  expect(resolved.items).toEqual([])
})

test('the copilot summarizes what was said, and names the newest message it saw', async () => {
  const { api } = platform
  const { conversationId, messageId } = await api.ask('Are children members for free?')
  const summary = await api.post('/api/copilot', { action: 'summarize', conversationId })
  expect(summary).toMatchObject({ status: 200, body: { action: 'summarize', conversationId, messageId } })
  expect(summary.body.result).toMatch(/child/i)
  const free = await api.post('/api/copilot', { action: 'translate_sv', conversationId })
  expect(free).toMatchObject({ status: 501, body: { code: 'model_required' } })
})

test('two messages at once in one conversation are answered one after the other', async () => {
  const { api } = platform
  const { conversationId } = await api.ask('What does a membership cost?')
  const answers = await Promise.all([
    api.ask('How many books may members borrow?', { conversationId }),
    api.ask('Are children under 12 members for free?', { conversationId }),
  ])
  for (const answer of answers) expect(answer.outcome).toBe('answered')
  const { body } = await api.get(`/api/conversations/${conversationId}/messages`)
  expect(body.items.map((message: any) => message.sequence)).toEqual([6, 5, 4, 3, 2, 1])
  expect(body.items.filter((message: any) => message.author.kind === 'ai')).toHaveLength(3)
})
