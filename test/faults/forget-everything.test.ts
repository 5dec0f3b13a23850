import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { services } from '@frontdesk/cli'
import { type Frontdesk, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiClient } from '../scenarios/api-client.ts'
import { userToken } from '../scenarios/visitor-client.ts'
import { namespaceOf, scanServers, serversOf } from './scan-servers.ts'
import { type Finds, isInDatabaseFile, scanFolder } from './scan-stores.ts'

const adminToken = 'testing-admin-token-0123456789abcdef'
const waiting = { timeout: 60_000, interval: 200 }
/** The stored events of the last week, which forget by themselves. */
const events = 'bus_events'

/** With servers in the environment it is they that are searched. */
const servers = serversOf(process.env)
let frontdesk: Frontdesk
let dataDir: string
let namespace: string
let deliveries = 0
const subscriber = createServer((request, response) => {
  if (request.method === 'GET') {
    const page = `<title>${request.url}</title><main><h1>${request.url}</h1><p>${kayaks(String(request.url))}</p></main>`
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }
  deliveries++
  // As some do: it answers with what it was sent.
  return request.pipe(response.writeHead(200))
})
const url = () => `http://127.0.0.1:${(subscriber.address() as AddressInfo).port}/`

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-forget-'))
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve))
  const env = { ERASE_AGAIN_AFTER_MS: '300', ADMIN_TOKEN: adminToken }
  frontdesk = await startFrontdesk({ env, ...(servers ? { servers } : { dataDir }) })
  const { tenant } = await frontdesk.tenant('known')
  namespace = servers ? await namespaceOf(tenant, servers) : ''
}, 120_000)
afterAll(async () => {
  await frontdesk?.stop()
  subscriber.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Every place in which somebody's words were found while these tests ran. */
const placesWithWords = new Set<string>()
async function scan(...words: string[]): Promise<Finds> {
  const finds = await (servers ? scanServers(namespace, servers, words) : scanFolder(dataDir, words))
  for (const place of Object.keys(finds)) placesWithWords.add(place)
  return finds
}
const untilFound = (words: string[], expected: Record<string, unknown>) =>
  vi.waitFor(async () => expect(await scan(...words)).toEqual(expected), { timeout: 60_000, interval: 500 })
/** A word that nobody else uses. */
const newWord = (of: string): string => `qwanari${of}${randomBytes(6).toString('hex')}zx`
/** A key for each request, so that its reply is kept. */
const once = () => ({ 'idempotency-key': randomUUID() })

/** Of requests that are about one person: their id, which callers choose, names the person too. */
const onceBy = (word: string) => ({ ...once(), 'x-request-id': `request-of-${word}` })

async function newTenant(name: string) {
  const { tenant, apiKey } = await frontdesk.tenant(name)
  const api = apiClient(frontdesk.baseUrl, apiKey)
  const ok = async (path: string, body: unknown, headers: Record<string, string> = once()) => {
    const reply = await api.post(path, body, headers)
    expect([200, 201, 202], `${path} ${JSON.stringify(reply.body)}`).toContain(reply.status)
    return reply.body
  }
  const finished = (path: string) =>
    vi.waitFor(async () => {
      const { body } = await api.get(path)
      expect(body.state, JSON.stringify(body)).toBe('finished')
      return body
    }, waiting)
  // One that takes what it is told, and one that never does, whose deliveries wait for days.
  const { id: endpointId } = await ok('/api/webhook-endpoints', { url: url() })
  await ok('/api/webhook-endpoints', { url: 'http://127.0.0.1:1/', description: `${name} endpoint` })
  const agent = await ok('/api/agents', { name: `${name} agent`, email: `${name}@example.com` })
  return { name, tenant, api, ok, finished, asAgent: { 'x-agent-id': agent.id }, agentId: agent.id, endpointId }
}
type Tenant = Awaited<ReturnType<typeof newTenant>>

const mailSecret = 'a-secret-of-the-mail-server'

/** A letter with a file, as a mail server hands it in. */
async function sendMail(to: string, word: string): Promise<void> {
  const part = (lines: string[]) => ['--part', ...lines]
  const lines = [
    `From: Person ${word} <${word}@example.com>`,
    `To: ${to}`,
    `Subject: A letter of ${word}`,
    `Message-ID: <${randomUUID()}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    ...part(['Content-Type: text/plain', '', `What does a kayak cost a day, writes ${word}?`]),
    ...part([
      'Content-Type: text/plain',
      `Content-Disposition: attachment; filename="${word}.txt"`,
      '',
      `A secret of ${word}`,
    ]),
    '--part--',
    '',
  ]
  const body = lines.join('\r\n')
  const at = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', mailSecret).update(`${at}.${body}`).digest('hex')
  const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${signature}` }
  const reply = await fetch(`${frontdesk.baseUrl}/api/webhooks/email`, { method: 'POST', body, headers })
  expect(reply.status, await reply.text()).toBe(200)
}

const kayaks = (word: string) =>
  `A kayak costs 450 kronor a day. ${Array.from({ length: 60 }, (_, i) => `Rule ${i} of ${word} is written down here.`).join(' ')}`

/** A user of a site who writes in its chat widget, with a file, and is the contact with that e-mail. */
async function visitWidget({ ok }: Pick<Tenant, 'ok'>, word: string): Promise<void> {
  const origin = 'https://shop.example.com'
  const settings = { name: 'Shop', allowedOrigins: [origin], identity: { mode: 'optional' } }
  const widget = await ok('/api/widgets', settings)
  const client = apiClient(frontdesk.baseUrl, undefined)
  const claims = { sub: word, email: `${word}@example.com`, email_verified: true, name: `Person ${word}` }
  const session = {
    userToken: userToken(widget.secret, widget.id, claims),
    page: { url: `https://shop.example.com/${word}`, title: word },
  }
  const begun = await client.send('POST', `/api/widget/${widget.id}/session`, { body: session, headers: { origin } })
  expect(begun.status, JSON.stringify(begun.body)).toBe(201)
  const headers = { origin, authorization: `Bearer ${begun.body.token}` }
  const details = { fields: { about: `${word} likes coffee` } }
  expect((await client.send('PATCH', '/api/widget/visitor', { body: details, headers })).status).toBe(200)
  const form = new FormData()
  form.set('file', new Blob([`A secret of ${word}`]), `${word}.txt`)
  // Another one that is never sent.
  const unsent = await client.send('POST', '/api/widget/attachments', { body: form, headers })
  expect(unsent.status, JSON.stringify(unsent.body)).toBe(201)
  const file = await client.send('POST', '/api/widget/attachments', { body: form, headers })
  expect(file.status, JSON.stringify(file.body)).toBe(201)
  const body = { message: `What does a kayak cost, asks ${word}?`, clientId: word, attachments: [file.body.id] }
  const asked = await client.send('POST', '/api/widget/messages', { body, headers: { ...headers, ...once() } })
  expect(asked.body).toContain('event: start')
}

/** A person who left a word at every door. */
async function meetPerson({ name, api, ok, finished, asAgent, agentId }: Tenant, word: string) {
  const contact = { email: `${word}@example.com`, name: `Person ${word}` }
  // Of a file without a header the first person stands in its place.
  const book = `name,email,phone,about,${word}@example.com\nAgain,${word}@example.com,,${word} likes tea,x\nNot,not an address,,${word}@example.com,x\n`
  const asked = { message: `What does a kayak cost a day, asks ${word}?`, contact }
  const first = await ok('/api/chat/message', asked, onceBy(word))
  const { conversationId } = first
  const found = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/contacts?email=${word}@example.com`)
    expect(body.items).toHaveLength(1)
    return body.items[0]
  }, waiting)
  await api.request('PATCH', `/api/contacts/${found.id}`, { body: { attributes: { note: `${word} is a friend` } } })
  const address = `desk-${name}@example.org`
  await ok('/api/channels', { kind: 'email', provider: 'raw', address, secrets: { secret: mailSecret } })
  await sendMail(address, word)
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/conversations?contactId=${found.id}&channel=email`)
    expect(body.items).toMatchObject([{ messageCount: 2 }])
  }, waiting)
  const form = new FormData()
  form.set('file', new Blob([book]), `${word}.csv`)
  form.set(
    'mapping',
    JSON.stringify({ name: 'name', email: 'email', about: 'attributes.about', [contact.email]: 'attributes.x' }),
  )
  form.set('onDuplicate', 'update')
  const { jobId } = (await api.post('/api/contacts/import', form, once())).body
  expect((await finished(`/api/jobs/${jobId}`)).verdicts).toMatchObject({ updated: 1, rejected: 1 })
  const feedback = { messageId: first.messageId, helpful: false, comment: `${word} is not happy` }
  await ok('/api/chat/feedback', feedback, onceBy(word))
  await ok(`/api/conversations/${first.conversationId}/rating`, { score: 2, comment: `${word} waited too long` })
  await ok('/api/chat/message', { message: `${word} wants to talk to a human`, conversationId })
  for (const kind of ['note', 'reply']) {
    await ok(`/api/conversations/${conversationId}/messages`, { kind, content: `${kind} on ${word}`, agentId })
  }
  await api.request('PATCH', `/api/conversations/${conversationId}`, {
    body: { subject: `About ${word}`, tags: [word] },
    headers: asAgent,
  })
  await api.request('PUT', `/api/conversations/${conversationId}/drafts/reply`, {
    body: { content: `A draft about ${word}`, sawSequence: 1, revision: 0 },
    headers: asAgent,
  })
  const proposed = await ok(`/api/conversations/${conversationId}/messages`, {
    kind: 'reply',
    content: `Yes, ${word}`,
    agentId,
  })
  await ok(`/api/conversations/${conversationId}/proposals`, {
    ...{ messageId: proposed.id, question: `May ${word} come in?` },
    ...{ title: `On ${word}`, text: `Yes, ${word} may come in.` },
  })
  for (const action of ['summarize', 'draft_note', 'suggest_reply', 'analyze_sentiment']) {
    await ok('/api/copilot', { action, conversationId })
  }
  await visitWidget({ ok }, word)
  // A question that nothing answers: it becomes a suggestion.
  await ok('/api/chat/message', { message: `Has the moon of ${word} a harbour master?`, contact }, onceBy(word))
  await ok('/api/conversations/bulk', { action: 'tag', ids: [conversationId], tag: 'checked' })
  await ok('/api/conversations/bulk', { action: 'tag', filter: { q: word }, tag: 'found' })
  await ok('/api/simulate', { message: `What does a kayak cost, asks ${word}?` })
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/suggestions')
    expect(JSON.stringify(body)).toContain(word)
  }, waiting)
  return { contactId: found.id, conversationId }
}

