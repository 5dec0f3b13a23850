import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Route, routes } from '@frontdesk/gateway'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { measureSlowness } from '../../scripts/gate/measure-slowness.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import type { Ids } from '../scenarios/example-bodies.ts'
import { makeOneOfEach, onePixel } from '../scenarios/one-of-each.ts'
import { begin, origin, visitorClient } from '../scenarios/visitor-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { costlyRequestsOf } from './turns/costly-bodies.ts'
import { fillStore } from './turns/fill-store.ts'
import { type Driven, requestsOf } from './turns/requests.ts'
import { percentile, probeEnv, watchTurns } from './turns/watch-turns.ts'

/** What no route may hold the event loop for: milliseconds of its processor time on the usual machine. The limit itself is the promise here. */
const maxTurnMs = 20
/** A turn that is long once may be garbage that is collected or code that is compiled; one that is long each time is ours. */
const tries = 4
/** What a write begins goes on when it was answered; of a stream that has no end this much is read. */
const afterwardsMs = 50
const streamedMs = 300
const adminToken = 'the-admin-token-of-the-turns-0123456789'
/** The tenant of the first key. */
const tenantId = 'default'

let dataDir: string
let socket: string
let platform: PlatformProcess
let api: ApiClient
let ids: Ids
/** A message that came by mail: only what was received has an original. */
let receivedId: string
/** The cookie of a person who signed in: what `session` routes are opened with. */
let cookie: string
/** The token of a visitor of a chat widget, and what is theirs. */
let visitorToken: string
let visitorIds: Ids
let watched: Awaited<ReturnType<typeof watchTurns>>
/** All that was measured. */
const turns: number[] = []

const start = async () =>
  startProcess({
    dataDir,
    port: await freePort(),
    env: {
      ...probeEnv(socket),
      ADMIN_TOKEN: adminToken,
      VISITOR_RATE_LIMIT_PER_MINUTE: '1000000',
      PROVIDER_RATE_LIMIT_PER_MINUTE: '1000000',
    },
  })

beforeAll(async () => {
  const slownessBefore = await measureSlowness()
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-turns-'))
  socket = join(dataDir, 'turns.sock')
  platform = await start()
  const owner = apiClient(platform.baseUrl, apiKey)
  ids = { ...(await makeOneOfEach(owner)), tenantId }
  cookie = await signUp(owner)
  const person = apiClient(platform.baseUrl, undefined)
  const sessions = await person.send('GET', '/api/sessions', { headers: { cookie } })
  ids.sessionId = sessions.body.items[0].id
  const { items } = (await owner.get(`/api/conversations/${ids.conversationId}/messages`)).body
  receivedId = items.find(({ author }: any) => author.kind === 'customer').id
  await platform.stop()
  fillStore(dataDir, tenantId)
  platform = await start()
  await visit()
  watched = await watchTurns(socket, slownessBefore)
  api = apiClient(() => platform.baseUrl, apiKey)
}, 180_000)
afterAll(async () => {
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A person who was invited and signed in by that: the cookie of the session. */
async function signUp(owner: ApiClient): Promise<string> {
  const invited = { name: 'Ada', email: 'ada@example.com', role: 'admin', invite: true }
  const { inviteUrl } = (await owner.post('/api/agents', invited)).body
  const accepted = { token: inviteUrl.split('#')[1], password: 'seven quiet herons wade' }
  const { headers } = await apiClient(platform.baseUrl, undefined).post('/api/invites/accept', accepted)
  return headers.get('set-cookie')!.split(';')[0]!
}

/** A visitor of a chat widget who wrote, with a picture. */
async function visit(): Promise<void> {
  const baseUrl = () => platform.baseUrl
  visitorToken = (await begin(baseUrl, ids.widgetId!)).body.token
  const visitor = visitorClient(baseUrl, visitorToken)
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(onePixel, 'base64')], { type: 'image/png' }), 'receipt.png')
  const { id: attachmentId } = (await visitor.send('POST', '/api/widget/attachments', form)).body
  const { events } = await visitor.say('Is parking free for guests?', { attachments: [attachmentId] })
  const { conversationId, messageId } = events[0]!.data
  visitorIds = { ...ids, conversationId, messageId, attachmentId }
}

