import { beforeAll, expect, test } from 'vitest'
import { textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const unanswerable = 'Which planet has the longest orbital period around the sun?'

beforeAll(async () => {
  await platform.api.teach(
    'Opening hours',
    'The library is open Monday to Friday from 9 to 18. It is closed on Sundays.',
  )
})

test('a question that no source answers is escalated, not made up', async () => {
  const { api } = platform
  const answer = await api.ask(unanswerable)
  expect(answer).toMatchObject({ outcome: 'escalated', sources: [] })
  expect(answer.content).not.toMatch(/library|Monday|planet/i)

  const { body: conversation } = await api.get(`/api/conversations/${answer.conversationId}`)
  expect(conversation).toMatchObject({ status: 'escalated', escalation: { reason: 'low_confidence' } })
  expect(conversation.handler).not.toBe('ai')
  expect(conversation.escalation.summary).not.toBe('')
})

test('it is escalated with an empty knowledge base too', async () => {
  const tenant = await platform.newTenant('empty')
  expect(await tenant.ask('When is the library open?')).toMatchObject({ outcome: 'escalated', sources: [] })
})

test('the stream says the same, once, and as its last event', async () => {
  const events = await platform.api.askStream(unanswerable)
  expect(events[0]!.event).toBe('start')
  expect(events.at(-1)).toMatchObject({
    event: 'escalated',
    data: { type: 'escalated', reason: 'low_confidence', message: expect.any(String), score: expect.any(Number) },
  })
  expect(events.filter(({ event }) => ['done', 'blocked', 'escalated', 'error'].includes(event))).toHaveLength(1)
  expect(textOf(events)).toBe('')
})

test('after the hand-over the AI stays silent: the next message waits for a person', async () => {
  const { api } = platform
  const { conversationId } = await api.ask(unanswerable)
  const next = await api.ask('When is the library open?', { conversationId })
  expect(next).toMatchObject({ outcome: 'waiting', conversationId, sources: [] })
  expect(next.content).not.toContain('Monday')
})