test('nothing but stored events holds a word of an erased contact, wherever it was left', async () => {
  const word = newWord('person')
  const tenant = await newTenant('personal')
  const { api, ok, finished } = tenant
  await api.teach('Kayaks', kayaks('the house'))
  const before = deliveries
  const { contactId } = await meetPerson(tenant, word)
  await vi.waitFor(() => expect(deliveries).toBeGreaterThan(before + 4), waiting)
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/webhook-endpoints/${tenant.endpointId}/deliveries`)
    const replies = body.items.flatMap(({ attempts }: { attempts: { reply?: string }[] }) => attempts)
    expect(JSON.stringify(replies)).toContain(word)
  }, waiting)
  const places = Object.keys(await scan(word))
  for (const place of [
    'chat_conversations',
    'chat_messages',
    'chat_drafts',
    'contacts_contacts',
    'contacts_import_rows',
    'copilot_runs',
    'analytics_conversations',
    'analytics_questions',
    'webhook_dispatcher_deliveries',
    'gateway_replies',
    'blobs',
    events,
  ])
    expect(places).toContain(place)

  const { body: data } = await api.get(`/api/contacts/${contactId}/data`)
  expect(data.contact).toMatchObject({ email: `${word}@example.com`, attributes: { about: `${word} likes tea` } })
  expect(data.imports).toMatchObject([{ verdict: 'updated', before: { fields: { email: `${word}@example.com` } } }])
  const talked = data.conversations.find((each: { copilot: unknown[] }) => each.copilot.length > 0)
  expect(talked.copilot.map(({ action }: { action: string }) => action)).toContain('draft_note')
  expect(talked.feedback).toMatchObject([{ helpful: false, comment: `${word} is not happy` }])
  expect(talked.messages.map(({ content }: { content: string }) => content)).toContain(`note on ${word}`)

  const { jobId } = await ok(`/api/contacts/${contactId}/erase`, {})
  const report = await finished(`/api/jobs/${jobId}`)
  expect(report.items.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining([
      'conversations',
      'messages',
      'activities',
      'copilot runs',
      'questions of suggestions',
      'bodies of sent webhooks',
      'stored replies',
      'rows of imports',
      'addresses',
      'contacts',
    ]),
  )
  await untilFound([word], { [events]: expect.any(Number) })
}, 120_000)

test('nothing but stored events and the words of answers holds a word of a deleted source', async () => {
  const word = newWord('source')
  const quoted = newWord('quoted')
  const { api, ok, finished } = await newTenant('sources')
  const text = `A kayak called ${quoted} costs 450 kronor a day. ${kayaks(word)}`
  const form = new FormData()
  form.append('files', new Blob([kayaks(word)]), `${word}.txt`)
  const { jobId } = (await api.post('/api/knowledge/bulk-ingest', form, once())).body
  await finished(`/api/jobs/${jobId}`)
  const manual = { type: 'manual', title: `Kayaks of ${word}`, text, tags: [word] }
  const crawled = { type: 'url', url: `${url()}${word}`, maxPages: 2 }
  for (const body of [manual, crawled]) {
    const { id } = await ok('/api/knowledge/sources', body)
    await api.untilReady(id)
  }
  const { items } = (await api.get('/api/knowledge/sources')).body
  expect(items).toHaveLength(3)
  for (const { id } of items) {
    await api.request('PUT', `/api/knowledge/sources/${id}`, { body: { metadata: { about: word } } })
  }
  const id = items.find(({ type }: { type: string }) => type === 'manual').id
  await api.request('PUT', `/api/knowledge/sources/${id}`, { body: { text: `${text} And more of ${word}.` } })
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/knowledge/sources/${id}`)
    expect(body.liveVersion).toBe(2)
  }, waiting)
  const { conversationId, sources, content } = await ok('/api/chat/message', {
    message: 'What does a kayak cost a day?',
  })
  expect(sources.length).toBeGreaterThan(0)
  await ok('/api/copilot', { action: 'suggest_reply', conversationId })
  await ok('/api/simulate', { message: 'What does a kayak cost a day?' })
  await vi.waitFor(async () => expect(Object.keys(await scan(quoted))).toContain('chat_citations'), waiting)
  const places = Object.keys(await scan(word))
  for (const place of [
    'ingest_sources',
    'ingest_jobs',
    'crawler_crawls',
    'chat_changes',
    'chat_messages',
    'copilot_runs',
    'gateway_replies',
    'analytics_sources',
    'webhook_dispatcher_deliveries',
    'blobs',
    'chunks',
    events,
  ]) {
    expect(places).toContain(place)
  }

  for (const { id } of items) {
    expect((await api.delete(`/api/knowledge/sources/${id}`)).status).toBe(204)
    await finished(`/api/knowledge/deletions/${id}`)
  }
  const said = content.includes(word) ? ['chat_message_words', 'chat_messages'] : []
  if (content.slice(0, 160).includes(word)) said.push('chat_conversations')
  await untilFound([word], Object.fromEntries([events, ...said].map((place) => [place, expect.any(Number)])))
  // The answer is part of a conversation, and stays what the customer read; its beginning is the conversation's preview.
  const { [events]: _events, ...kept } = await scan(quoted)
  expect(Object.keys(kept).sort()).toEqual(['chat_conversations', 'chat_message_words', 'chat_messages'])
}, 150_000)