/** What opens a route. */
function keysOf(access: Route['access']): Record<string, string> {
  switch (access) {
    case 'admin-token':
      return { authorization: `Bearer ${adminToken}` }
    case 'session':
      return { cookie, 'sec-fetch-site': 'same-origin' }
    case 'visitor':
      return { authorization: `Bearer ${visitorToken}`, origin }
    case 'widget':
      return { origin }
    case 'provider':
    case 'public':
      return {}
    default:
      return { 'x-api-key': apiKey }
  }
}
const idsOf = ({ access, url }: Route): Ids => ({
  ...(access === 'visitor' ? visitorIds : ids),
  ...(url.endsWith('/original') && { messageId: receivedId }),
  token: 'unknown',
})

/** Asks and reads the whole reply; of a stream what comes at once. */
async function ask({
  method,
  path,
  body,
  contentType = 'application/json',
  isStream,
  opensWith,
}: Driven): Promise<number> {
  const isForm = body instanceof FormData
  try {
    const reply = await fetch(`${platform.baseUrl}${path}`, {
      method,
      headers: {
        ...keysOf(opensWith),
        // Drafts and read markers are an agent's own.
        ...(/\/(drafts|read)\b/.test(path) && { 'x-agent-id': ids.agentId! }),
        ...(body !== undefined && !isForm && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(isStream && { signal: AbortSignal.timeout(streamedMs) }),
    })
    await reply.bytes()
    return reply.status
  } catch (error) {
    // One that had nothing to tell yet.
    if (isStream && (error as Error).name === 'TimeoutError') return 200
    throw error
  }
}

/**
 * The longest turn while some work goes on, in milliseconds; of more than a hundred the longest but one in a hundred. The
 * least of some tries where it is too long.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries && least > maxTurnMs; i++) {
    const taken = await watched.during(work)
    for (const turn of taken) turns.push(turn)
    least = Math.min(least, percentile(taken, 0.99))
  }
  return least
}

type Measured = { name: string; status: number; ms: number }

async function drive(request: Driven): Promise<Measured> {
  let status = 0
  const ms = await longestTurn(async () => {
    status = await ask(request)
    if (request.method !== 'GET' && status < 400) await new Promise((resolve) => setTimeout(resolve, afterwardsMs))
  })
  return { name: request.name, status, ms }
}

/** The longest first, for who reads the log. */
const reportOf = (measured: Measured[]) =>
  measured
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ name, ms }) => `${ms.toFixed(1)} ms ${name}`)
    .join('\n')
const tooLong = (measured: Measured[]) => measured.filter(({ ms }) => ms > maxTurnMs)

/** What redirects a browser needs an identity provider. */
const driven = (routes as Route[]).filter(({ status }) => status !== 302)

