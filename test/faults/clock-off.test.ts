import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noServers, serversOf } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { frontdesk } from './run-frontdesk.ts'
import { shiftedBy } from './shift-clock.ts'

const waiting = { timeout: 30_000, interval: 100 }
const returns = 'Items can be returned within 30 days of delivery.'
const question = 'How many days do I have to return an item?'
let dataDir: string
let platform: PlatformProcess | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-clock-'))
})
afterEach(async () => {
  await platform?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(days: number): Promise<ApiClient> {
  platform = await startProcess({
    dataDir,
    port: await freePort(),
    ...(days !== 0 && { env: { NODE_OPTIONS: shiftedBy(days) } }),
  })
  return apiClient(platform.baseUrl, apiKey)
}
async function answers(api: ApiClient) {
  expect(await api.ask(question)).toMatchObject({ outcome: 'answered' })
}
async function learns(api: ApiClient, title: string) {
  const { status, body } = await api.post('/api/knowledge/sources', { type: 'manual', title, text: returns })
  expect(status).toBe(202)
  await vi.waitFor(
    async () => expect((await api.get(`/api/knowledge/sources/${body.id}`)).body.status).toBe('Ready'),
    waiting,
  )
}
const faults = async () => {
  const { stdout } = await frontdesk(['doctor', '--json'], { DATA_DIR: dataDir })
  return JSON.parse(stdout).parts.flatMap(({ findings }: any) => findings.map(({ what }: any) => what))
}

test('a clock that was three days ahead and is set right: the doctor says so, and everything goes on', async () => {
  let api = await start(3)
  await learns(api, 'Ahead')
  await answers(api)
  const ahead = (await api.get('/api/conversations')).body.items
  expect(Date.parse(ahead[0].createdAt)).toBeGreaterThan(Date.now() + 2 * 86_400_000)
  // Killed in the middle of something that has a lease of that time.
  const { body: waitingSource } = await api.post('/api/knowledge/sources', {
    type: 'manual',
    title: 'Cut',
    text: returns,
  })
  await platform!.kill()

  expect((await faults()).join()).toMatch(/newest event is 7\d h ahead of the clock here/)
  api = await start(0)
  await vi.waitFor(
    async () => expect((await api.get(`/api/knowledge/sources/${waitingSource.id}`)).body.status).toBe('Ready'),
    waiting,
  )
  await learns(api, 'Right')
  await answers(api)
  const conversations = (await api.get('/api/conversations')).body.items
  expect(conversations).toHaveLength(2)
}, 180_000)

test('a clock that falls three days behind: keys and sources of later stay valid, and everything goes on', async () => {
  let api = await start(0)
  await learns(api, 'Right')
  await answers(api)
  const made = await api.post('/api/api-keys', { name: 'made later', scopes: ['chat'] })
  expect(made.status).toBe(201)
  await platform!.kill()

  api = await start(-3)
  await answers(api)
  await learns(api, 'Behind')
  const other = apiClient(platform!.baseUrl, made.body.apiKey ?? made.body.key)
  expect((await other.post('/api/chat/message', { message: question })).status).toBe(200)
  await platform!.kill()
  api = await start(0)
  await answers(api)
}, 180_000)

test.skipIf(noServers)(
  `the doctor compares its clock with those of the servers${noServers ? ` (${noServers})` : ''}`,
  async () => {
    const { natsUrl, mongodbUrl, elasticsearchUrl } = serversOf()!
    const addresses = { NATS_URL: natsUrl, MONGODB_URL: mongodbUrl, ELASTICSEARCH_URL: elasticsearchUrl }
    const env = { ...addresses, FRONTDESK_NAMESPACE: `clock${process.pid}`, DATA_DIR: dataDir }
    const told = async (options: Record<string, string>) => {
      const { stdout } = await frontdesk(['doctor', '--json'], { ...env, ...options })
      const findings = JSON.parse(stdout).parts.flatMap((part: any) => part.findings)
      return findings.map(({ what }: any) => what).filter((what: string) => what.startsWith('The clock of'))
    }
    expect(await told({})).toEqual([])
    expect(await told({ NODE_OPTIONS: shiftedBy(3) })).toEqual([
      'The clock of MongoDB is 72 h behind the clock here.',
      expect.stringMatching(/^The clock of Elasticsearch \(.+\) is 72 h behind the clock here\.$/),
    ])
  },
  180_000,
)