test('nothing at all holds a word of an erased tenant; that there was one stays known by its id', async () => {
  const word = newWord('tenant')
  const tenant = await newTenant(word)
  const { api, ok } = tenant
  await ok('/api/webhook-listeners', {})
  const source = await api.teach(`Kayaks of ${word}`, kayaks(word))
  await ok('/api/knowledge/sources/bulk', { action: 'tag', tag: word, ids: [source.id] })
  await meetPerson(tenant, word)
  const topics = [{ name: word, phrases: [`the ${word} affair`] }]
  const policy = { name: word, type: 'Topic Filter', mode: 'Pre-generation', config: { topics } }
  await ok('/api/policies', policy)
  await ok('/api/escalation-rules', { name: word, when: { kind: 'keywords', keywords: [word] } })
  await ok('/api/api-keys', { name: word, scopes: ['chat'] })
  await ok('/api/views', { name: word, filter: { tag: [word] }, shared: true }, { ...once(), ...tenant.asAgent })
  await ok(
    '/api/replies',
    { name: word, shortcut: 'w', content: `Hello from ${word}`, shared: true },
    { ...once(), ...tenant.asAgent },
  )
  const { inviteUrl } = await ok('/api/agents', { name: word, email: `colleague-${word}@example.com`, invite: true })
  const token = new URL(inviteUrl, frontdesk.baseUrl).hash.slice(1)
  await ok('/api/invites/accept', { token, password: randomUUID() }, { 'user-agent': `Browser of ${word}` })
  await ok('/api/widgets', { name: word })
  await ok('/api/teams', { name: word, description: `The team of ${word}` })
  await ok('/api/sla-policies', { name: word, targets: { firstResponse: 60 } })
  const provider = { id: 'work', name: word, issuer: 'https://login.example.com', clientId: word }
  const signIn = { oidc: { providers: [provider] } }
  expect((await api.request('PATCH', '/api/settings', { body: { signIn } })).status).toBe(200)
  const suite = await ok('/api/suites', {
    name: word,
    scenarios: [{ name: word, turns: [{ message: `Who is ${word}?`, expect: { outcome: 'answered' } }] }],
  })
  const { id: runId } = await ok(`/api/suites/${suite.id}/run`, {})
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/suites/${suite.id}/runs/${runId}`)
    expect(body.state).toBe('finished')
  }, waiting)
  const texts = { en: { handedOver: `People of ${word} answer.` } }
  const { id: rehearsalId } = await ok('/api/rehearsals', { name: word, settings: { texts } })
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/rehearsals/${rehearsalId}`)
    expect(body).toMatchObject({ state: 'finished', finishedAt: expect.any(String) })
  }, waiting)
  const businessHours = { timeZone: 'Europe/Stockholm', days: {}, message: `Call ${word}` }
  await api.request('PATCH', '/api/settings', { body: { businessHours } })
  expect(Object.keys(await scan(word)).length).toBeGreaterThan(15)

  const headers = { authorization: `Bearer ${adminToken}` }
  const admin = (method: string, path: string) =>
    fetch(`${frontdesk.baseUrl}${path}`, { method, headers }).then((reply) => reply.json() as Promise<any>)
  const { jobId } = await admin('DELETE', `/admin/tenants/${tenant.tenant}`)
  await vi.waitFor(async () => expect((await admin('GET', `/admin/jobs/${jobId}`)).state).toBe('finished'), waiting)
  await untilFound([word], {})
  const log = await admin('GET', '/admin/log')
  expect(log.items.filter(({ targetId }: { targetId: string }) => targetId === tenant.tenant)).toMatchObject([
    { kind: 'tenant', action: 'delete' },
    { kind: 'tenant', action: 'create' },
  ])
  // The report, and those two lines on their way into the log of the installation.
  expect(Object.keys(await scan(tenant.tenant)).sort()).toEqual([
    'analytics_log',
    events,
    'gateway_changes',
    'gateway_erasures',
  ])
  if (servers) return
  await frontdesk.stop()
  expect(isInDatabaseFile(dataDir, [word])).toBe(false)
}, 150_000)

