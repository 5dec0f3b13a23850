import { hash, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'
import { begin, origin, userToken, type VisitorClient, visitorClient } from './visitor-client.ts'

const platform = usePlatform()
const baseUrl = () => platform.baseUrl
let owner: ApiClient

/** A widget of a tenant of its own: all requests of these tests come from one network. */
const newWidget = async (name: string) => {
  owner = await platform.newTenant(name)
  // People answer at once, which is quick.
  const settings = {
    name: 'Shop',
    allowedOrigins: [origin],
    identity: { mode: 'optional' },
    limits: { tokensPerDay: 0 },
  }
  return (await owner.post('/api/widgets', settings)).body
}

const zeroBits = (digest: Buffer): number => {
  const first = digest.findIndex((byte) => byte !== 0)
  return first * 8 + Math.clz32(digest[first]!) - 24
}

/** Does the work, as a page would in a worker. */
function solve({ algorithm, salt, difficulty }: { algorithm: string; salt: string; difficulty: number }) {
  expect(algorithm).toBe('sha-256')
  for (let solution = 0; ; solution++)
    if (zeroBits(hash('sha256', `${salt}${solution}`, 'buffer')) >= difficulty) return { salt, solution }
}

test('above half of a network’s sessions a browser shows proof of work, each time anew, and at the limit none helps', async () => {
  const widget = await newWidget('sessions')
  for (let i = 0; i < 15; i++) expect((await begin(baseUrl, widget.id)).status).toBe(201)
  const asked = await begin(baseUrl, widget.id)
  expect(asked).toMatchObject({ status: 403, body: { code: 'challenge_required' } })
  const wrong = { challenge: { salt: asked.body.challenge.salt, solution: 1 } }
  expect(await begin(baseUrl, widget.id, wrong)).toMatchObject({ status: 403 })
  const forged = { challenge: solve({ algorithm: 'sha-256', salt: 'v1.AAAA', difficulty: 15 }) }
  expect(await begin(baseUrl, widget.id, forged)).toMatchObject({ status: 403 })
  const challenge = solve(asked.body.challenge)
  // One of another tenant's is no solution here, nor is this one there.
  const elsewhere = await newWidget('sessions elsewhere')
  expect(await begin(baseUrl, elsewhere.id, { challenge })).toMatchObject({ status: 403 })
  expect((await begin(baseUrl, widget.id, { challenge })).status).toBe(201)
  const used = await begin(baseUrl, widget.id, { challenge })
  expect(used).toMatchObject({ status: 403, body: { code: 'challenge_required' } })
  for (let i = 17; i <= 30; i++) {
    const { body } = await begin(baseUrl, widget.id)
    expect((await begin(baseUrl, widget.id, { challenge: solve(body.challenge) })).status).toBe(201)
  }
  const full = await begin(baseUrl, widget.id)
  expect(full).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
  // Users whom the site vouches for have more, and no work to do.
  expect((await begin(baseUrl, widget.id, { userToken: userToken(widget.secret, widget.id) })).status).toBe(201)
  // A forwarded address of somebody who is no proxy of ours makes no other network.
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  expect((await begin(baseUrl, widget.id, {}, undefined, headers)).status).toBe(429)
})

test('a visitor has 20 messages in 10 minutes; what was accepted is replayed, and the refusal is a stream', async () => {
  const widget = await newWidget('messages')
  const visitor = visitorClient(baseUrl, (await begin(baseUrl, widget.id)).body.token)
  const key = randomUUID()
  const first = await visitor.say('Hello', { key })
  const { conversationId } = first.events[0]!.data
  for (let i = 2; i <= 20; i++) expect((await visitor.say('Hello again', { conversationId })).status).toBe(200)
  const over = await visitor.say('And again', { conversationId })
  expect(over.status).toBe(429)
  expect(over.events).toMatchObject([{ event: 'error', data: { type: 'error', code: 'rate_limited' } }])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  const again = await visitor.say('Hello', { key })
  expect(again.status).toBe(200)
  expect(again.events[0]!.data.messageId).toBe(first.events[0]!.data.messageId)
  const { messageCount } = (await owner.get(`/api/conversations/${conversationId}`)).body
  const own = await visitor.send('GET', `/api/widget/conversations/${conversationId}/messages?limit=100`)
  expect(own.body.items.filter(({ author }: any) => author.kind === 'customer')).toHaveLength(20)
  expect(messageCount).toBeGreaterThanOrEqual(21)
})

test('an anonymous session goes on under its token, however often a page loads', async () => {
  const widget = await newWidget('renewals')
  const { token, expiresAt } = (await begin(baseUrl, widget.id)).body
  for (let i = 0; i < 40; i++) {
    const { status, body } = await begin(baseUrl, widget.id, {}, token)
    expect([status, body.token, body.expiresAt]).toEqual([201, token, expiresAt])
  }
  const visitor = visitorClient(baseUrl, token)
  expect((await visitor.send('DELETE', '/api/widget/session')).status).toBe(204)
  await vi.waitFor(async () => {
    const { body } = await begin(baseUrl, widget.id, {}, token)
    expect(body.token).not.toBe(token)
  })
})

test('what visitors say of themselves has 4 kB at most, as has what a site says of its user', async () => {
  const widget = await newWidget('details')
  const visitor = visitorClient(baseUrl, (await begin(baseUrl, widget.id)).body.token)
  const say = (body: object) => visitor.send('PATCH', '/api/widget/visitor', body)
  // Each of these characters is six bytes of JSON.
  const order = '\u0001'.repeat(670)
  const refused = await say({ fields: { order: `${order}${'x'.repeat(80)}` } })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'fields' }] } })
  const attributes = { order: `${order}${'x'.repeat(80)}` }
  expect(
    await begin(baseUrl, widget.id, { userToken: userToken(widget.secret, widget.id, { attributes }) }),
  ).toMatchObject({
    status: 401,
    body: { code: 'user_token_invalid' },
  })
  expect((await say({ fields: { order } })).body).toEqual({ verified: false })
})

