import { createHmac } from 'node:crypto'
import { type Route, routes } from '@frontdesk/gateway'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let owner: ApiClient
let stranger: ApiClient
/** An id of the owner's for each parameter of the table. */
const owned: Record<string, string> = {}

beforeAll(async () => {
  owner = await platform.newTenant('owner')
  stranger = await platform.newTenant('stranger')
  const make = async (path: string, body: unknown): Promise<any> => {
    const reply = await owner.post(path, body)
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    return reply.body
  }
  const source = await owner.teach('Parking', 'Parking is free for guests on weekends.')
  await owner.ask('Is parking free for guests?')
  const policy = await make('/api/policies', {
    name: 'Short',
    type: 'Length Limit',
    mode: 'Post-generation',
    config: { maxTokens: 500 },
  })
  const bulk = await make('/api/knowledge/bulk-ingest', { urls: ['http://127.0.0.1:1/'] })
  const findCrawl = async () => {
    const { body } = await owner.get(`/api/knowledge/sources/${bulk.accepted[0].sourceId}`)
    expect((await owner.get(`/api/crawls/${body.crawlId}`)).status).toBe(200)
    return body.crawlId
  }
  const crawlId = await vi.waitFor(findCrawl, { timeout: 20_000 })
  const endpoint = await make('/api/webhook-endpoints', { url: 'http://127.0.0.1:1/' })
  const listener = await make('/api/webhook-listeners', {})
  const delivery = await make(`/api/webhook-endpoints/${endpoint.id}/test`, {})
  const agent = await make('/api/agents', { name: 'Anna', email: 'anna@example.com' })
  const rule = await make('/api/escalation-rules', { name: 'Urgent', when: { kind: 'keywords', keywords: ['urgent'] } })
  const key = await make('/api/api-keys', { name: 'spare', scopes: ['chat'] })
  const turns = [{ message: 'Is parking free for guests?' }]
  const suite = await make('/api/suites', { name: 'Parking', scenarios: [{ name: 'Guests', turns }] })
  const run = await make(`/api/suites/${suite.id}/run`, {})
  const contact = await make('/api/contacts', { name: 'Bo', email: 'bo@example.com' })
  const form = new FormData()
  form.append('file', new Blob(['Name\nCia\n']), 'people.csv')
  form.append('mapping', JSON.stringify({ Name: 'name' }))
  const imported = await owner.send('POST', '/api/contacts/import', { body: form })
  const erased = await make('/api/contacts', { name: 'Dag' })
  const erasing = await make(`/api/contacts/${erased.id}/erase`, {})
  const deleted = await owner.teach('Deleted', 'This text goes away.')
  expect((await owner.request('DELETE', `/api/knowledge/sources/${deleted.id}`)).status).toBe(204)
  await owner.teach('Parking again', 'Parking is free for guests on weekends.')
  const findPair = async () => {
    const { body } = await owner.get('/api/knowledge/duplicates')
    expect(body.items).toHaveLength(1)
    return body.items[0].id
  }
  const duplicateId = await vi.waitFor(findPair, { timeout: 20_000 })
  await owner.ask('Which vegan shoes do you sell?')
  const findSuggestion = async () => {
    const { body } = await owner.get('/api/analytics/suggestions')
    expect(body.items).not.toEqual([])
    return body.items[0].id
  }
  const suggestionId = await vi.waitFor(findSuggestion, { timeout: 20_000 })
  const received = await receiveMail()
  const connector = await make('/api/connectors', { kind: 'hubspot', secrets: { accessToken: 'pat-eu1-1234' } })
  Object.assign(owned, {
    suggestionId,
    sourceId: source.id,
    version: '1',
    ...received,
    policyId: policy.id,
    jobId: bulk.jobId,
    crawlId,
    endpointId: endpoint.id,
    listenerId: listener.id,
    connectorId: connector.id,
    deliveryId: delivery.id,
    keyId: key.id,
    agentId: agent.id,
    ruleId: rule.id,
    suiteId: suite.id,
    runId: run.id,
    contactId: contact.id,
    importId: imported.body.jobId,
    erasureId: erasing.jobId,
    deletedSourceId: deleted.id,
    duplicateId,
    // There is none to own: its list is empty, and any id is unknown.
    deadLetterId: 'dead_letter',
  })
})

