import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const text = 'The shop is open from nine to five. Returns are free for thirty days.'

const newTenant = async (name: string): Promise<ApiClient> => {
  const api = await platform.newTenant(name)
  await api.teach('Opening hours', text)
  return api
}
const makeRule = async (api: ApiClient, rule: object) => {
  const { status, body } = await api.post('/api/escalation-rules', rule)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const ruleOf = (name: string, when: object, then: object) => ({ name, when, then })
const read = async (api: ApiClient, conversationId: string) =>
  (await api.get(`/api/conversations/${conversationId}`)).body
const hasEnded = (events: { event: string; data: any }[]) => events.at(-1)!

let plain: ApiClient
beforeAll(async () => {
  plain = await newTenant('no rules')
})

test.each([
  ['Can I talk to a human?', 'requested'],
  ['Kan jag få prata med en människa?', 'requested'],
  ['This is the third time I ask, you are useless!', 'frustrated'],
  ['Nu har jag frågat tre gånger, ni är värdelösa!', 'frustrated'],
])('without a rule, %s goes to people as %s, with a summary', async (message, reason) => {
  const end = hasEnded(await plain.askStream(message))
  expect(end).toMatchObject({ event: 'escalated', data: { type: 'escalated', reason } })
  const conversation = await read(plain, end.data.conversationId)
  expect(conversation).toMatchObject({ status: 'escalated', handler: 'queue', escalation: { reason } })
  expect(conversation.escalation.summary).not.toBe('')
})

test('a rule of the tenant stands in for what happens without one, also when it is off', async () => {
  const api = await newTenant('off')
  await makeRule(api, { name: 'Never', when: { kind: 'requested' }, enabled: false })
  const end = hasEnded(await api.askStream('May I talk to a person: when is the shop open?'))
  expect(end.data.reason).not.toBe('requested')
})

test('keywords and turns escalate as a rule, with its words, its agent and its team', async () => {
  const api = await newTenant('rules')
  const { body: agent } = await api.post('/api/agents', { name: 'Bo', email: 'bo@example.com' })
  const then = { assignee: agent.id, team: 'legal', message: 'Our lawyers will answer you.' }
  await makeRule(api, { name: 'Legal', when: { kind: 'keywords', keywords: ['Court case'] }, then, priority: 1 })
  await makeRule(api, { name: 'Enough', when: { kind: 'turns', turns: 3 }, priority: 2 })
  const answer = await api.ask('I will open a court case. When is the shop open?')
  expect(answer).toMatchObject({ outcome: 'escalated', content: then.message })
  expect(await read(api, answer.conversationId)).toMatchObject({
    status: 'escalated',
    assignee: agent.id,
    tags: ['legal'],
    escalation: { reason: 'rule' },
  })
  const first = await api.ask('When is the shop open?')
  expect(first.outcome).toBe('answered')
  const { conversationId } = first
  expect((await api.ask('Are returns free for thirty days?', { conversationId })).outcome).toBe('answered')
  expect((await api.ask('When is the shop open?', { conversationId })).outcome).toBe('escalated')
  expect((await read(api, conversationId)).escalation.sourcesTried).toEqual([expect.stringMatching(/^src_/)])
})

test('the threshold of the tenant, or of its rule, decides what is sure enough', async () => {
  const api = await newTenant('threshold')
  expect((await api.ask('When is the shop open?')).outcome).toBe('answered')
  expect((await api.send('PATCH', '/api/settings', { body: { escalationThreshold: 1 } })).status).toBe(200)
  expect((await api.ask('When is the shop open?')).outcome).toBe('escalated')
  await makeRule(api, { name: 'Lower', when: { kind: 'low_confidence', threshold: 0 } })
  expect((await api.ask('When is the shop open?')).outcome).toBe('answered')
})

test('outside of business hours the customer reads when people are back', async () => {
  const api = await newTenant('hours')
  const message = 'We are back on Monday.'
  const businessHours = { timeZone: 'Europe/Stockholm', days: {}, message }
  await api.send('PATCH', '/api/settings', { body: { businessHours } })
  expect(await api.ask('When is the shop open?')).toMatchObject({ outcome: 'answered' })
  expect(await api.ask('I want to talk to a human')).toMatchObject({ outcome: 'escalated', content: message })
  await makeRule(api, { name: 'Closed', when: { kind: 'outside_hours' } })
  expect(await api.ask('When is the shop open?')).toMatchObject({ outcome: 'escalated', content: message })
})

test('anybody who may read the settings learns whether people answer now, and when that changes', async () => {
  const api = await newTenant('opening')
  const hours = async () => (await api.get('/api/settings/hours')).body
  const set = (businessHours: object | null) => api.send('PATCH', '/api/settings', { body: { businessHours } })
  expect(await hours()).toEqual({ open: true })
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  const today = names[new Date().getUTCDay()]!
  const all = [{ from: '00:00', to: '24:00' }]
  const others = names.filter((name) => name !== today)
  await set({ timeZone: 'UTC', days: Object.fromEntries(others.map((name) => [name, all])) })
  const closed = await hours()
  expect(closed).toEqual({ open: false, opensAt: expect.stringMatching(/T00:00:00\.000Z$/) })
  expect(Date.parse(closed.opensAt)).toBeGreaterThan(Date.now())
  await set({ timeZone: 'UTC', days: { [today]: all } })
  expect(await hours()).toEqual({ open: true, closesAt: closed.opensAt })
})

test('an Arabic question gets Arabic, and a text of the tenant wins over the one that comes with it', async () => {
  const api = await newTenant('texts')
  const texts = async (language: string) => (await api.get(`/api/settings/texts?language=${language}`)).body.texts
  const arabic = 'أريد التحدث إلى شخص من فضلك، من رسم سقف الكنيسة؟'
  const asked = await api.ask(arabic)
  expect(asked).toMatchObject({
    outcome: 'escalated',
    content: expect.stringMatching(/^[\p{Script=Arabic}\p{P}\s]+$/u),
  })
  const again = await api.ask(arabic, { conversationId: asked.conversationId })
  expect(again).toMatchObject({ outcome: 'waiting', content: (await texts('ar')).waiting })

  const own = { ar: { waiting: 'سنعود إليك قريبًا.' } }
  expect((await api.send('PATCH', '/api/settings', { body: { texts: own } })).status).toBe(200)
  expect((await api.ask(arabic, { conversationId: asked.conversationId })).content).toBe(own.ar.waiting)
  expect((await texts('ar')).waiting).toBe(own.ar.waiting)
  expect((await texts('en')).refusal).toMatch(
    /^I'm unable to process that request due to our content policies\. Please/,
  )
  const refused = await api.send('PATCH', '/api/settings', { body: { texts: { ar: { waiting: '', farewell: 'x' } } } })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
})

test('what nobody claims in time is moved on by the next rule; what somebody claimed is not', async () => {
  const api = await newTenant('unclaimed')
  const { body: agent } = await api.post('/api/agents', { name: 'Cia', email: 'cia@example.com' })
  const when = { kind: 'keywords', keywords: ['nobody says this'] }
  const second = { team: 'second-line', message: 'Second line has it now.' }
  const next = await makeRule(api, ruleOf('Second line', when, second))
  const first = { team: 'first-line', unclaimedAfterMinutes: 0.02, next: next.id }
  await makeRule(api, ruleOf('First line', { kind: 'requested' }, first))
  const waiting = await api.ask('I want to talk to a human')
  const claimed = await api.ask('I want to talk to a human')
  await api.send('PATCH', `/api/conversations/${claimed.conversationId}`, { body: { assignee: agent.id } })
  await vi.waitFor(
    async () => expect((await read(api, waiting.conversationId)).tags).toEqual(['first-line', 'second-line']),
    { timeout: 15_000, interval: 100 },
  )
  const { body } = await api.get(`/api/conversations/${waiting.conversationId}/messages`)
  expect(body.items[0]).toMatchObject({ author: { kind: 'system' }, content: 'Second line has it now.' })
  const { body: log } = await api.get(`/api/conversations/${waiting.conversationId}/activity`)
  expect(log.items.map(({ action }: any) => action)).toContain('unclaimed')
  expect((await read(api, claimed.conversationId)).tags).toEqual(['first-line'])
})

test('an answer that nobody objects to counts as resolved after the delay, and is only assumed', async () => {
  const api = await newTenant('assumed')
  await api.send('PATCH', '/api/settings', { body: { assumedResolutionHours: 0.0003 } })
  const { conversationId, messageId } = await api.ask('When is the shop open?')
  await vi.waitFor(
    async () =>
      expect(await read(api, conversationId)).toMatchObject({
        status: 'resolved',
        resolved: { by: 'ai', how: 'assumed' },
      }),
    { timeout: 15_000, interval: 100 },
  )
  await api.post('/api/chat/feedback', { messageId, helpful: true })
  expect((await read(api, conversationId)).resolved).toEqual({ by: 'ai', how: 'confirmed' })
})

test('a rule that could not be meant is refused', async () => {
  const refusalOf = async (then: object) =>
    (await plain.post('/api/escalation-rules', ruleOf('x', { kind: 'requested' }, then))).body
  expect(await refusalOf({ next: 'rul_nobody' })).toMatchObject({ status: 422, errors: [{ path: 'then.next' }] })
  expect(await refusalOf({ assignee: 'agt_nobody' })).toMatchObject({ status: 422 })
})