test('a visitor says who they are 30 times in an hour', async () => {
  const widget = await newWidget('names')
  const visitor = visitorClient(baseUrl, (await begin(baseUrl, widget.id)).body.token)
  const { events } = await visitor.say('Hello')
  const path = `/api/conversations/${events[0]!.data.conversationId}`
  const say = (name: string) => visitor.send('PATCH', '/api/widget/visitor', { name })
  expect((await say('Anna')).status).toBe(200)
  const { updatedAt } = (await owner.get(path)).body
  for (let i = 2; i <= 30; i++) expect((await say('Anna')).status).toBe(200)
  expect((await owner.get(path)).body).toMatchObject({ updatedAt, visitor: { name: 'Anna' } })
  expect(await say('Bo')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await owner.get(path)).body.visitor.name).toBe('Anna')
})

test('above half of a network’s messages anonymous visitors show proof of work, and go on as who they were', async () => {
  const widget = await newWidget('network')
  const visitors: VisitorClient[] = []
  for (let i = 0; i < 4; i++) visitors.push(visitorClient(baseUrl, (await begin(baseUrl, widget.id)).body.token))
  const started = await Promise.all(visitors.map((visitor) => visitor.say('Hello')))
  const conversationsOf = started.map(({ events }) => events[0]!.data.conversationId)
  for (let sent = 4; sent < 60; sent++) {
    const conversationId = conversationsOf[sent % 4]
    expect((await visitors[sent % 4]!.say('Hello again', { conversationId })).status).toBe(200)
  }
  const [visitor] = visitors
  const key = randomUUID()
  const asked = await visitor!.say('One more', { conversationId: conversationsOf[0], key })
  expect([asked.status, asked.body.code]).toEqual([403, 'challenge_required'])
  // Asked again, it is not let in.
  expect((await visitor!.say('One more', { conversationId: conversationsOf[0], key })).status).toBe(403)
  const renewed = await begin(baseUrl, widget.id, { challenge: solve(asked.body.challenge) }, visitor!.token)
  expect(renewed).toMatchObject({ status: 201, body: { conversations: [{ id: conversationsOf[0] }] } })
  const worked = visitorClient(baseUrl, renewed.body.token)
  expect((await worked.say('One more', { conversationId: conversationsOf[0], key })).status).toBe(200)
})