/** A conversation that came with a file by a channel. */
async function receiveMail(): Promise<Record<string, string>> {
  const secret = 'a-secret-of-the-mail-server'
  const channel = { kind: 'email', provider: 'raw', address: 'desk@example.com', secrets: { secret } }
  const { id: channelId } = (await owner.post('/api/channels', channel)).body
  const body = [
    ...['From: Anna <anna@example.org>', 'To: desk@example.com', 'Subject: Parking', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Is parking free for guests?'],
    ...['--b', 'Content-Disposition: attachment; filename="a.txt"', '', 'A', '--b--', ''],
  ].join('\r\n')
  const at = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${signature}` }
  const reply = await owner.send('POST', `/api/webhooks/email/${channelId}`, { body, headers })
  expect(reply.status).toBe(200)
  return vi.waitFor(
    async () => {
      const { id: conversationId } = (await owner.get('/api/conversations?channel=email')).body.items[0]
      const { items } = (await owner.get(`/api/conversations/${conversationId}/messages`)).body
      const answer = items.find(({ author }: any) => author.kind === 'ai')
      const question = items.find(({ author }: any) => author.kind === 'customer')
      return { channelId, conversationId, messageId: answer.id, attachmentId: question.attachments[0].id }
    },
    { timeout: 20_000 },
  )
}

const nameOf = ({ method, url }: Route) => `${method} ${url}`
const withIds = (url: string, ids: Record<string, string>) => url.replace(/:(\w+)/g, (_, name: string) => ids[name]!)
const never = (id: string) => id.replace(/[0-9a-f]{16}/, '0'.repeat(16))

/** A body that the route takes, so that only the id is wrong. */
const bodies: Record<string, unknown> = {
  'PUT /api/knowledge/sources/:sourceId': { title: 'Mine now' },
  'PATCH /api/policies/:policyId': { name: 'Mine now' },
  'PATCH /api/webhook-endpoints/:endpointId': { enabled: false },
  'PATCH /api/conversations/:conversationId': { subject: 'Mine now' },
  'POST /api/conversations/:conversationId/messages': { kind: 'reply', content: 'Mine now', agentId: 'agt_mine' },
  'PATCH /api/channels/:channelId': { name: 'Mine now' },
  'PATCH /api/connectors/:connectorId': { name: 'Mine now' },
  'POST /api/connectors/:connectorId/conversations': { conversationId: 'cnv_mine' },
  'PATCH /api/agents/:agentId': { name: 'Mine now' },
  'PATCH /api/escalation-rules/:ruleId': { name: 'Mine now' },
  'PATCH /api/suites/:suiteId': { name: 'Mine now' },
  'PATCH /api/contacts/:contactId': { name: 'Mine now' },
  'POST /api/webhook-endpoints/:endpointId/replay': { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
}
/** What a route can't be asked without. */
const queries: Record<string, string> = { 'GET /api/knowledge/sources/:sourceId/versions/:version/diff': '?to=1' }
const send = (client: ApiClient, route: Route, ids: Record<string, string>) => {
  const body = bodies[nameOf(route)]
  const path = withIds(route.url, ids) + (queries[nameOf(route)] ?? '')
  return client.send(route.method, path, body === undefined ? {} : { body })
}

/** Routes of the platform's own are no tenant's. */
const withAnId = routes.filter(
  ({ url, access }) => url.includes(':') && access !== 'admin-token' && access !== 'provider',
)

test('the table names no parameter that this test does not know', () => {
  const names = new Set(withAnId.flatMap(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!)))
  expect([...names].sort()).toEqual(Object.keys(owned).sort())
  for (const [name, id] of Object.entries(owned)) expect(id, name).toEqual(expect.any(String))
})

describe('a foreign id answers 404, exactly like an id that never was', () => {
  test.each(withAnId.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
    const absentIds = Object.fromEntries(Object.entries(owned).map(([name, id]) => [name, never(id)]))
    const foreign = await send(stranger, route, owned)
    const absent = await send(stranger, route, { ...absentIds, version: '1' })
    expect(foreign, JSON.stringify(foreign.body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const shown = ({ body: { requestId: _id, ...rest } }: typeof foreign) => rest
    expect(shown(foreign)).toEqual(shown(absent))
  })
})

describe('a foreign id in a body answers 404 too', () => {
  test.each([
    ['POST /api/chat/message', () => ({ message: 'Hello', conversationId: owned.conversationId })],
    ['POST /api/chat/stream', () => ({ message: 'Hello', conversationId: owned.conversationId })],
    ['POST /api/chat/feedback', () => ({ messageId: owned.messageId, helpful: true })],
    ['POST /api/conversations/handover', () => ({ conversationId: owned.conversationId })],
    ['POST /api/copilot', () => ({ action: 'summarize', conversationId: owned.conversationId })],
  ])('%s', async (name, body) => {
    const reply = await stranger.post(name.split(' ')[1]!, body())
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test('after all of this the owner has everything as it was', async () => {
  for (const route of withAnId) {
    // A listener that nobody reads ends by itself; a stream that somebody reads does not.
    if (route.method !== 'GET' || /deadLetterId|listenerId/.test(route.url)) continue
    expect((await send(owner, route, owned)).status, nameOf(route)).toBe(200)
  }
  expect((await owner.get(`/api/knowledge/sources/${owned.sourceId}`)).body.title).toBe('Parking')
  expect((await owner.get(`/api/policies/${owned.policyId}`)).body.name).toBe('Short')
})
