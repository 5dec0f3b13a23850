import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Distributed, startDistributed } from '../processes/start-distributed.ts'
import { type Engine, noEngines, startEngines } from '../processes/start-engines.ts'
import { type CarefulClient, carefulClient, type Reply } from './load.ts'

/**
 * No request that needs what is away takes longer to say so. Where a machine needs more than half of that for the same
 * request while nothing is away, the limit is twice what it needed.
 */
const refusalLimitMs = 2_000
/** Requests while a server is away, how many at once, and what a process may grow meanwhile. */
const requestsWhileAway = 120
const clients = 12
const growthLimitBytes = 160 * 1024 * 1024

type Request = { name: string; method: string; path: string; body?: object }
const search: Request = { name: 'search', method: 'GET', path: '/api/search?q=kettle' }
const question: Request = { name: 'question', method: 'POST', path: '/api/chat/message', body: { message: 'Kettle?' } }
const policies: Request = { name: 'policies', method: 'GET', path: '/api/policies' }
const sources: Request = { name: 'sources', method: 'GET', path: '/api/knowledge/sources' }
const keys: Request = { name: 'keys', method: 'GET', path: '/api/api-keys' }
const upload: Request = {
  name: 'upload',
  method: 'POST',
  path: '/api/knowledge/sources',
  body: { type: 'manual', title: 'Lamp', text: 'The lamp has a warranty of three years.' },
}

const outages: { away: Engine['name']; refused: Request[]; served: Request[] }[] = [
  { away: 'Elasticsearch', refused: [search, question], served: [policies, sources, keys, upload] },
  { away: 'NATS', refused: [search, question, policies, sources, upload], served: [keys] },
  { away: 'MongoDB', refused: [search, question, policies, sources, keys, upload], served: [] },
]

describe.skipIf(noEngines)(`while a server is away${noEngines ? ` (${noEngines})` : ''}`, () => {
  let engines: Awaited<ReturnType<typeof startEngines>>
  let platform: Distributed
  let client: CarefulClient
  /** The slowest of each request while nothing is away, in milliseconds. */
  const usual = new Map<string, number>()
  const limitOf = ({ name }: Request) => Math.max(refusalLimitMs, 2 * (usual.get(name) ?? 0))
  beforeAll(async () => {
    engines = await startEngines()
    platform = await startDistributed({
      servers: engines.servers,
      // Three processes, so that what is asked crosses the bus.
      processes: [
        ['gateway'],
        ['chat', 'ingest', 'crawler', 'copilot'],
        ['retrieval', 'policy-engine', 'webhook-dispatcher'],
      ],
      env: { RATE_LIMIT_PER_MINUTE: '1000000' },
    })
    client = carefulClient(() => platform.gateways[0]!, platform.apiKey)
    const text = 'The kettle has a warranty of two years.'
    const { body } = await client.call('POST', '/api/knowledge/sources', { type: 'manual', title: 'Kettle', text })
    await vi.waitFor(async () => expect(await statusOf(body.id)).toBe('Ready'), { timeout: 30_000 })
    // Once around, so that caches, pools and worker threads are there before memory is compared.
    const all = [search, question, policies, sources, keys, upload]
    for (const request of [...all, upload, upload]) await timed(request)
    await askAll(all, async (request) => {
      const { tookMs } = await timed(request)
      usual.set(request.name, Math.max(usual.get(request.name) ?? 0, tookMs))
    })
  }, 300_000)
  afterAll(async () => {
    await platform?.stop()
    await engines?.stop()
  }, 60_000)

  const statusOf = async (id: string) => (await client.call('GET', `/api/knowledge/sources/${id}`)).body.status

  async function timed({ method, path, body }: Request): Promise<{ reply: Reply; tookMs: number }> {
    const started = performance.now()
    const reply = await client.call(method, path, body)
    return { reply, tookMs: Math.round(performance.now() - started) }
  }

  /** So many requests as while a server is away, by as many clients at once. */
  async function askAll(all: Request[], ask: (request: Request) => Promise<void>): Promise<void> {
    let asked = 0
    const worker = async () => {
      while (asked < requestsWhileAway) await ask(all[asked++ % all.length]!)
    }
    await Promise.all(Array.from({ length: clients }, worker))
  }

  const memory = () =>
    Promise.all(
      platform.members.map(async ({ process: { pid } }) => {
        const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
        return Number(pages) * 4_096
      }),
    )

  it.each(outages)(
    '$away: what needs it is refused soon and with a code, the rest works, and it heals',
    async (outage) => {
      const engine = engines.engines.find(({ name }) => name === outage.away)!
      const before = await memory()
      await engine.kill()
      // What a key may do is known for a second.
      await new Promise((resolve) => setTimeout(resolve, 1_100))

      const slowest = new Map<string, number>()
      const accepted: string[] = []
      const faults: string[] = []
      const all = [...outage.refused, ...outage.served]
      const ask = async (request: Request) => {
        const { reply, tookMs } = await timed(request)
        const { status, body } = reply
        slowest.set(request.name, Math.max(slowest.get(request.name) ?? 0, tookMs))
        const isRefused = outage.refused.includes(request)
        if (isRefused ? status !== 503 || !body.code : status >= 300) {
          faults.push(`${request.name}: ${status} ${JSON.stringify(body)}`)
        }
        if (tookMs > limitOf(request)) faults.push(`${request.name} took ${tookMs} ms: ${status}`)
        if (request === upload && status === 202) accepted.push(body.id)
      }
      for (const request of all) await ask(request)
      await askAll(all, ask)
      const { gateways } = platform
      expect((await fetch(`${gateways[0]}/healthz`)).status).toBe(200)
      expect((await fetch(`${gateways[0]}/readyz`)).status).toBe(503)
      const grown = Math.max(...(await memory()).map((bytes, i) => bytes - before[i]!))

      const startedAt = performance.now()
      await engine.start()
      const backAt = performance.now()
      const works = async () => {
        const replies = await Promise.all(all.map((request) => client.call(request.method, request.path, request.body)))
        return replies.every(({ status }) => status < 300)
      }
      await expect.poll(works, { timeout: 30_000, interval: 100 }).toBe(true)
      const healedMs = Math.round(performance.now() - backAt)
      for (const id of accepted) {
        const statusOf = async () => (await client.call('GET', `/api/knowledge/sources/${id}`)).body.status
        await expect.poll(statusOf, { timeout: 60_000, interval: 200 }).toBe('Ready')
      }
      await expect.poll(async () => (await fetch(`${gateways[0]}/readyz`)).status, { timeout: 10_000 }).toBe(200)
      const slow = [...slowest].map(([name, ms]) => `${name} ${ms} ms (usual ${usual.get(name)})`).join(', ')
      process.stdout.write(
        `without ${outage.away}: slowest ${slow}; grew ${Math.round(grown / 1024 / 1024)} MB; ` +
          `up again after ${Math.round(backAt - startedAt)} ms, all works ${healedMs} ms later; ${accepted.length} uploads became Ready\n`,
      )
      expect(faults).toEqual([])
      expect(grown).toBeLessThan(growthLimitBytes)
    },
    240_000,
  )
})
