import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiClient, readEvents, textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'
import { begin, origin, userToken, type VisitorClient, visitorClient } from './visitor-client.ts'

const platform = usePlatform()
const baseUrl = () => platform.baseUrl
let owner: ApiClient
let widget: any

const makeWidget = async (settings: object = {}) =>
  (await owner.post('/api/widgets', { name: 'Shop', allowedOrigins: [origin], ...settings })).body

/** Each in a network of its own would be nicer; all of these come from this machine, so they count as one. */
async function newVisitor(widgetId = widget.id, body: object = {}, before?: string): Promise<VisitorClient> {
  const reply = await begin(baseUrl, widgetId, body, before)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return visitorClient(baseUrl, reply.body.token)
}
const user = (sub: string, claims: object = {}, before?: string) =>
  newVisitor(widget.id, { userToken: userToken(widget.secret, widget.id, { sub, ...claims }) }, before)

const conversationOf = ({ events }: Awaited<ReturnType<VisitorClient['say']>>): string => events[0]!.data.conversationId
const conversations = async (visitor: VisitorClient) =>
  (await visitor.send('GET', '/api/widget/conversations')).body.items

beforeAll(async () => {
  owner = await platform.newTenant('visitors')
  await owner.teach('Returns', 'You can return everything within 45 days. Bring the receipt to any shop.')
  widget = await makeWidget({ identity: { mode: 'optional' } })
})

test('a message that is too long is refused in words for the visitor, in the language of the message', async () => {
  const anna = await newVisitor()
  const tell = (sentence: string, characters: number) => anna.say(sentence.repeat(400).slice(0, characters))
  const swedish = 'Jag undrar när mitt paket kommer fram till mig. '
  const refused = await tell(swedish, 4_001)
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'invalid_request',
      detail: 'Ditt meddelande är för långt. Korta ner det eller skicka det i flera delar.',
      errors: [{ path: 'message' }],
    },
  })
  await owner.send('PATCH', '/api/settings', { body: { texts: { en: { tooLong: 'Write less, please.' } } } })
  expect(await tell('I wonder when my parcel will arrive at my house. ', 8_000)).toMatchObject({
    status: 422,
    body: { detail: 'Write less, please.' },
  })
  expect(await conversations(anna)).toEqual([])
})

test('a visitor asks, reads the answer with its sources, is handed over, and reads what a person writes', async () => {
  const anna = await newVisitor()
  const page = { url: 'https://shop.example.com/returns', title: 'Returns' }
  const asked = await anna.say('Within how many days can I return something?', { page })
  expect(asked.events.map(({ event }) => event).filter((event) => event !== 'delta')).toEqual(['start', 'done'])
  expect(textOf(asked.events)).toContain('45 days')
  expect(asked.events.at(-1)!.data).toEqual({
    type: 'done',
    conversationId: conversationOf(asked),
    messageId: asked.events[0]!.data.messageId,
    format: expect.any(String),
    sources: [{ title: 'Returns', quote: expect.stringContaining('45 days') }],
    citations: expect.any(Array),
  })
  const conversationId = conversationOf(asked)
  const path = `/api/widget/conversations/${conversationId}`
  expect(await conversations(anna)).toMatchObject([{ id: conversationId, state: 'ai', unread: 1 }])
  expect((await anna.send('POST', `${path}/read`, { sequence: 2 })).status).toBe(204)
  expect(await conversations(anna)).toMatchObject([{ unread: 0 }])

  expect((await anna.send('PATCH', '/api/widget/visitor', { name: 'Anna', email: 'anna@example.com' })).status).toBe(
    200,
  )
  expect((await anna.send('POST', `${path}/handover`, {})).body).toEqual({ state: 'waiting' })
  expect((await anna.send('POST', `${path}/typing`)).status).toBe(204)
  const seen = (await owner.get(`/api/conversations/${conversationId}`)).body
  expect(seen).toMatchObject({
    channel: 'widget',
    status: 'escalated',
    visitor: { widgetId: widget.id, verified: false, name: 'Anna', email: 'anna@example.com', page },
  })
  expect(seen.contactId).toBeUndefined()

  const maja = (await owner.post('/api/agents', { name: 'Maja', email: 'maja@example.com' })).body
  const agent = { 'x-agent-id': maja.id }
  const messages = `/api/conversations/${conversationId}/messages`
  const told = anna.follow((events) => events.some(({ data }) => data.message?.content === 'Hello, Maja here.'))
  await owner.post(messages, { kind: 'note', content: 'Looks like a regular customer' }, agent)
  await owner.post(messages, { kind: 'reply', content: 'Hello, Maja here.' }, agent)
  const events = await told
  expect(events[0]!.event).toBe('ready')
  expect(JSON.stringify(events)).not.toContain('regular customer')
  expect(events.at(-1)!.data.message.author).toEqual({ kind: 'agent', name: 'Maja' })
  expect(await conversations(anna)).toMatchObject([{ state: 'person', person: { name: 'Maja' }, unread: 1 }])
  const { items } = (await anna.send('GET', `${path}/messages?after=2`)).body
  expect(items.map(({ content }: any) => content)).toContain('Hello, Maja here.')
  expect(JSON.stringify(items)).not.toMatch(/regular customer|agt_|policies|confidence|usage/)

  expect(
    (await anna.send('POST', '/api/widget/feedback', { messageId: asked.events[0]!.data.messageId, helpful: true }))
      .status,
  ).toBe(200)
  expect((await anna.send('POST', `${path}/rating`, { score: 5 })).status).toBe(200)
  expect((await anna.send('POST', `${path}/close`)).status).toBe(204)
  expect(await conversations(anna)).toMatchObject([{ state: 'closed', rating: { score: 5 } }])
})