describe('with 100,000 conversations, 100,000 facts and 10,000 contacts the main thread is held for 20 ms at most', () => {
  test('by every list, with every filter and each two of them', async ({ annotate }) => {
    const measured: Measured[] = []
    for (const route of driven.filter(({ method }) => method === 'GET')) {
      for (const request of requestsOf(route, idsOf(route))) measured.push(await drive(request))
    }
    await annotate(reportOf(measured))
    expect(tooLong(measured)).toEqual([])
    // There was no erasure of a tenant, and no provider asks.
    const unknown = /\/admin\/jobs\/|\/channel-media\/|\/webhooks\/whatsapp\//
    expect(measured.filter(({ status, name }) => status !== 200 && !unknown.test(name))).toEqual([])
  })

  test('by no body, however large and complex: as the whole, and in each field', async ({ annotate }) => {
    const measured: Measured[] = []
    for (const route of driven.filter(({ method, url }) => method !== 'GET' && !url.includes(':tenantId'))) {
      for (const request of costlyRequestsOf(route, idsOf(route))) measured.push(await drive(request))
    }
    await annotate(reportOf(measured))
    expect(measured.length).toBeGreaterThan(1_000)
    expect(tooLong(measured)).toEqual([])
    // An import is taken as it comes, and a long text as a source.
    expect(measured.filter(({ status }) => status !== 202 && (status < 400 || status >= 500))).toEqual([])
  })

  test('by every other route', async ({ annotate }) => {
    const measured: Measured[] = []
    // What is deleted is needed by those before.
    const isLast = ({ method }: Route) => Number(method === 'DELETE')
    const writing = driven.filter(({ method, url }) => method !== 'GET' && !url.includes(':tenantId'))
    for (const route of writing.toSorted((a, b) => isLast(a) - isLast(b))) {
      for (const request of requestsOf(route, idsOf(route))) measured.push(await drive(request))
    }
    await annotate(reportOf(measured))
    expect(tooLong(measured)).toEqual([])
    // Without an embedding model there is nothing to tune: `model_required`.
    expect(measured.filter(({ status }) => status >= 500 && status !== 501)).toEqual([])
  })

  test('by a bulk action on 1,000 conversations, and by an export of them', async ({ annotate }) => {
    const { body } = await api.get('/api/conversations?limit=100&status=closed')
    const listed: string[] = body.items.map(({ id }: { id: string }) => id)
    for (let cursor = body.nextCursor; listed.length < 1_000; ) {
      const page = (await api.get(`/api/conversations?limit=100&status=closed&cursor=${cursor}`)).body
      listed.push(...page.items.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
    }
    const bulk = async (name: string, more: object): Promise<Measured> => {
      let status = 0
      const work = async () => {
        status = (await api.post('/api/conversations/bulk', { ids: listed, ...more })).status
      }
      return { name, ms: await longestTurn(work), status }
    }
    const measured = [
      await bulk('tag', { action: 'tag', tag: 'many' }),
      await bulk('CSV', { action: 'export', format: 'csv' }),
      await bulk('JSON', { action: 'export', format: 'json' }),
    ]
    await annotate(reportOf(measured))
    expect(tooLong(measured)).toEqual([])
    expect(measured.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('by an import of contacts: 10,000 on trial, 3,000 in earnest', async ({ annotate }) => {
    let imports = 0
    const importing = (count: number, dryRun: boolean) =>
      longestTurn(async () => {
        const round = ++imports
        const rows = Array.from({ length: count }, (_, i) => `Person ${i},${round}-${i}@import.example,VIP;new`)
        const form = new FormData()
        form.append('file', new Blob([`Name,E-mail,Tags\n${rows.join('\n')}\n`]), 'people.csv')
        form.append('mapping', JSON.stringify({ Name: 'name', 'E-mail': 'email', Tags: 'tags' }))
        form.append('dryRun', String(dryRun))
        const { body } = await api.post('/api/contacts/import', form)
        await vi.waitFor(
          async () => {
            const job = (await api.get(`/api/contacts/imports/${body.jobId}`)).body
            expect(job).toMatchObject({ state: 'finished', verdicts: { created: count } })
          },
          { timeout: 120_000, interval: 250 },
        )
      })
    const ms = [await importing(10_000, true), await importing(3_000, false)]
    await annotate(`${ms.map((each) => each.toFixed(1)).join(' and ')} ms`)
    expect(Math.max(...ms)).toBeLessThanOrEqual(maxTurnMs)
  })

  test('at p99.9 of all turns that were measured', async ({ annotate }) => {
    const report = `${turns.length} turns, p99 ${percentile(turns, 0.99).toFixed(1)} ms, p99.9 ${percentile(turns, 0.999).toFixed(1)} ms, the longest ${percentile(turns, 1).toFixed(1)} ms; the machine up to ${watched.slowness().toFixed(1)} times slower than usual, where p99.9 took ${percentile(watched.asTaken, 0.999).toFixed(1)} ms`
    console.log(report)
    await annotate(report)
    expect(turns.length).toBeGreaterThan(1_000)
    expect(percentile(turns, 0.999), report).toBeLessThanOrEqual(maxTurnMs)
  })
})

test('a list with a filter that nobody has said a value for is not passed over', () => {
  const route = driven.find(({ name }) => name === 'listConversations') as Route & { query: z.ZodObject }
  const filtered = { ...route, query: route.query.extend({ colour: z.string().optional() }) } as Route
  expect(() => requestsOf(filtered, ids)).toThrow('/api/conversations has a parameter colour')
  const elsewhere = { ...route, url: '/api/shops/:shopId' } as Route
  expect(() => requestsOf(elsewhere, ids)).toThrow('shopId')
})

test('the probe sees a turn that is long', async () => {
  // Parsing and checking it is one turn.
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`field ${i}`, 'x']))
  const taken = await watched.during(() => api.post('/api/embeddings', fields))
  expect(Math.max(...taken)).toBeGreaterThan(2)
})
