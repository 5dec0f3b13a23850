import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeNamespace } from '@frontdesk/service'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { noServers, serversOf, startDistributed, together } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { type Env, frontdesk, killAt, succeed } from './run-frontdesk.ts'

const waiting = { timeout: 120_000, interval: 200 }
const questions = [
  'How many days do I have to return an item?',
  'Which shelf holds the parts of model 37?',
  'Which shelf holds the parts of model 251?',
]

/** A handbook of some 400 chunks: each section is about a model of its own. */
const handbook = Array.from(
  { length: 400 },
  (_, i) =>
    `# Model ${i}\n\nThe parts of model ${i} are on shelf ${i * 7}. ${`Model ${i} is serviced once a year by its own team. `.repeat(12)}`,
).join('\n\n')

/** What a platform has, as its clients see it. */
async function seenBy(api: ApiClient) {
  const paths = [
    '/api/conversations',
    '/api/contacts',
    '/api/policies',
    '/api/channels',
    '/api/webhook-endpoints',
    '/api/knowledge/sources',
  ]
  const lists: Record<string, unknown[]> = {}
  for (const path of paths) {
    const { status, body } = await api.get(`${path}?limit=100`)
    expect(status, path).toBe(200)
    lists[path] = body.items.map(({ progress: _, failingSince: __, ...item }: any) => item)
  }
  const messages: unknown[] = []
  for (const { id } of lists['/api/conversations'] as { id: string }[]) {
    messages.push((await api.get(`/api/conversations/${id}/messages`)).body.items)
  }
  return { ...lists, messages }
}

async function answersOf(api: ApiClient) {
  const answers: unknown[] = []
  for (const question of questions) {
    const { answer, outcome, sources } = await api.ask(question)
    answers.push([outcome, answer, sources.map((source: any) => [source.sourceId, source.quote])])
  }
  return answers
}

async function fill(api: ApiClient) {
  const source = await api.upload('handbook.md', handbook)
  await api.teach('Returns', 'Items can be returned within 30 days of delivery.')
  await api.untilReady(source.body.id)
  for (let i = 0; i < 8; i++) {
    const contact = { email: `customer-${i}@example.com`, name: `Customer ${i}`, externalId: `crm-${i}` }
    expect((await api.post('/api/contacts', contact)).status).toBe(201)
    await api.ask(`Which shelf holds the parts of model ${i * 11}?`)
  }
  const config = { topics: [{ name: 'weapons', phrases: ['buy a gun'] }] }
  const policy = { name: 'No weapons', type: 'Topic Filter', mode: 'Pre-generation', config }
  expect((await api.post('/api/policies', policy)).status).toBe(201)
  const channel = {
    kind: 'sms',
    provider: 'twilio',
    name: 'Texts',
    address: '+46701740605',
    secrets: { accountSid: `AC${'1'.repeat(32)}`, authToken: 'secret-token-of-twilio' },
  }
  const made = await api.post('/api/channels', channel)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['knowledge.updated'] }
  expect((await api.post('/api/webhook-endpoints', endpoint)).status).toBe(201)
}

async function expectHealthy(env: Env) {
  await vi.waitFor(async () => {
    const { stdout } = await frontdesk(['doctor', '--json'], env)
    const contents = JSON.parse(stdout).parts.find((part: any) => part.dependency === 'contents')
    expect(contents.findings).toEqual([])
  }, waiting)
}