describe('nothing is lost or doubled', () => {
  test('a reload in the middle goes on where it stopped, and to the same words', async () => {
    const bo = await newVisitor()
    const key = randomUUID()
    const body = { message: 'Within how many days can I return something?', clientId: 'c-2' }
    const leave = new AbortController()
    const options = { headers: { 'idempotency-key': key }, signal: leave.signal }
    const response = await bo.request('POST', '/api/widget/messages', body, options)
    let start: any
    let last = '0'
    let read = ''
    for await (const event of readEvents(response)) {
      if (event.event === 'start') start = event.data
      else {
        last = event.id
        read += event.data.text ?? ''
        break
      }
    }
    leave.abort()
    expect(start.clientId).toBe('c-2')
    const path = `/api/widget/messages/${start.messageId}/stream`
    const whole = await Array.fromAsync(readEvents(await bo.request('GET', path)))
    const rest = await Array.fromAsync(
      readEvents(await bo.request('GET', path, undefined, { headers: { 'last-event-id': last } })),
    )
    expect(read + textOf(rest)).toBe(textOf(whole))
    expect(rest.at(-1)!.event).toBe('done')

    const again = await vi.waitFor(async () => {
      const sent = await bo.say(body.message, { clientId: body.clientId, key })
      expect(sent.status).toBe(200)
      return sent
    })
    expect(again.events[0]!.data.messageId).toBe(start.messageId)
    expect(textOf(again.events)).toBe(textOf(whole))
    const { items } = (await bo.send('GET', `/api/widget/conversations/${start.conversationId}/messages`)).body
    expect(items).toHaveLength(2)
  })

  test('a message without Idempotency-Key is refused, and nothing is kept of it', async () => {
    const cia = await newVisitor()
    const reply = await cia.send('POST', '/api/widget/messages', { message: 'Hello', clientId: 'c' })
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ path: 'Idempotency-Key' }] } })
    expect(await conversations(cia)).toEqual([])
  })

  test('events are resumed by their id, which is no other visitor’s', async () => {
    const [dag, eva] = [await newVisitor(), await newVisitor()]
    const [ready] = await dag.follow(() => true)
    const asked = await dag.say('Within how many days can I return something?')
    const isWhole = (events: any[]) => events.filter(({ event }) => event === 'message').length >= 2
    const missed = await dag.follow(isWhole, ready!.id)
    const messages = missed.filter(({ event }) => event === 'message')
    expect(messages.map(({ data }) => data.message.author.kind)).toEqual(['customer', 'ai'])
    expect(messages[1]!.data.conversationId).toBe(conversationOf(asked))
    expect((await eva.follow(() => true, ready!.id))[0]!.event).toBe('reset')
  })
})

