import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OutboundEventType, outboundEvents, outboundEventType, outboundExamples } from '@frontdesk/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 45_000, interval: 100 }

const received: any[] = []
const subscriber = createServer(async (request, response) => {
  if (request.url === '/gone') return void response.writeHead(410).end()
  received.push(JSON.parse(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')))
  response.writeHead(204).end()
})
const address = (path: string) => `http://127.0.0.1:${(subscriber.address() as AddressInfo).port}${path}`
beforeAll(() => new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve)))
afterAll(() => void subscriber.close())

const isId = (value: unknown) => typeof value === 'string' && /^[a-z]+_[0-9a-f]{32}(?:_[0-9a-f]+[aqr])?$/.test(value)

/** Where something stands in a payload, and whether an id stands there. Items of an array have one place. */
function placesOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => placesOf(each, `${at}[]`))
  if (typeof value !== 'object' || value === null) return value === null ? [] : [`${at}${isId(value) ? ' (id)' : ''}`]
  return Object.entries(value).flatMap(([name, each]) => placesOf(each, `${at}.${name}`))
}

const of = (type: OutboundEventType) => received.filter((event) => event.type === type)

async function liveThroughEverything() {
  const { api } = platform
  const make = async (url: string, events?: string[]) =>
    (await api.post('/api/webhook-endpoints', { url, ...(events && { events }) })).body
  await make(address('/all'))

  // People: made, changed, merged, deleted, imported.
  const contact = {
    name: 'Ada Berg',
    email: 'ada@example.com',
    phone: '+46701234567',
    externalId: 'c-1042',
    tags: ['newsletter'],
    attributes: { plan: 'pro' },
  }
  const { body: ada } = await api.post('/api/contacts', contact)
  const { body: other } = await api.post('/api/contacts', { name: 'Ada B.', email: 'ada.b@example.com' })
  await api.send('PATCH', `/api/contacts/${ada.id}`, { body: { tags: ['newsletter', 'vip'] } })
  await vi.waitFor(() => expect(of('contact.updated')).not.toHaveLength(0), waiting)
  const merged = await api.post('/api/contacts/merge', { into: ada.id, from: other.id })
  expect(merged, JSON.stringify(merged.body)).toMatchObject({ status: 200 })
  await vi.waitFor(() => expect(of('contact.merged')).not.toHaveLength(0), waiting)
  expect(await api.delete(`/api/contacts/${ada.id}`)).toMatchObject({ status: 204 })

  // Knowledge, a job of which ends.
  await api.teach('Pets', 'Dogs are welcome on the terrace. Cats are not allowed inside.')
  await api.teach('Blankets', 'A blanket for the terrace costs 30 kronor a day.')
  await api.teach('Blankets again', 'A blanket for the terrace costs 45 kronor a day.')
  const form = new FormData()
  form.set('file', new Blob(['Name,Mail\r\nBo,bo@example.com\r\n']), 'people.csv')
  form.set('mapping', JSON.stringify({ Name: 'name', Mail: 'email' }))
  expect(await api.send('POST', '/api/contacts/import', { body: form })).toMatchObject({ status: 202 })

  // A conversation: answered, judged, resolved, closed, opened again, tagged, handed over, given to a team, assigned.
  const asked = await api.post('/api/chat/message', {
    message: 'Are dogs welcome on the terrace?',
    contact: { email: 'eve@example.com' },
  })
  const { conversationId, messageId } = asked.body
  const feedback = { messageId, helpful: true, comment: 'Thanks, that helped.' }
  expect(await api.post('/api/chat/feedback', feedback)).toMatchObject({ status: 200 })
  const rating = { score: 4, comment: 'Quick and friendly.' }
  expect(await api.post(`/api/conversations/${conversationId}/rating`, rating)).toMatchObject({ status: 200 })
  const { body: agent } = await api.post('/api/agents', { name: 'Kim', email: 'kim@example.com', role: 'agent' })
  const patch = async (body: object) => {
    const patched = await api.send('PATCH', `/api/conversations/${conversationId}`, { body })
    expect(patched, JSON.stringify(patched.body)).toMatchObject({ status: 200 })
  }
  await patch({ subject: 'Dogs' })
  await patch({ status: 'closed' })
  await patch({ status: 'open' })
  await patch({ tags: ['delivery', 'late'] })
  await patch({ tags: ['delivery'] })
  const policy = { name: 'At once', targets: { firstResponse: 0.01 } }
  expect(await api.post('/api/sla-policies', policy)).toMatchObject({ status: 201 })
  await patch({ status: 'escalated' })
  await vi.waitFor(() => expect(of('conversation.sla_breached')).not.toHaveLength(0), waiting)
  const { body: team } = await api.post('/api/teams', { name: 'Pets' })
  await patch({ teamId: team.id })
  await patch({ teamId: null })
  await patch({ assignee: agent.id })
  await patch({ assignee: null })
  await patch({ status: 'resolved' })
  await api.ask('What does the annual licence of the moon cost?')

  // An endpoint that wants no more.
  await make(address('/gone'), ['conversation.created'])
  await api.ask('Is somebody there?')
}

