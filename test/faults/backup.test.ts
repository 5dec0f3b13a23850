import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyWebhook } from '@frontdesk/client'
import { removeNamespace } from '@frontdesk/service'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { noServers, serversOf, startDistributed, together } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { type Env, frontdesk, succeed } from './run-frontdesk.ts'

const encryptionKey = randomBytes(32).toString('base64')
const waiting = { timeout: 60_000, interval: 100 }
const question = 'How many days do I have to return an item?'

/** Gets webhooks, and keeps those that the secret signed. */
async function startReceiver() {
  const signed: string[] = []
  let secret = ''
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const headers = new Headers(request.headers as Record<string, string>)
    const event = await verifyWebhook(headers, body, secret).catch(() => undefined)
    if (event) signed.push(event.type)
    response.writeHead(event ? 200 : 400).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    signed,
    expect: (own: string) => {
      secret = own
    },
    close: () => server.close(),
  }
}
let receiver: Awaited<ReturnType<typeof startReceiver>>
let dir: string
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
const running: PlatformProcess[] = []
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await Promise.all(running.splice(0).map((platform) => platform.kill()))
  rmSync(dir, { recursive: true, force: true })
})

async function start(dataDir: string, env: Env = {}): Promise<{ api: ApiClient; platform: PlatformProcess }> {
  const platform = await startProcess({ dataDir, port: await freePort(), env })
  running.push(platform)
  return { platform, api: apiClient(platform.baseUrl, apiKey) }
}

/** What there is to lose: a source with an answer, an endpoint with its secret. */
async function fill(api: ApiClient) {
  const upload = await api.upload(
    'returns.txt',
    'Items can be returned within 30 days of delivery.\n\nRefunds take 5 days.',
  )
  await api.untilReady(upload.body.id)
  const answer = await api.ask(question)
  expect(answer.sources).not.toEqual([])
  const endpoint = await api.post('/api/webhook-endpoints', { url: receiver.url, events: ['knowledge.updated'] })
  expect(endpoint.status).toBe(201)
  receiver.expect(endpoint.body.secret)
  return { sourceId: upload.body.id as string, answer, endpointId: endpoint.body.id as string }
}
type Filled = Awaited<ReturnType<typeof fill>>

/** Adds texts as fast as they are taken, until told to stop; answers what was acknowledged. */
function writeMeanwhile(api: ApiClient) {
  const acknowledged: string[] = []
  let isOver = false
  const work = (async () => {
    for (let n = 0; !isOver; n++) {
      const body = { type: 'manual', title: `Meanwhile ${n}`, text: `Article number ${n} is about subject ${n}.` }
      const reply = await api.post('/api/knowledge/sources', body)
      if (reply.status === 202) acknowledged.push(reply.body.id)
      if (n % 7 === 3) await api.delete(`/api/knowledge/sources/${acknowledged[n - 2]}`)
    }
  })()
  return {
    acknowledged,
    async stop() {
      isOver = true
      await work
    },
  }
}