describe('what the widget has of users of the site', () => {
  test('what somebody said before they signed in is theirs afterwards, in every browser, and their contact’s', async () => {
    const before = await newVisitor()
    const conversationId = conversationOf(await before.say('Within how many days can I return something?'))
    const claims = { email: 'fia@example.com', email_verified: true, name: 'Fia' }
    const fia = await user('fia', claims, before.token)
    expect(await conversations(fia)).toMatchObject([{ id: conversationId }])
    expect(await conversations(await user('fia', claims))).toMatchObject([{ id: conversationId }])
    const contactId = await vi.waitFor(async () => {
      const { body } = await owner.get(`/api/conversations/${conversationId}`)
      expect(body.contactId).toEqual(expect.any(String))
      return body.contactId
    })
    expect((await owner.get(`/api/contacts/${contactId}`)).body).toMatchObject({
      externalId: 'fia',
      email: 'fia@example.com',
    })
    // Another user in the same browser: nothing joins.
    const gus = await user('gus', {}, fia.token)
    expect(await conversations(gus)).toEqual([])
    expect(await conversations(fia)).toHaveLength(1)
  })

  test('an e-mail that a visitor types, or that the site does not vouch for, opens nobody’s history', async () => {
    const contact = (await owner.post('/api/contacts', { name: 'Hal', email: 'hal@example.com' })).body
    const kept = await owner.ask('Within how many days can I return something?', {
      contact: { email: 'hal@example.com' },
    })
    await vi.waitFor(async () =>
      expect((await owner.get(`/api/conversations/${kept.conversationId}`)).body.contactId).toBe(contact.id),
    )
    const typed = await newVisitor()
    await typed.send('PATCH', '/api/widget/visitor', { email: 'hal@example.com' })
    const unverified = await user('someone', { email: 'hal@example.com' })
    for (const visitor of [typed, unverified]) {
      const own = conversationOf(await visitor.say('Within how many days can I return something?'))
      expect((await conversations(visitor)).map(({ id }: any) => id)).toEqual([own])
      const { body } = await owner.get(`/api/conversations/${own}`)
      expect(body.contactId).not.toBe(contact.id)
      expect(body.contact?.email).toBeUndefined()
    }
    const listed = await owner.get(`/api/conversations?contactId=${contact.id}`)
    expect(listed.body.items.map(({ id }: any) => id)).toEqual([kept.conversationId])
  })
})

test('what a visitor deletes is erased for agents too, within half a minute', async () => {
  const { id } = await makeWidget({ features: { deleteConversations: true } })
  const [jan, ken] = [await newVisitor(id), await newVisitor(id)]
  const question = 'Within how many days can I return something?'
  const deleted = [conversationOf(await jan.say(question)), conversationOf(await jan.say('And shoes?'))]
  const kept = conversationOf(await ken.say(question))
  expect(await jan.send('DELETE', '/api/widget/conversations')).toMatchObject({ status: 202 })
  expect(await conversations(jan)).toEqual([])
  const statusOf = async (each: string) => (await owner.get(`/api/conversations/${each}`)).status
  await expect.poll(() => Promise.all([...deleted, kept].map(statusOf))).toEqual([404, 404, 200])
  expect(await conversations(ken)).toHaveLength(1)
})

describe('a budget that is used up ends with people, never with an error', () => {
  test.each([
    ['tokens of a day', { tokensPerDay: 0 }, 0],
    ['answers of an hour', { answersPerHour: 1 }, 1],
  ])('%s', async (_, limits, answered) => {
    const small = await makeWidget({ limits })
    const ida = await newVisitor(small.id)
    const question = 'Within how many days can I return something?'
    for (let i = 0; i < answered; i++) expect((await ida.say(question)).events.at(-1)!.event).toBe('done')
    const last = await ida.say(question)
    expect(last.events.at(-1)).toMatchObject({ event: 'escalated', data: { reason: 'handed_over' } })
    expect(last.events.at(-1)!.data.message).not.toBe('')
    const conversationId = conversationOf(last)
    expect((await ida.say('And by mail?', { conversationId })).events.at(-1)).toMatchObject({
      event: 'escalated',
      data: { reason: 'waiting' },
    })
    expect((await owner.get(`/api/conversations/${conversationId}`)).body).toMatchObject({ status: 'escalated' })
  })
})

test('anonymous sessions last as long as the tenant wants, and what it wants stands in its settings', async () => {
  const other = await platform.newTenant('visitors kept for a week')
  expect((await other.get('/api/settings')).body.anonymousRetentionDays).toBe(30)
  const { id } = (await other.post('/api/widgets', { name: 'Shop', allowedOrigins: [origin] })).body
  const daysOf = ({ body }: { body: any }) => Math.round((Date.parse(body.expiresAt) - Date.now()) / 86_400_000)
  const session = await begin(baseUrl, id)
  expect(daysOf(session)).toBe(30)
  const patched = await other.send('PATCH', '/api/settings', { body: { anonymousRetentionDays: 7 } })
  expect(patched.body.anonymousRetentionDays).toBe(7)
  expect(daysOf(await begin(baseUrl, id, {}, session.body.token))).toBe(7)
  expect(daysOf(await begin(baseUrl, id))).toBe(7)
})