test('every event comes as the OpenAPI document and the documentation say', async () => {
  await liveThroughEverything()
  for (const type of outboundEventType.options) {
    await vi.waitFor(() => expect(of(type), type).not.toHaveLength(0), waiting)
  }
  for (const type of outboundEventType.options) {
    for (const { data } of of(type)) {
      // The schema takes away what it does not know.
      const parsed = outboundEvents[type].body.safeParse(data)
      expect({ type, data: parsed.success ? parsed.data : parsed.error.issues }).toEqual({ type, data })
    }
    const real = new Set(of(type).flatMap(({ data }) => placesOf(data)))
    const missing = placesOf(outboundExamples[type].data).filter((place) => !real.has(place))
    // What only some events of a type have, and these do not.
    expect({ type, missing: missing.filter((place) => !isOptional(type, place)) }).toEqual({ type, missing: [] })
  }
}, 120_000)

/** What only some events of any type have: of conversations that are not with an agent, or were not escalated. */
const sometimes =
  /^\.(?:conversation\.(?:assignee|tags|escalation|subject|resolved)|actor\.id|previousAssignee|previousTeamId|contact\.)/

/** What events of a type do have, though others do not. */
const always: Partial<Record<OutboundEventType, RegExp>> = {
  'contact.created': /^\.contact\./,
  'conversation.escalated': /^\.conversation\.escalation/,
}
const isOptional = (type: OutboundEventType, place: string) => sometimes.test(place) && !always[type]?.test(place)

test('what happens to a conversation and to a contact comes in its order, numbered without a gap', async () => {
  const byKey = Map.groupBy(received, ({ key }) => key)
  for (const [key, events] of byKey) {
    const numbers = events.map(({ sequence }) => sequence)
    expect({ key, numbers }).toEqual({ key, numbers: numbers.map((_, i) => i + 1) })
  }
  const typesWith = (type: OutboundEventType) => byKey.get(of(type)[0].key)!.map((event) => event.type)
  expect(typesWith('feedback.received')).toEqual([
    'conversation.created',
    'message.received',
    'message.sent',
    'feedback.received',
    'conversation.resolved',
    'conversation.rated',
    'conversation.closed',
    'conversation.reopened',
    'conversation.tagged',
    'conversation.untagged',
    'conversation.escalated',
    'conversation.sla_breached',
    'conversation.team_changed',
    'conversation.team_changed',
    'conversation.assigned',
    'conversation.assigned',
    'conversation.resolved',
  ])
  expect(typesWith('contact.deleted')).toEqual([
    'contact.created',
    'contact.updated',
    'contact.merged',
    'contact.deleted',
  ])
  const [taken, left] = of('conversation.assigned').map(({ data }) => data)
  expect(taken).toMatchObject({ assignee: expect.stringMatching(/^agt_/), previousAssignee: null })
  expect(left).toMatchObject({ assignee: null, previousAssignee: taken.assignee })
  expect(of('conversation.tagged')[0].data.tags).toEqual(['delivery', 'late'])
  expect(of('conversation.untagged')[0].data.tags).toEqual(['late'])
  const [escalated] = of('conversation.escalated').map(({ data }) => data)
  expect(escalated.conversation.escalation.sourcesTried).toEqual([expect.stringMatching(/^src_/)])
  expect(of('contact.created').map(({ data }) => data.contact.email)).toContain('ada@example.com')
  expect(of('job.finished').map(({ data }) => data.job.kind)).toContain('contacts')
})

test('an example of each event can be sent, marked as a test', async () => {
  const { api } = platform
  const { body: endpoint } = await api.post('/api/webhook-endpoints', {
    url: address('/all'),
    events: ['message.sent'],
  })
  for (const event of outboundEventType.options) {
    const sent = await api.post(`/api/webhook-endpoints/${endpoint.id}/test`, { event })
    expect(sent).toMatchObject({ status: 202, body: { event: { type: event }, state: 'pending' } })
    const example = await vi.waitFor(() => {
      const [one] = received.filter(({ id }) => id === sent.body.event.id)
      expect(one).toBeDefined()
      return one
    }, waiting)
    expect(example).toMatchObject({ type: event, test: true, ...outboundExamples[event] })
  }
  expect(received.filter(({ id, test }) => test && received.some((each) => each.id === id && !each.test))).toEqual([])
}, 60_000)