/** The same question gets the same answer with the same citation, and what was secret is. */
async function expectRestored(api: ApiClient, { sourceId, answer, endpointId }: Filled) {
  await vi.waitFor(async () => {
    const again = await api.ask(question)
    expect(again.answer).toBe(answer.answer)
    expect(again.sources.map((source: any) => [source.sourceId, source.quote])).toEqual(
      answer.sources.map((source: any) => [source.sourceId, source.quote]),
    )
  }, waiting)
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/knowledge/sources/${sourceId}`)
    expect(body).toMatchObject({ status: 'Ready' })
    expect(body.progress).toBeUndefined()
  }, waiting)
  const before = receiver.signed.length
  expect((await api.post(`/api/webhook-endpoints/${endpointId}/test`, {})).status).toBe(202)
  await vi.waitFor(() => expect(receiver.signed.length).toBeGreaterThan(before), waiting)
}

async function expectHealthy(env: Env) {
  await vi.waitFor(async () => {
    const { stdout } = await frontdesk(['doctor', '--json'], env)
    const { parts } = JSON.parse(stdout)
    const contents = parts.find((part: any) => part.dependency === 'contents')
    expect(contents.findings).toEqual([])
  }, waiting)
}

describe('embedded', () => {
  test('a backup under writes is restored into an empty folder, and answers the same with the same citation', async () => {
    dir = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'))
    const from = join(dir, 'from')
    const { api, platform } = await start(from)
    const filled = await fill(api)
    const writing = writeMeanwhile(api)
    await vi.waitFor(() => expect(writing.acknowledged.length).toBeGreaterThan(10), waiting)
    const sure = writing.acknowledged.at(-1)!
    const folder = join(dir, 'backup')
    const archive = join(dir, 'backup.tar')
    const taken = await succeed(['backup', '--to', folder, '--json'], { DATA_DIR: from })
    expect(JSON.parse(taken.stdout)).toMatchObject({ withKey: false, missing: [] })
    expect(taken.stderr).toContain('documents')
    const spoken = await succeed(['backup', '--to', archive], { DATA_DIR: from })
    expect(spoken.stdout).toContain('encryption.key')
    await writing.stop()
    expect((await frontdesk(['backup', '--to', folder], { DATA_DIR: from })).stderr).toContain('overwrites nothing')
    await platform.kill()
    const key = join(dir, 'kept.key')
    writeFileSync(key, readFileSync(join(from, 'encryption.key')))
    rmSync(from, { recursive: true })

    const refused = await frontdesk(['restore', '--from', folder], { DATA_DIR: join(dir, 'to') })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('--without-key')
    for (const [i, source] of [folder, archive].entries()) {
      const to = join(dir, `to-${i}`)
      await succeed(['restore', '--from', source, '--key', key], { DATA_DIR: to })
      expect(readdirSync(to)).not.toContain('chunks.db')
      const restored = await start(to)
      await expectRestored(restored.api, filled)
      const { status, body } = await restored.api.get(`/api/knowledge/sources/${sure}`)
      // Deleted meanwhile, perhaps; never in between.
      if (status === 200) expect(body.status).toBe('Ready')
      await expectHealthy({ DATA_DIR: to })
      await restored.platform.kill()
    }
  })

  test('a damaged, cut off or newer backup is refused before anything is written', async () => {
    dir = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'))
    const from = join(dir, 'from')
    const { api, platform } = await start(from)
    await fill(api)
    await platform.stop()
    const [folder, archive] = [join(dir, 'backup'), join(dir, 'backup.tar')]
    await succeed(['backup', '--to', folder, '--with-key'], { DATA_DIR: from })
    await succeed(['backup', '--to', archive, '--with-key'], { DATA_DIR: from })
    const to = join(dir, 'to')
    const refusal = async (source: string) => {
      const ended = await frontdesk(['restore', '--from', source], { DATA_DIR: to })
      expect(ended.code).toBe(1)
      expect(existsSync(to)).toBe(false)
      return ended.stderr
    }
    const whole = readFileSync(archive)
    writeFileSync(archive, whole.subarray(0, whole.length / 2))
    expect(await refusal(archive)).toMatch(/damaged or incomplete|not a complete backup/)
    const broken = Buffer.from(whole)
    broken[broken.lastIndexOf('30 days of delivery')]! ^= 1
    writeFileSync(archive, broken)
    expect(await refusal(archive)).toMatch(/blobs\/default\/.* is missing or damaged/)
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
    writeFileSync(join(folder, 'manifest.json'), manifest.replace('"formatVersion": 1', '"formatVersion": 2'))
    expect(await refusal(folder)).toContain('newer release')
    writeFileSync(join(folder, 'manifest.json'), manifest)
    appendFileSync(join(folder, 'events.jsonl'), '{}\n')
    expect(await refusal(folder)).toContain('events.jsonl is missing or damaged')
    rmSync(join(folder, 'manifest.json'))
    expect(await refusal(folder)).toContain('not a complete backup')
  })

  test('a restore that was cut off leaves a folder where nothing starts, and is begun anew', async () => {
    dir = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'))
    const [from, to, folder] = [join(dir, 'from'), join(dir, 'to'), join(dir, 'backup')]
    const { api, platform } = await start(from)
    const filled = await fill(api)
    await succeed(['backup', '--to', folder, '--with-key'], { DATA_DIR: from })
    await platform.kill()
    await succeed(['restore', '--from', folder], { DATA_DIR: to })
    expect((await frontdesk(['restore', '--from', folder], { DATA_DIR: to })).stderr).toContain('is not empty')
    // As a kill leaves it.
    writeFileSync(join(to, 'restore.unfinished'), '')
    rmSync(join(to, 'blobs'), { recursive: true })
    expect((await frontdesk(['start'], { DATA_DIR: to })).stderr).toContain('did not finish')
    await succeed(['restore', '--from', folder], { DATA_DIR: to })
    await expectRestored((await start(to)).api, filled)
  })

  test('a search index that is deleted under a running platform comes back at once when the doctor asks', async () => {
    dir = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'))
    const { api } = await start(dir)
    const filled = await fill(api)
    for (const name of readdirSync(dir)) if (name.startsWith('chunks.db')) rmSync(join(dir, name))
    const seen = await frontdesk(['doctor', '--json'], { DATA_DIR: dir })
    expect(seen.code).toBe(1)
    expect(seen.stdout).toContain('frontdesk doctor --repair')
    const repaired = await frontdesk(['doctor', '--repair'], { DATA_DIR: dir })
    expect(repaired, repaired.stdout + repaired.stderr).toMatchObject({ code: 0 })
    await expectRestored(api, filled)
  })
})

describe.skipIf(noServers)(`on servers${noServers ? ` (${noServers})` : ''}`, () => {
  const servers = serversOf()!
  const namespaces = [0, 1].map(() => `backup${randomBytes(6).toString('hex')}`)
  afterAll(async () => {
    for (const namespace of namespaces) await removeNamespace(namespace, servers)
  })
  const envOf = (namespace: string): Env => ({
    NATS_URL: servers.natsUrl,
    MONGODB_URL: servers.mongodbUrl,
    ELASTICSEARCH_URL: servers.elasticsearchUrl,
    FRONTDESK_NAMESPACE: namespace,
    ENCRYPTION_KEY: encryptionKey,
  })

  test('a backup under writes is restored on empty servers, and into a folder', async () => {
    dir = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'))
    const [one, other] = namespaces as [string, string]
    const platform = await startDistributed({ servers, processes: together(2), env: envOf(one) })
    stops.push(platform.stop)
    const api = apiClient(platform.gateways[0]!, platform.apiKey)
    const filled = await fill(api)
    const writing = writeMeanwhile(api)
    await vi.waitFor(() => expect(writing.acknowledged.length).toBeGreaterThan(10), waiting)
    const archive = join(dir, 'backup.tar')
    await succeed(['backup', '--to', archive], envOf(one))
    await writing.stop()
    for (const member of platform.members) await member.process.kill()
    expect((await frontdesk(['restore', '--from', archive], envOf(one))).stderr).toContain('is not empty')

    await succeed(['restore', '--from', archive], envOf(other))
    const again = await startDistributed({ servers, processes: together(2), env: envOf(other) })
    stops.push(again.stop)
    await expectRestored(apiClient(again.gateways[1]!, again.apiKey), filled)
    await expectHealthy(envOf(other))

    const to = join(dir, 'to')
    await succeed(['restore', '--from', archive], { DATA_DIR: to, ENCRYPTION_KEY: encryptionKey })
    const folder = await start(to, { ENCRYPTION_KEY: encryptionKey, BOOTSTRAP_API_KEY: platform.apiKey })
    await expectRestored(apiClient(folder.platform.baseUrl, platform.apiKey), filled)
  })
})
