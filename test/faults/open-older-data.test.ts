import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { version } from '@frontdesk/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFakeHubspot } from '../../services/contacts/testing/fake-hubspot.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { frontdesk } from './run-frontdesk.ts'
import { shiftedBy } from './shift-clock.ts'

/**
 * A data folder that release 0.1.0 left when it was killed (its code of 22 November 2026), with one job of each kind in
 * progress. `facts.json` names what is in it; `folder.br` is a line of JSON, `[path, bytes][]`, and then the files.
 */
const fixture = join(import.meta.dirname, 'data-of-0.1.0')
/** Some minutes after it was killed: conversations are resolved after days, and logs are removed, so the platform starts then. */
const startsAt = Date.parse('2026-11-22T10:00:00Z')
/** Where the site was that it crawled, and the endpoint of its webhooks. */
const site = { host: '127.94.1.6', port: 47613 }
const waiting = { timeout: 90_000, interval: 200 }

let facts: any
let dataDir: string
let platform: PlatformProcess
let api: ApiClient
let hubspot: Awaited<ReturnType<typeof startFakeHubspot>>
let delivered = 0
/** What the check of this release says of the folder before it is started on it. */
let before: Awaited<ReturnType<typeof checkUpgrade>>

async function checkUpgrade() {
  const files = await contentsOf(dataDir)
  const { code, stdout } = await frontdesk(['upgrade', '--check', '--json'], { DATA_DIR: dataDir })
  return { code, check: JSON.parse(stdout), isUnchanged: files === (await contentsOf(dataDir)) }
}

/** A digest of every file but those that SQLite makes to read. */
async function contentsOf(folder: string): Promise<string> {
  const digest = createHash('sha256')
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true })).sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  )) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || /main\.db-wal$|-shm$/.test(path)) continue
    digest.update(path).update(await readFile(path))
  }
  return digest.digest('hex')
}
const server = createServer(async (request, response) => {
  for await (const _ of request);
  if (request.url === '/hook') delivered++
  if (request.url === '/robots.txt') response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Ferries</h1><p>The ferry leaves at noon.</p>')
})

async function unpack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-older-'))
  const packed = brotliDecompressSync(await readFile(join(fixture, 'folder.br')))
  let at = packed.indexOf('\n') + 1
  for (const [path, bytes] of JSON.parse(packed.subarray(0, at).toString()) as [string, number][]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), packed.subarray(at, (at += bytes)))
  }
  return folder
}

