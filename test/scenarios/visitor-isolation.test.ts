import { randomUUID } from 'node:crypto'
import { bodySchemaOf, type Route, routes } from '@frontdesk/gateway'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ApiClient } from './api-client.ts'
import { bodyOf, idPathsOf, withIds, withValueAt } from './example-bodies.ts'
import { makeOneOfEach } from './one-of-each.ts'
import { usePlatform } from './platform.ts'
import { begin, origin, userToken, type VisitorClient, visitorClient } from './visitor-client.ts'

const platform = usePlatform()
const baseUrl = () => platform.baseUrl
const noIds = z.object({})
const nameOf = ({ method, url }: Route) => `${method} ${url}`

let owner: ApiClient
let ids: Record<string, string>
let anna: VisitorClient
let bo: VisitorClient
/** What is Anna's. */
let hers: { conversationId: string; messageId: string; attachmentId: string }
/** Visitors who are not Anna: of the same widget, of another widget, of another tenant. */
const strangers: Record<string, VisitorClient> = {}

const visitorOf = async (widgetId: string) => visitorClient(baseUrl, (await begin(baseUrl, widgetId)).body.token)
const makeWidget = async (api: ApiClient) =>
  (await api.post('/api/widgets', { name: 'Shop', allowedOrigins: [origin] })).body
const upload = async (visitor: VisitorClient): Promise<string> => {
  const form = new FormData()
  form.set('file', new Blob(['A receipt']), 'receipt.txt')
  const reply = await visitor.send('POST', '/api/widget/attachments', form)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201, body: { contentType: 'text/plain' } })
  return reply.body.id
}

beforeAll(async () => {
  owner = await platform.newTenant('isolation')
  ids = await makeOneOfEach(owner, 'isolation')
  const widget = await makeWidget(owner)
  anna = await visitorOf(widget.id)
  bo = await visitorOf(widget.id)
  strangers['the same widget'] = bo
  strangers['another widget'] = await visitorOf((await makeWidget(owner)).id)
  strangers['another tenant'] = await visitorOf((await makeWidget(await platform.newTenant('elsewhere'))).id)
  const attachmentId = await upload(anna)
  const { events } = await anna.say('Is parking free for guests?', { attachments: [attachmentId] })
  hers = { conversationId: events[0]!.data.conversationId, messageId: events[0]!.data.messageId, attachmentId }
})

const closed = routes.filter(({ access }) => !['public', 'provider', 'visitor', 'widget'].includes(access))
const ofVisitors = routes.filter(({ access }) => access === 'visitor')