describe.skipIf(noServers)(`between a folder and servers${noServers ? ` (${noServers})` : ''}`, () => {
  const servers = serversOf()!
  const namespace = `migrate${randomBytes(6).toString('hex')}`
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-migrate-'))
  const [from, back] = [join(dir, 'from'), join(dir, 'back')]
  const addresses = {
    NATS_URL: servers?.natsUrl,
    MONGODB_URL: servers?.mongodbUrl,
    ELASTICSEARCH_URL: servers?.elasticsearchUrl,
    FRONTDESK_NAMESPACE: namespace,
  }
  const running: PlatformProcess[] = []
  const stops: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const stop of stops.splice(0)) await stop()
    await Promise.all(running.splice(0).map((platform) => platform.kill()))
    await removeNamespace(namespace, servers)
    rmSync(dir, { recursive: true, force: true })
  })

  test('everything is there on servers and back in a folder, also after kills, and the same questions get the same answers', async () => {
    const first = await startProcess({ dataDir: from, port: await freePort() })
    running.push(first)
    const api = apiClient(first.baseUrl, apiKey)
    await fill(api)
    const answers = await answersOf(api)
    expect(answers.map((answer: any) => answer[0])).toEqual(['answered', 'answered', 'answered'])

    const to = ['migrate', '--from', from, '--to', 'servers']
    const refused = await frontdesk(to, addresses)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('in use by another Frontdesk process')
    const before = await seenBy(api)
    // Its event is still to be handled: the other side has to.
    const late = await api.upload('late.txt', 'The last train leaves at 23:50.')
    await first.kill()
    const key = readFileSync(join(from, 'encryption.key'), 'utf8').trim()

    expect(await killAt('documents …', to, addresses)).toBe(true)
    // The key's window moves along: it is to be as wide as that of the first process.
    const env = { ...addresses, ENCRYPTION_KEY: key, BOOTSTRAP_API_KEY: apiKey, RATE_LIMIT_PER_MINUTE: '1000000' }
    const tooEarly = await frontdesk(['start'], { ...env, PORT: String(await freePort()) })
    expect(tooEarly.stderr).toContain('Run frontdesk migrate again')
    expect(await killAt('verify documents', to, addresses)).toBe(true)
    const moved = JSON.parse((await succeed([...to, '--json'], addresses)).stdout)
    expect(moved).toMatchObject({ isResumed: true, isKeyToSet: true, secrets: 2 })
    expect(moved.alreadyThere.documents).toBe(sumOf(moved.collections))
    expect(moved.alreadyThere.blobs).toBe(moved.blobs.count)
    expect(moved.collections['chat-conversations'].count).toBeGreaterThanOrEqual(11)

    const platform = await startDistributed({ servers, processes: together(2), env })
    stops.push(platform.stop)
    const there = apiClient(platform.gateways[0]!, apiKey)
    await there.untilReady(late.body.id)
    await vi.waitFor(async () => expect(await answersOf(there)).toEqual(answers), waiting)
    const known = await seenBy(there)
    for (const path of ['/api/contacts', '/api/policies', '/api/channels', '/api/webhook-endpoints'] as const)
      expect((known as any)[path], path).toEqual((before as any)[path])
    const conversations = (known as any)['/api/conversations'].map(({ id }: any) => id)
    for (const { id } of (before as any)['/api/conversations']) expect(conversations).toContain(id)
    for (const messages of before.messages) expect(known.messages).toContainEqual(messages)
    await expectHealthy(env)

    const home = ['migrate', '--from', 'servers', '--to', back]
    const inUse = await frontdesk(home, env)
    expect(inUse.stderr).toContain('Frontdesk runs on these servers')
    for (const member of platform.members) await member.process.stop()
    expect(await killAt('blobs …', home, env)).toBe(true)
    const started = await frontdesk(['start'], { DATA_DIR: back, PORT: String(await freePort()) })
    expect(started.stderr).toContain('did not finish')
    const returned = JSON.parse((await succeed([...home, '--json'], env)).stdout)
    expect(returned.alreadyThere.documents).toBe(sumOf(returned.collections))
    expect(readFileSync(join(back, 'encryption.key'), 'utf8').trim()).toBe(key)

    const last = await startProcess({ dataDir: back, port: await freePort() })
    running.push(last)
    const again = apiClient(last.baseUrl, apiKey)
    await vi.waitFor(async () => expect(await answersOf(again)).toEqual(answers), waiting)
    const seen = await seenBy(again)
    for (const messages of known.messages) expect(seen.messages).toContainEqual(messages)
    await expectHealthy({ DATA_DIR: back })
    process.stderr.write(
      `migrate: ${sumOf(moved.collections)} documents, ${moved.blobs.count} blobs: ${moved.seconds} s, back ${returned.seconds} s\n`,
    )
  })

  test('a place that is not empty, or a word that is missing, is refused before anything is written', async () => {
    const other = join(dir, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'something'), '')
    const full = await frontdesk(['migrate', '--from', 'servers', '--to', other], addresses)
    expect(full.stderr).toContain('is not empty')
    expect((await frontdesk(['migrate', '--from', from, '--to', 'servers'], addresses)).stderr).toContain('not empty')
    expect((await frontdesk(['migrate', '--from', from, '--to', back], addresses)).stderr).toContain('the word servers')
    expect((await frontdesk(['migrate', '--from', from, '--to', 'servers'], {})).stderr).toContain('not set')
  })
})

const sumOf = (collections: Record<string, { count: number }>) =>
  Object.values(collections).reduce((sum, { count }) => sum + count, 0)