beforeAll(async () => {
  facts = JSON.parse(await readFile(join(fixture, 'facts.json'), 'utf8'))
  dataDir = await unpack()
  before = await checkUpgrade()
  hubspot = await startFakeHubspot('pat-eu1-1234')
  hubspot.write('77', { firstname: 'Eva', lastname: 'Ek', email: 'eva@example.com' })
  await new Promise<void>((resolve) => server.listen(site.port, site.host, resolve))
  const env = {
    BOOTSTRAP_API_KEY: facts.key,
    ADMIN_TOKEN: facts.admin,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    CONNECTOR_URLS: JSON.stringify({ hubspot: hubspot.url }),
    ERASE_AGAIN_AFTER_MS: '100',
    NODE_OPTIONS: shiftedBy((startsAt - Date.now()) / 86_400_000),
  }
  platform = await startProcess({ dataDir, port: await freePort(), env })
  api = apiClient(platform.baseUrl, facts.key)
}, 120_000)
afterAll(async () => {
  await platform?.kill()
  await hubspot?.close()
  server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const read = async (path: string, client = api) => {
  const { status, body } = await client.get(path)
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
  return body
}
const finished = (path: string) =>
  vi.waitFor(async () => {
    const body = await read(path)
    expect(body, JSON.stringify(body)).toMatchObject({ state: 'finished' })
    return body
  }, waiting)

test('the check before the upgrade says what changes, what is filled later and that the folder is ready, and only reads', () => {
  expect(before).toMatchObject({ code: 0, isUnchanged: true })
  expect(before.check).toMatchObject({ ready: true, release: version, writtenBy: [], canRunBeside: null, blockers: [] })
  expect(before.check.changes.join()).toMatch(/collections that do not exist yet: .*chat-backfills/)
  expect(before.check.changes.join()).toMatch(/chunks\.db has format 1 and is rebuilt from the blobs/)
  const [indexed, filled] = before.check.background
  expect(indexed).toEqual({ what: expect.stringContaining('indexed again'), waiting: 3, of: 3 })
  expect(filled).toEqual({ what: expect.stringContaining('lists show'), waiting: 11, of: 11 })
  expect(before.check.backlog).toMatchObject({ outboxes: 2, waiting: 3, deadLetters: 0 })
})

test('sources with their versions, and what they answer', async () => {
  const invoices = await read(`/api/knowledge/sources/${facts.invoices}`)
  expect(invoices).toMatchObject({ title: 'Invoices', status: 'Ready', liveVersion: 2, versions: 2 })
  const { items } = await read(`/api/knowledge/sources/${facts.invoices}/versions`)
  expect(items.map(({ version }: any) => version).sort()).toEqual([1, 2])
  expect(JSON.stringify(await read(`/api/knowledge/sources/${facts.invoices}/chunks`))).toContain('20 days')
  const { body: answer } = await api.post('/api/chat/message', {
    message: 'How many days do I have to return an order?',
  })
  expect(answer).toMatchObject({ outcome: 'answered', sources: [{ sourceId: facts.returns }] })
  const other = apiClient(platform.baseUrl, facts.other)
  expect((await read('/api/knowledge/sources', other)).items).toMatchObject([{ id: facts.otherSource }])
})

test('conversations with their messages, and what is done in one that is open', async () => {
  const { answered, blocked, human, closed } = facts.conversations
  expect(await read(`/api/conversations/${answered}`)).toMatchObject({
    ...{ tags: ['billing'], assignee: facts.agent, messageCount: 4, status: 'open' },
  })
  const { items } = await read(`/api/conversations/${answered}/messages`)
  expect(items).toHaveLength(4)
  expect(JSON.stringify(items)).toContain('When is an invoice due?')
  expect(await read(`/api/conversations/${human}`)).toMatchObject({ status: 'resolved', contactId: facts.anna })
  expect(await read(`/api/conversations/${closed}`)).toMatchObject({ status: 'closed' })
  expect(JSON.stringify(await read(`/api/conversations/${blocked}/messages`))).toContain('unable to process')
  expect((await read(`/api/conversations/${answered}/activity`)).items.length).toBeGreaterThan(0)
  const message = { conversationId: answered, message: 'Do you sell firearms?' }
  expect((await api.post('/api/chat/message', message)).body.outcome).toBe('blocked')
})

test('conversations get what lists show of messages, also those that nobody writes to', async () => {
  const { human, closed } = facts.conversations
  await vi.waitFor(async () => {
    const { items } = await read('/api/conversations?limit=100')
    expect(items.length).toBeGreaterThan(3)
    for (const each of items) expect(each, JSON.stringify(each)).toHaveProperty('preview.text')
  }, waiting)
  for (const id of [human, closed]) {
    const { preview, firstResponseAt, waitingSince } = await read(`/api/conversations/${id}`)
    const { items } = await read(`/api/conversations/${id}/messages`)
    const said = items.filter(
      ({ author, outcome }: any) =>
        !(author.kind === 'system' && outcome === 'waiting') && !(author.kind === 'ai' && outcome === 'escalated'),
    )
    expect(preview).toMatchObject({ messageId: said[0].id, at: said[0].createdAt })
    const first = items.findLast(
      ({ author, outcome }: any) =>
        author.kind === 'agent' || (author.kind === 'ai' && ['answered', 'blocked'].includes(outcome)),
    )
    expect(firstResponseAt).toBe(first?.createdAt)
    // Neither of them is open.
    expect(waitingSince).toBeUndefined()
  }
})

test('policies, settings, rules, agents, keys, channels and endpoints', async () => {
  const { items: policies } = await read('/api/policies')
  expect(policies.map(({ id }: any) => id).sort()).toEqual([facts.weapons, facts.pii].sort())
  expect(await read('/api/settings')).toMatchObject({ retentionDays: 3650 })
  expect((await read('/api/escalation-rules')).items).toMatchObject([{ name: 'Lawyers' }])
  expect((await read('/api/agents')).items).toMatchObject([{ id: facts.agent, name: 'Ada' }])
  expect(await read(`/api/channels/${facts.channel}`)).toMatchObject({ kind: 'sms', address: '+46701740605' })
  expect(await read(`/api/webhook-endpoints/${facts.endpoint}`)).toMatchObject({ enabled: true })
  const reader = apiClient(platform.baseUrl, facts.reader)
  expect((await reader.get(`/api/conversations/${facts.conversations.human}`)).status).toBe(200)
  expect((await reader.get('/api/policies')).status).toBe(403)
  expect((await apiClient(platform.baseUrl, facts.leaving.apiKey).get('/api/settings')).status).toBe(401)
})

test('contacts, also one that another was merged into, and suites with their runs', async () => {
  expect(await read(`/api/contacts/${facts.anna}`)).toMatchObject({
    ...{ name: 'Anna', tags: ['vip'], attributes: { plan: 'gold' } },
  })
  expect((await read('/api/contacts?email=anna.b@example.com')).items).toMatchObject([{ id: facts.anna }])
  expect(await read(`/api/jobs/${facts.finishedImport}`)).toMatchObject({ state: 'finished', total: 3, done: 2 })
  expect(await read(`/api/suites/${facts.suite}/runs/${facts.run}`)).toMatchObject({ verdict: 'passed' })
})

test('an import of contacts goes on', async () => {
  const job = await finished(`/api/jobs/${facts.jobs.contactImport}`)
  expect(job).toMatchObject({ total: 3_000, done: 3_000, failed: 0 })
  expect((await read('/api/contacts?email=p2999@example.com')).items).toHaveLength(1)
})
test('an import of knowledge goes on', async () => {
  expect(await finished(`/api/jobs/${facts.jobs.knowledgeImport}`)).toMatchObject({ total: 40 })
})
test('an embedding job goes on', async () => {
  expect(await finished(`/api/jobs/${facts.jobs.embedding}`)).toMatchObject({ done: 1, failed: 0 })
})
test('a run of a suite goes on', async () => {
  const run = await finished(`/api/suites/${facts.longSuite}/runs/${facts.jobs.suiteRun}`)
  expect(run.progress).toEqual({ done: 48, total: 48, unit: 'turns' })
})
test('a sync of a connector and what it was to write go on', async () => {
  expect(await finished(`/api/jobs/${facts.jobs.sync}`)).toMatchObject({ failed: 0, counts: { created: 1 } })
  await vi.waitFor(async () => {
    const { items } = await read(`/api/connectors/${facts.connector}/deliveries`)
    expect(items).toMatchObject([{ state: 'delivered', conversationId: facts.conversations.human }])
  }, waiting)
  expect(hubspot.tickets).toHaveLength(1)
})
test('a crawl goes on', async () => {
  await vi.waitFor(async () => {
    expect(await read(`/api/knowledge/sources/${facts.jobs.crawlSource}`)).toMatchObject({ status: 'Ready', chunks: 1 })
  }, waiting)
})
test('an erasure of a contact and one of a tenant go on', async () => {
  await finished(`/api/jobs/${facts.jobs.erasure}`)
  expect((await api.get(`/api/contacts/${facts.gone}`)).status).toBe(404)
  await vi.waitFor(async () => {
    const headers = { authorization: `Bearer ${facts.admin}` }
    const { body } = await api.get(`/admin/jobs/${facts.jobs.tenantErasure}`, headers)
    expect(body, JSON.stringify(body)).toMatchObject({ state: 'finished' })
  }, waiting)
})
test('a replay and the deliveries that it began go on', async () => {
  await finished(`/api/jobs/${facts.jobs.replay}`)
  expect(delivered).toBeGreaterThan(0)
})
test('a merge and a bulk action go on', async () => {
  await vi.waitFor(async () => {
    expect((await read('/api/contacts?email=merging@example.com')).items).toMatchObject([{ id: facts.anna }])
    const tags = await Promise.all(facts.many.map(async (id: string) => (await read(`/api/conversations/${id}`)).tags))
    expect(tags).toEqual(facts.many.map(() => ['orders']))
  }, waiting)
})

test('after all that, a check finds nothing to change and nothing left to fill, and which release wrote the data', async () => {
  await vi.waitFor(async () => expect((await checkUpgrade()).check.background).toEqual([]), waiting)
  const { code, check } = await checkUpgrade()
  expect({ code, changes: check.changes }).toEqual({ code: 0, changes: [] })
  expect(check.canRunBeside).toBe(true)
  expect(check.writtenBy.map(({ service }: any) => service)).toContain('chat')
  expect(new Set(check.writtenBy.map((each: any) => each.version))).toEqual(new Set([version]))
})