describe('the token of a visitor opens no route of the platform', () => {
  test.each(closed.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
    const path = withIds(route.url, { ...ids, sessionId: 'ses_1', tenantId: 'ten_1', provider: 'work' })
    const shown: Record<string, string>[] = [
      { authorization: `Bearer ${anna.token}` },
      { authorization: '', 'x-api-key': anna.token },
      { authorization: '', cookie: `fd_session=${anna.token}`, 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of shown) {
      const reply = await anna.send(route.method, path, route.method === 'GET' ? undefined : {}, headers)
      expect(reply, JSON.stringify(headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  })
})

test('neither a key of an admin nor no token at all opens a route of visitors', async () => {
  for (const route of ofVisitors) {
    const path = withIds(route.url, { ...ids, ...hers })
    const refused = { status: 401, body: { code: 'unauthenticated' } }
    expect(await owner.send(route.method, path, { headers: { origin } }), nameOf(route)).toMatchObject(refused)
    const nobody = visitorClient(baseUrl, `fdv_${'A'.repeat(43)}`)
    expect(await nobody.send(route.method, path), nameOf(route)).toMatchObject(refused)
  }
})

test('no route of visitors answers a page of another site, whatever its token', async () => {
  for (const route of ofVisitors) {
    const path = withIds(route.url, { ...ids, ...hers })
    const reply = await anna.send(route.method, path, undefined, { origin: 'https://evil.example.com' })
    expect(reply, nameOf(route)).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  }
})

/** Every place of a route of visitors that takes an id: in its path, or in its body. */
const places = ofVisitors.flatMap((route) => [
  ...[...route.url.matchAll(/:(\w+)/g)].map(([, name]) => ({ route, name: name!, inBody: undefined })),
  ...idPathsOf(bodySchemaOf(route) ?? noIds).map((path) => ({
    route,
    name: path.findLast((part) => typeof part === 'string')!,
    inBody: path,
  })),
])

describe('what is another visitor’s is exactly like what never was', () => {
  test('wherever an id is taken', () => {
    expect(places.length).toBeGreaterThan(10)
  })

  test.each(places.map((place) => [`${nameOf(place.route)} ${place.name}`, place] as const))('%s', async (_, place) => {
    const { route, name, inBody } = place
    const own = name === 'attachments' ? hers.attachmentId : hers[name as 'messageId']
    expect(own, `whose id is ${name}?`).toEqual(expect.any(String))
    const never = own.replace(/[0-9a-f]{16}/, '0'.repeat(16))
    const ask = async (visitor: VisitorClient, id: string) => {
      const example = route.method === 'GET' ? undefined : (bodyOf(route, { ...ids, ...hers }) ?? {})
      const path = withIds(route.url, { ...hers, ...(inBody ? {} : { [name]: id }) })
      const body = inBody ? withValueAt(example, inBody, id) : example
      const headers: Record<string, string> = route.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
      const { status, body: told } = await visitor.send(route.method, path, body, headers)
      const { requestId: _requestId, ...rest } = typeof told === 'string' ? {} : told
      return { status, told: JSON.parse(JSON.stringify(rest).replaceAll(id, 'the id')) }
    }
    for (const [whose, stranger] of Object.entries(strangers)) {
      const foreign = await ask(stranger, own)
      expect([404, 422], `${whose}: ${JSON.stringify(foreign)}`).toContain(foreign.status)
      expect(foreign).toEqual(await ask(stranger, never))
    }
  })

  test('and no list or stream of a stranger shows it', async () => {
    for (const stranger of Object.values(strangers)) {
      const [event] = await stranger.follow(() => true)
      const { body } = await stranger.send('GET', '/api/widget/conversations')
      const text = JSON.stringify([event, body])
      for (const id of Object.values(hers)) expect(text).not.toContain(id)
    }
  })
})

test('what a visitor reads of their own has no field outside of the list', async () => {
  for (const route of ofVisitors) {
    if (route.method !== 'GET' || route.kind !== 'json') continue
    const { status, body } = await anna.send('GET', withIds(route.url, hers))
    expect(status, nameOf(route)).toBe(200)
    expect(route.reply!.parse(body), nameOf(route)).toEqual(body)
    expect(body.items.length).toBeGreaterThan(0)
  }
})

test('a stranger took nothing away: Anna reads her answer, her file and what she wrote', async () => {
  const stream = await anna.request('GET', `/api/widget/messages/${hers.messageId}/stream`)
  expect(await stream.text()).toContain('event: done')
  expect((await anna.send('GET', `/api/widget/attachments/${hers.attachmentId}`)).body).toBe('A receipt')
  const { items } = (await anna.send('GET', `/api/widget/conversations/${hers.conversationId}/messages`)).body
  expect(items.at(-1)).toMatchObject({ sequence: 1, attachments: [{ id: hers.attachmentId, filename: 'receipt.txt' }] })
})

test('files of notes are for the people, those of replies for the visitor, and what was uploaded before signing in stays', async () => {
  const widget = (
    await owner.post('/api/widgets', { name: 'Shop', allowedOrigins: [origin], identity: { mode: 'optional' } })
  ).body
  const before = await visitorOf(widget.id)
  const own = await upload(before)
  const unsent = await upload(before)
  const { conversationId } = (await before.say('Look', { attachments: [own] })).events[0]!.data
  const maja = (await owner.post('/api/agents', { name: 'Maja', email: 'maja-files@example.com' })).body
  const send = async (kind: 'note' | 'reply') => {
    const form = new FormData()
    form.set('file', new Blob([`Of a ${kind}`]), `${kind}.txt`)
    const file = (await owner.send('POST', '/api/attachments', { body: form })).body.id
    const body = { kind, content: `With a ${kind}`, attachments: [file] }
    const sent = await owner.post(`/api/conversations/${conversationId}/messages`, body, { 'x-agent-id': maja.id })
    expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 201 })
    return file as string
  }
  const note = await send('note')
  const reply = await send('reply')
  const session = await begin(baseUrl, widget.id, { userToken: userToken(widget.secret, widget.id) }, before.token)
  const user = visitorClient(baseUrl, session.body.token)
  const read = (id: string, by = user) => by.send('GET', `/api/widget/attachments/${id}`)
  expect(await read(own)).toMatchObject({ status: 200, body: 'A receipt' })
  expect(await read(reply)).toMatchObject({ status: 200, body: 'Of a reply' })
  expect(await read(note)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await read(unsent)).toMatchObject({ status: 404 })
  for (const id of [own, reply, note]) expect(await read(id, bo)).toMatchObject({ status: 404 })
})

test('files are taken by their content and size, and an upload is only its visitor’s to send', async () => {
  const send = (content: string | Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData()
    form.set('file', new Blob([content]), name)
    return bo.send('POST', '/api/widget/attachments', form)
  }
  const program = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, ...Array.from({ length: 64 }, () => 0)])
  expect(await send(program, 'receipt.png')).toMatchObject({ status: 415 })
  expect((await send('<script>alert(1)</script>', 'page.html')).body.contentType).toBe('text/plain')
  expect(await send(new Uint8Array(10 * 1024 * 1024 + 1), 'large.txt')).toMatchObject({ status: 413 })
  const six = Array.from({ length: 6 }, (_, i) => `att_${i}`)
  expect((await bo.say('Look', { attachments: six })).status).toBe(422)
})
