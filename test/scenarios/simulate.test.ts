import { beforeAll, expect, test, vi } from 'vitest'
import { readEvents, textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const refusal =
  "I'm unable to process that request due to our content policies. Please rephrase your question or contact support directly."
const masked = 'a********@e**********'
const question = 'Whom do I write to about an invoice?'
let sourceId: string

const simulate = async (body: object): Promise<any> => {
  const reply = await platform.api.post('/api/simulate', body)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return reply.body
}
const topics = (name: string, phrases: string[]) => ({ topics: [{ name, phrases }] })
const weapons = { name: 'No weapons', type: 'Topic Filter', config: topics('weapons', ['firearm']) }

beforeAll(async () => {
  const source = await platform.api.teach(
    'Invoices',
    'Write to anna.berg@example.com about an invoice. An invoice is due after 30 days.',
  )
  sourceId = source.id
})

test('a simulation says what a customer would have read, and every step on the way', async () => {
  const { api } = platform
  const simulated = await simulate({ message: question })
  const answer = await api.ask(question)
  expect(simulated).toEqual({
    outcome: 'answered',
    content: answer.content,
    confidence: answer.confidence,
    sources: answer.sources,
    citations: answer.citations,
    chunks: [
      {
        sourceId,
        version: 1,
        title: 'Invoices',
        text: expect.stringContaining('30 days'),
        start: 0,
        end: expect.any(Number),
        score: expect.any(Number),
      },
    ],
    policies: [],
    escalation: { would: false, reason: null },
    timings: expect.objectContaining({
      screenMs: expect.any(Number),
      findMs: expect.any(Number),
      judgeMs: expect.any(Number),
      generateMs: expect.any(Number),
      filterMs: expect.any(Number),
      citeMs: expect.any(Number),
      totalMs: expect.any(Number),
    }),
  })
})

test('as a stream: the answer in deltas as it is written, then all of it; again for the same key', async () => {
  const { api } = platform
  const stream = async (body: object, key?: string) => {
    const headers = { accept: 'text/event-stream', ...(key && { 'idempotency-key': key }) }
    const response = await api.request('POST', '/api/simulate', { body, headers })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    return Array.fromAsync(readEvents(response))
  }
  const { timings: _, ...simulated } = await simulate({ message: question })
  const events = await stream({ message: question })
  expect(events[0]).toMatchObject({ event: 'start', data: { type: 'start' } })
  expect(textOf(events)).toBe(simulated.content)
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { type: 'done', ...simulated } })

  const escalated = await stream({ message: question, threshold: 1 })
  expect(escalated.map(({ event }) => event)).toEqual(['start', 'done'])
  expect(escalated[1]!.data).toMatchObject({ outcome: 'escalated', citations: [], escalation: { would: true } })

  const key = `simulated-${crypto.randomUUID()}`
  const kept = await api.post('/api/simulate', { message: question }, { 'idempotency-key': key })
  const replayed = await stream({ message: question }, key)
  expect(replayed.at(-1)!.data).toEqual({ type: 'done', ...kept.body })
  expect(textOf(replayed)).toBe(kept.body.content)

  const policies = [{ ...weapons, mode: 'Later' }]
  const headers = { accept: 'text/event-stream' }
  const refused = await api.send('POST', '/api/simulate', { body: { message: question, policies }, headers })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
})

test('nothing that a client can see is there afterwards', async () => {
  const { api } = platform
  const lists = [
    ...['/api/conversations', '/api/policies', '/api/knowledge/sources', '/api/dead-letters', '/api/jobs'],
    ...['/api/analytics/suggestions', '/api/analytics/log', '/api/inbox/counts?views=all', '/api/usage'],
  ]
  const seen = () => Promise.all(lists.map(async (path) => (await api.get(path)).body))
  const before = await seen()
  await simulate({ message: question, policies: [{ ...weapons, mode: 'Pre-generation' }] })
  await simulate({ message: 'How tall is the Eiffel Tower?', threshold: 1 })
  const body = { message: 'How tall is the tower of Pisa?' }
  const streamed = await api.request('POST', '/api/simulate', { body, headers: { accept: 'text/event-stream' } })
  expect((await Array.fromAsync(readEvents(streamed))).at(-1)!.event).toBe('done')
  // What a real question causes afterwards would be there before this one's.
  const { conversationId } = await api.ask('How deep is the Mariana Trench?')
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/suggestions')
    expect(JSON.stringify(body)).toContain('Mariana')
  })
  expect(JSON.stringify(await seen())).not.toMatch(/Eiffel|Pisa/)
  const idsIn = ({ items }: any): string[] => items.map(({ id }: { id: string }) => id)
  expect(idsIn((await api.get('/api/conversations')).body)).toEqual([conversationId, ...idsIn(before[0])])
})

