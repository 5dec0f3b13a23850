import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMailServer } from '../../services/gateway/testing/mail-server.ts'
import { type ApiClient, readEvents, type SentEvent } from './api-client.ts'
import { usePlatform } from './platform.ts'

const mailAfterMs = 4_000
let mail: Awaited<ReturnType<typeof startMailServer>>
const platform = usePlatform(async () => {
  mail = await startMailServer()
  return {
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Frontdesk <desk@example.com>',
      PUBLIC_URL: 'https://desk.example.com/',
      NOTIFICATION_MAIL_AFTER_MS: String(mailAfterMs),
    },
  }
})
afterAll(() => mail.stop())

const patient = { timeout: 30_000, interval: 50 }
const password = 'seven blue umbrellas'
const browser = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
type Agent = { id: string; email: string; cookie: string }
let api: ApiClient
let [anna, bo, cia]: Agent[] = []

/** Somebody who has signed in. */
async function hire(name: string): Promise<Agent> {
  const email = `${name.toLowerCase()}@example.com`
  const { body } = await api.post('/api/agents', { name, email, invite: true })
  const token = body.inviteUrl.split('#')[1]
  const accepted = await fetch(`${platform.baseUrl}/api/invites/accept`, {
    method: 'POST',
    headers: browser,
    body: JSON.stringify({ token, password }),
  })
  expect(accepted.status).toBe(201)
  return { id: body.id, email, cookie: accepted.headers.getSetCookie()[0]!.split(';', 1)[0]! }
}
async function as(agent: Agent, method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
  const reply = await fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { ...browser, cookie: agent.cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
}
const talk = async (): Promise<string> =>
  (await api.post('/api/chat/message', { message: 'How long does delivery take?' })).body.conversationId
const note = (by: Agent, conversationId: string, mentions: object, content = 'Please look at this') =>
  as(by, 'POST', `/api/conversations/${conversationId}/messages`, { kind: 'note', content, mentions })
const listed = async (agent: Agent, query = ''): Promise<any> => {
  const { status, body } = await as(agent, 'GET', `/api/notifications${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const mailsTo = ({ email }: Agent) =>
  mail.mails
    .filter(({ to, text }) => to === email && /new notifications? in Frontdesk/.test(text))
    .map(({ text }) => text)

async function follow(agent: Agent, query = '') {
  const leaving = new AbortController()
  const stream = await fetch(`${platform.baseUrl}/api/events/stream${query}`, {
    headers: { cookie: agent.cookie },
    signal: leaving.signal,
  })
  const events: SentEvent[] = []
  const reading = (async () => {
    for await (const event of readEvents(stream)) events.push(event)
  })().catch((error) => {
    if (!leaving.signal.aborted) throw error
  })
  await vi.waitFor(() => expect(events).not.toHaveLength(0), patient)
  return {
    events,
    async leave() {
      leaving.abort()
      await reading
    },
  }
}

beforeAll(async () => {
  api = await platform.newTenant('mentions')
  await api.teach('Delivery', 'Delivery takes three working days.')
  anna = await hire('Anna')
  bo = await hire('Bo')
  cia = await hire('Cia')
}, 60_000)

test('a mention and an assignment are told to that agent alone, live and in a list, until they are read', async () => {
  const [annas, bos] = [await follow(anna!), await follow(bo!, '?types=notification')]
  const conversationId = await talk()
  const written = await note(anna!, conversationId, { agents: [bo!.id, anna!.id] })
  expect(written).toMatchObject({ status: 201, body: { kind: 'note', mentions: { agents: [bo!.id, anna!.id] } } })
  const mention = { kind: 'mention', conversationId, messageId: written.body.id, by: { kind: 'agent', id: anna!.id } }
  await vi.waitFor(() => expect(bos.events.slice(1)).toHaveLength(1), patient)
  expect(bos.events[1]).toMatchObject({ event: 'notification', data: { notification: mention } })
  expect(bos.events[1]!.id).toBe('')
  expect(await listed(bo!)).toMatchObject({ items: [mention], unread: 1 })
  expect(await listed(anna!)).toMatchObject({ items: [], unread: 0 })

  // To oneself it is no news.
  await as(anna!, 'PATCH', `/api/conversations/${conversationId}`, { assignee: anna!.id })
  await as(anna!, 'PATCH', `/api/conversations/${conversationId}`, { assignee: bo!.id })
  await vi.waitFor(() => expect(bos.events.slice(1)).toHaveLength(2), patient)
  const both = await listed(bo!)
  expect(both).toMatchObject({ items: [{ kind: 'assigned', conversationId }, mention], unread: 2 })
  expect((await listed(bo!, '?limit=1')).nextCursor).toEqual(expect.any(String))

  // Another agent's id changes nothing; reading the conversation reads what was told of it.
  const theirs = await as(cia!, 'POST', '/api/notifications/read', { ids: [both.items[0].id] })
  expect(theirs).toMatchObject({ status: 200, body: { unread: 0 } })
  expect(await as(bo!, 'POST', '/api/notifications/read', { ids: [both.items[0].id] })).toMatchObject({
    body: { unread: 1 },
  })
  expect(await listed(bo!, '?unread=true')).toMatchObject({ items: [mention], unread: 1 })
  await as(bo!, 'PUT', `/api/conversations/${conversationId}/read`, { sequence: 3 })
  expect(await listed(bo!, '?unread=true')).toMatchObject({ items: [], unread: 0 })
  expect((await listed(bo!)).items.map(({ readAt }: any) => typeof readAt)).toEqual(['string', 'string'])

  await bos.leave()
  await annas.leave()
  expect(annas.events.map(({ event }) => event)).not.toContain('notification')
  const numbers = annas.events.slice(1).flatMap(({ id }) => (id ? [Number(id)] : []))
  expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i))
}, 60_000)

test('a team is mentioned with its members; who is not there, and replies, are refused', async () => {
  const team = (await api.post('/api/teams', { name: 'Returns', members: [anna!.id, bo!.id, cia!.id] })).body
  const conversationId = await talk()
  const before = (await listed(cia!)).unread
  expect((await note(anna!, conversationId, { agents: [bo!.id], teams: [team.id] })).status).toBe(201)
  await vi.waitFor(async () => {
    expect(await listed(cia!)).toMatchObject({ items: [{ conversationId, teamId: team.id }], unread: before + 1 })
  }, patient)
  const [ofBo] = (await listed(bo!)).items
  expect(ofBo).toMatchObject({ conversationId, kind: 'mention' })
  expect(ofBo).not.toHaveProperty('teamId')
  for (const mentions of [
    { agents: [`agt_${'0'.repeat(32)}`] },
    { teams: [`tea_${'0'.repeat(32)}`] },
    { people: [] },
  ]) {
    expect((await note(anna!, conversationId, mentions)).status).toBe(422)
  }
  const reply = { kind: 'reply', content: 'Hello', mentions: { agents: [bo!.id] } }
  const refused = await as(anna!, 'POST', `/api/conversations/${conversationId}/messages`, reply)
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'mentions' }] } })
  await as(bo!, 'POST', '/api/notifications/read', { all: true })
  await as(cia!, 'POST', '/api/notifications/read', { all: true })
  expect((await listed(cia!)).unread).toBe(0)
}, 60_000)

test('unread ones come in one mail, read ones in none, and neither in quiet hours nor to who turned it off', async () => {
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  const quiet = { from: time(Date.now() - 3_600_000), to: time(Date.now() + 3_600_000), timeZone: 'UTC' }
  const [dan, eva, fia] = [await hire('Dan'), await hire('Eva'), await hire('Fia')]
  const [hal, ida] = [await hire('Hal'), await hire('Ida')]
  await as(dan, 'PATCH', '/api/me', { preferences: { notifications: { mail: false } } })
  await as(eva, 'PATCH', '/api/me', { preferences: { quietHours: quiet } })
  await as(fia, 'PATCH', '/api/me', { preferences: { notifications: { mentioned: false } } })
  const everybody = { agents: [hal.id, ida.id, dan.id, eva.id, fia.id] }
  const [first, second] = [await talk(), await talk()]
  const secret = 'The customer is called Zebulon'
  await note(anna!, first, everybody, secret)
  await note(anna!, second, everybody, secret)
  await vi.waitFor(async () => expect((await listed(ida)).unread).toBe(2), patient)
  await as(ida, 'POST', '/api/notifications/read', { all: true })
  await vi.waitFor(() => expect(mailsTo(hal)).toHaveLength(1), patient)
  const text = mailsTo(hal).at(-1)!
  expect(text).toContain('2 new notifications')
  for (const id of [first, second]) expect(text.replace(/=\r?\n/g, '')).toContain(`/console/inbox/all?c=${id}`)
  expect(text).toContain('Anna mentioned you')
  expect(text).not.toContain('Zebulon')

  // What was told is not told again: the next mail is about the third alone. By then those of the others were due too.
  const third = await talk()
  await as(anna!, 'PATCH', `/api/conversations/${third}`, { assignee: hal.id })
  await vi.waitFor(() => expect(mailsTo(hal)).toHaveLength(2), patient)
  expect(mailsTo(hal).at(-1)).toContain('A new notification')
  expect(mailsTo(hal).at(-1)).toContain('assigned a conversation to you')
  for (const nobody of [ida, dan, eva, fia]) expect(mailsTo(nobody)).toEqual([])
}, 60_000)

test('notifications leave with their conversation and with their agent', async () => {
  const gus = await hire('Gus')
  const contact = { email: 'gone@example.com' }
  const asked = await api.post('/api/chat/message', { message: 'How long does delivery take?', contact })
  const { conversationId } = asked.body
  await note(anna!, conversationId, { agents: [bo!.id, gus.id] })
  const unreadOf = async (agent: Agent) =>
    (await listed(agent)).items.filter((each: any) => each.conversationId === conversationId)
  await vi.waitFor(async () => expect(await unreadOf(gus)).toHaveLength(1), patient)
  await vi.waitFor(async () => {
    expect((await api.get(`/api/conversations/${conversationId}`)).body.contactId).toBeDefined()
  }, patient)
  const { contactId } = (await api.get(`/api/conversations/${conversationId}`)).body
  const { jobId } = (await api.post(`/api/contacts/${contactId}/erase`, {})).body
  await vi.waitFor(async () => expect((await api.get(`/api/jobs/${jobId}`)).body.state).toBe('finished'), patient)
  expect(await unreadOf(bo!)).toEqual([])
  expect(await unreadOf(gus)).toEqual([])
  expect((await api.delete(`/api/agents/${gus.id}`)).status).toBe(204)
}, 60_000)