/**
 * Collections in which these tests leave nobody's words, and why that is right. A new one is to be reached, or to stand here.
 * Words that a caller chooses (names of columns, ids of requests) are somebody's: they are to be reached.
 */
const withoutWords: Record<string, string[]> = {
  'holds ids, times, numbers and codes only': [
    ...['retrieval_embedding_jobs', 'retrieval_index_checks', 'crawler_sites', 'ingest_job_items', 'ingest_duplicates'],
    ...['retrieval_tuning_jobs', 'retrieval_weights'],
    'ingest_contradiction_checks',
    ...['chat_deliveries', 'chat_questions', 'chat_usage_days', 'chat_retentions', 'copilot_usage', 'gateway_digests'],
    ...['contacts_erasures', 'contacts_merges', 'contacts_departures', 'channels_inbound', 'channels_lanes'],
    ...['analytics_facts', 'analytics_crawled_pages', 'analytics_groupings', 'channels_once', 'channels_mail_ids'],
    ...['webhook_dispatcher_replays', 'webhook_dispatcher_replay_pages', 'webhook_dispatcher_numberings'],
    ...['webhook_dispatcher_listeners', 'chat_recalibrations', 'analytics_recalibrations'],
    ...['channels_sent_ids', 'gateway_sweeps', 'gateway_quotas', 'contacts_confirmations'],
    ...['chat_read_markers', 'chat_live_signals', 'gateway_sign_in_links', 'gateway_tries'],
    ...['chat_blocked_contacts', 'chat_assignments', 'chat_notifications', 'gateway_notification_mails'],
    ...['gateway_leaving_admins', 'chat_backfills'],
    ...['gateway_visitor_sessions', 'gateway_visitor_counters', 'chat_widget_usage'],
  ],
  'the answers of a test suite, where there are any: here nothing answers': ['chat_suite_results'],
  'test/scenarios/contradictions.test.ts: removed with either source; here no two sources contradict each other': [
    'ingest_contradictions',
  ],
  'services/gateway/src/oidc: removed with the agent and the tenant; here is no identity provider': [
    ...['gateway_oidc_links', 'gateway_oidc_sign_ins'],
  ],
  'holds times under keyed digests of addresses and texts': ['channels_mail_arrivals'],
  'holds hashes of texts': ['ingest_fingerprints', 'ingest_fingerprint_bands', 'ingest_statements'],
  'the search of a bulk action is not stored': ['chat_bulks'],
  'services/channels: erased requests and messages, which are stored as base64 here, or go out where there is a server':
    [...['channels_outbound', 'channels_parts', 'channels_requests']],
  'services/contacts: connectors need another system': [
    ...['contacts_connectors', 'contacts_connector_links', 'contacts_connector_deliveries', 'contacts_connector_syncs'],
  ],
  'test/scenarios/rehearsals.test.ts: removed when a rehearsal ends': ['retrieval_trials'],
}

test('every collection of every service was seen with words in it, or holds none', () => {
  const stored = services.flatMap(({ collections }) =>
    Object.values(collections as Record<string, { name: string }>).map(({ name }) => name.replaceAll('-', '_')),
  )
  const named = Object.values(withoutWords).flat()
  expect(stored.filter((name) => !placesWithWords.has(name) && !named.includes(name))).toEqual([])
  // What goes out is there until it has left, so a scan may see it or not.
  const lasting = named.filter((name) => name !== 'channels_outbound')
  expect(lasting.filter((name) => !stored.includes(name) || placesWithWords.has(name))).toEqual([])
})
