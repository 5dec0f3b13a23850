import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '@frontdesk/properties'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsIn } from './check-history.ts'
import { carefulClient, openSubscriber, startLoad, wait } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const random = randomNumbers()

/** A short form runs with every test; `FAULT_ROUNDS=100` for a long one. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 8)
const roundLimitMs = 30_000

let dataDir: string
let port: number
let platform: PlatformProcess
let subscriber: Awaited<ReturnType<typeof openSubscriber>>
const client = carefulClient(() => platform.baseUrl, apiKey)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-'))
  port = await freePort()
  platform = await startProcess({ dataDir, port })
  subscriber = await openSubscriber()
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  subscriber?.close()
  await rm(dataDir, { recursive: true, force: true })
})

it(
  'SIGKILL at random moments loses nothing, does nothing twice and leaves nothing open',
  async () => {
    expect((await client.call('POST', '/api/webhook-endpoints', { url: subscriber.url })).status).toBe(201)
    const load = startLoad(client, subscriber.events)
    const killsAfterMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const settled = load.round(round, { each: 6, overMs: 400 })
      settled.catch(() => {})
      const afterMs = Math.round(random() * 900)
      killsAfterMs.push(afterMs)
      await wait(afterMs)
      await platform.kill()
      platform = await startProcess({ dataDir, port })
      await settled
    }
    const history = await load.end()
    process.stdout.write(`killed ${rounds} times after ${killsAfterMs.join(', ')} ms: ${load.count()}\n`)
    expect(violationsIn(history)).toEqual([])
    expect(history.sources.every(({ status }) => status === 'Ready')).toBe(true)
    expect(history.conversations).toHaveLength(load.questions.length)
  },
  rounds * roundLimitMs + 120_000,
)

it('SIGTERM ends with exit code 0 and everything comes back', async () => {
  const before = (await client.listAll('/api/knowledge/sources')).length
  expect(await platform.stop()).toBe(0)
  platform = await startProcess({ dataDir, port })
  expect((await client.listAll('/api/knowledge/sources')).length).toBe(before)
}, 60_000)