test('policies of the body stand in for the ones of the tenant, which masks and blocks in everything that leaves', async () => {
  const { api } = platform
  const { body: kept } = await api.post('/api/policies', {
    name: 'No invoices',
    type: 'Topic Filter',
    mode: 'Pre-generation',
    config: topics('invoices', ['invoice']),
  })
  const blocked = await simulate({ message: question })
  expect(blocked).toMatchObject({
    outcome: 'blocked',
    content: refusal,
    confidence: 0,
    sources: [],
    chunks: [],
    policies: [{ policyId: kept.id, name: 'No invoices', mode: 'Pre-generation', decision: 'block' }],
    escalation: { would: false, reason: null },
  })
  expect(Object.keys(blocked.timings).sort()).toEqual(['screenMs', 'totalMs'])

  const filter = { name: 'No addresses', type: 'PII Filter', mode: 'Post-generation', config: { kinds: ['email'] } }
  const open = await simulate({ message: question, policies: [] })
  expect(open).toMatchObject({ outcome: 'answered', policies: [] })
  expect(JSON.stringify(open)).toContain('anna.berg@example.com')
  const hidden = await simulate({ message: question, policies: [filter] })
  expect(hidden).toMatchObject({ outcome: 'answered', chunks: [{ text: expect.stringContaining(masked) }] })
  expect(hidden.content).toContain(masked)
  expect(hidden.policies).toContainEqual(expect.objectContaining({ name: 'No addresses', decision: 'change' }))
  expect(JSON.stringify(hidden)).not.toContain('anna.berg@')

  const after = { ...kept, mode: 'Post-generation' }
  const replaced = await simulate({ message: question, policies: [after] })
  expect(replaced).toMatchObject({ outcome: 'blocked', content: refusal, sources: [], chunks: [{ text: '' }] })
  expect(replaced.policies).toEqual([expect.objectContaining({ policyId: kept.id, decision: 'block' })])
  expect(JSON.stringify(replaced)).not.toContain('30 days')
  await api.delete(`/api/policies/${kept.id}`)
})

test('the threshold of the body decides whether people are asked', async () => {
  const handedOver = await simulate({ message: question, threshold: 1 })
  expect(handedOver).toMatchObject({
    outcome: 'escalated',
    sources: [],
    chunks: [{ sourceId }],
    escalation: { would: true, reason: 'low_confidence' },
  })
  expect(handedOver.content).toContain('passed')
  expect(handedOver.timings).not.toHaveProperty('generateMs')
  const history = [
    { role: 'user', content: 'Hej! Jag har en fråga om en faktura som jag fick i går.' },
    { role: 'assistant', content: 'Vad undrar du över?' },
  ]
  // What tells no language is answered in that of the conversation.
  expect((await simulate({ message: '4711 / 4712?', history, threshold: 1 })).content).toContain('skickat')
  expect((await simulate({ message: question, history, threshold: 1 })).content).toContain('passed')
})

test('rules that hand over before anything is looked up do so here too, and a simulation says what a customer would read', async () => {
  const { api } = platform
  const message = 'I want to talk to a human being, please.'
  const requested = await simulate({ message })
  expect(requested).toMatchObject({
    outcome: 'escalated',
    chunks: [],
    policies: [],
    escalation: { would: true, reason: 'requested' },
  })
  expect((await api.ask(message)).content).toBe(requested.content)

  const when = { kind: 'keywords', keywords: ['invoice'] }
  const { body: rule } = await api.post('/api/escalation-rules', {
    name: 'Invoices',
    when,
    // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a rule.
    then: { message: 'Our accountants will write to you.' },
  })
  const ruled = await simulate({ message: question })
  expect(ruled).toMatchObject({
    outcome: 'escalated',
    content: 'Our accountants will write to you.',
    escalation: { would: true, reason: 'rule' },
  })
  await api.delete(`/api/escalation-rules/${rule.id}`)
  expect((await simulate({ message: question })).outcome).toBe('answered')
})

test('what is wrong is told all at once, also what only the policies know', async () => {
  const { api } = platform
  const bad = await api.post('/api/simulate', {
    message: '',
    history: [{ role: 'boss', content: 'Hello' }],
    policies: [{ name: 'Short', type: 'Length Limit', mode: 'Later', config: { maxTokens: 0 } }],
    channel: 'pigeon',
    threshold: 2,
    dryRun: true,
  })
  expect(bad).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  expect(bad.body.errors.map((fault: any) => fault.path).sort()).toEqual([
    'channel',
    'dryRun',
    'history.0.role',
    'message',
    'policies.0.config.maxTokens',
    'policies.0.mode',
    'threshold',
  ])

  const never = { ...weapons, mode: 'Pre-generation', config: topics('nothing', ['...', '!!']) }
  const useless = await api.post('/api/simulate', { message: question, policies: [never, { ...never, id: 'b' }] })
  expect(useless).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  expect(useless.body.errors.map((fault: any) => fault.path)).toEqual([
    'policies.0.config.topics.0.phrases.0',
    'policies.0.config.topics.0.phrases.1',
    'policies.1.config.topics.0.phrases.0',
    'policies.1.config.topics.0.phrases.1',
  ])
})
