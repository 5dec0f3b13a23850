import { beforeAll, expect, test } from 'vitest'
import { readEvents } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let anna: { id: string; name: string }
let bo: { id: string }

const makeAgent = async (name: string) => {
  const { status, body } = await platform.api.post('/api/agents', { name, email: `${name.toLowerCase()}@example.com` })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

beforeAll(async () => {
  await platform.api.teach('Opening hours', 'The shop is open from nine to five. Returns are free for thirty days.')
  anna = await makeAgent('Anna')
  bo = await makeAgent('Bo')
})

const read = async (conversationId: string) => (await platform.api.get(`/api/conversations/${conversationId}`)).body
const messagesOf = async (conversationId: string) =>
  (await platform.api.get(`/api/conversations/${conversationId}/messages?limit=100`)).body.items.toReversed()
const reply = (conversationId: string, content: string, more: object = {}) =>
  platform.api.post(`/api/conversations/${conversationId}/messages`, {
    kind: 'reply',
    content,
    agentId: anna.id,
    ...more,
  })

test('a hand-over is promised once, with its summary; people answer until they hand it back', async () => {
  const { api } = platform
  const { conversationId } = await api.ask('When is the shop open?')
  const first = await api.post('/api/conversations/handover', {
    conversationId,
    reason: 'complaint',
    note: 'Please call back.',
    assignee: bo.id,
  })
  expect(first).toMatchObject({ status: 200 })
  expect(first.body).toMatchObject({
    conversationId,
    status: 'escalated',
    assignee: bo.id,
    reason: 'complaint',
    alreadyHandedOver: false,
  })
  const { summary, ...handedOver } = first.body
  expect(summary).toMatch(/open/)
  const second = await api.post('/api/conversations/handover', { conversationId, reason: 'again' })
  expect(second).toMatchObject({ status: 200, body: { ...handedOver, alreadyHandedOver: true } })
  // What is not written within a moment is written afterwards.
  const whole = 'Customer: When is the shop open? AI: The shop is open from nine to five.'
  await expect.poll(async () => (await read(conversationId)).escalation.summary, { timeout: 20_000 }).toBe(whole)
  expect(await read(conversationId)).toMatchObject({
    status: 'escalated',
    handler: 'queue',
    escalation: { reason: 'complaint', sourcesTried: [expect.stringMatching(/^src_/)] },
  })

  const waiting = await api.ask('Hello? When is the shop open?', { conversationId })
  expect(waiting).toMatchObject({ outcome: 'waiting', conversationId })
  // No message has this id, but what was said is read again by it.
  const again = await api.request('GET', `/api/chat/stream/${waiting.messageId}`)
  expect((await Array.fromAsync(readEvents(again))).at(-1)!.data).toMatchObject({ reason: 'waiting' })
  const stream = await api.request('POST', '/api/chat/stream', { body: { message: 'Anybody there?', conversationId } })
  const events = await Array.fromAsync(readEvents(stream))
  expect(events.map(({ data }) => data)).toMatchObject([{ type: 'start', conversationId }, { reason: 'waiting' }])
  expect(events[0]!.data).toEqual({ type: 'start', conversationId, messageId: expect.stringMatching(/^msg_/) })
  const seen = (await read(conversationId)).messageCount
  const written = await reply(conversationId, 'From nine to five.', { sawSequence: seen })
  expect(written).toMatchObject({
    status: 201,
    body: { kind: 'message', author: { kind: 'agent', id: anna.id, name: 'Anna' }, sequence: seen + 1 },
  })
  expect(await read(conversationId)).toMatchObject({ status: 'escalated', handler: 'agent', assignee: bo.id })

  const back = await api.send('POST', `/api/conversations/${conversationId}/handback`, {
    headers: { 'x-agent-id': anna.id },
  })
  expect(back).toMatchObject({ status: 200, body: { status: 'open', handler: 'ai', assignee: null } })
  expect(back.body.escalation).toBeUndefined()
  expect(await api.ask('When is the shop open?', { conversationId })).toMatchObject({ outcome: 'answered' })
  const { body: log } = await api.get(`/api/conversations/${conversationId}/activity`)
  expect(log.items.toReversed()).toMatchObject([
    { actor: { kind: 'api' }, action: 'hand_over', from: 'open', to: 'escalated', detail: 'complaint' },
    { action: 'assign', from: null, to: bo.id },
    { actor: { kind: 'agent', id: anna.id }, action: 'take_over', from: 'queue', to: 'agent' },
    { actor: { kind: 'agent', id: anna.id }, action: 'hand_back', from: 'agent', to: 'ai' },
    { actor: { kind: 'agent', id: anna.id }, action: 'unassign', from: bo.id, to: null },
  ])
})

test('a reply that has not seen the newest message is refused and adds nothing', async () => {
  const { api } = platform
  const { conversationId } = await api.ask('Are returns free?')
  const { messageCount } = await read(conversationId)
  await api.ask('Are returns free for thirty days?', { conversationId })
  const refused = await reply(conversationId, 'Too late', { sawSequence: messageCount })
  expect(refused).toMatchObject({ status: 409, body: { code: 'conversation_moved' } })
  expect((await messagesOf(conversationId)).map(({ content }: any) => content)).not.toContain('Too late')
  expect(await read(conversationId)).toMatchObject({ handler: 'ai' })
})

test('an unknown agent is refused wherever one is named', async () => {
  const { api } = platform
  const { conversationId } = await api.ask('Are returns free?')
  const path = `/api/conversations/${conversationId}`
  const replies = await Promise.all([
    reply(conversationId, 'Hi', { agentId: 'agt_nobody' }),
    api.send('PATCH', path, { body: { assignee: 'agt_nobody' } }),
    api.send('PATCH', path, { body: { tags: ['a'] }, headers: { 'x-agent-id': 'agt_nobody' } }),
    api.post('/api/conversations/handover', { conversationId, assignee: 'agt_nobody' }),
    api.post('/api/conversations/bulk', { action: 'assign', ids: [conversationId], assignee: 'agt_nobody' }),
    reply(conversationId, 'Hi', { agentId: undefined }),
  ])
  for (const each of replies) expect(each).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  expect(await read(conversationId)).toMatchObject({ handler: 'ai', tags: [], assignee: null })
})

test('a reply under one Idempotency-Key is written once', async () => {
  const { api } = platform
  const { conversationId } = await api.ask('Are returns free?')
  const send = () =>
    api.post(
      `/api/conversations/${conversationId}/messages`,
      { kind: 'reply', content: 'Yes, once.', agentId: anna.id },
      { 'idempotency-key': 'a-reply' },
    )
  const [first, again] = [await send(), await send()]
  expect(again.body).toEqual(first.body)
  const contents = (await messagesOf(conversationId)).map(({ content }: any) => content)
  expect(contents.filter((content: string) => content === 'Yes, once.')).toHaveLength(1)
})
