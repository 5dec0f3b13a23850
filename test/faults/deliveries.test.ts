import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '@frontdesk/properties'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMortalSubscriber, startDeliveryLoad } from './delivery-load.ts'
import { carefulClient, wait } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const random = randomNumbers()

/** A short form runs with every test; `FAULT_ROUNDS=100` for a long one. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 6)
const roundLimitMs = 30_000
const adminToken = 'delivery-fault-admin-token-0123456789'
// With it, whoever died is replaced after 6 s.
const env = { ADMIN_TOKEN: adminToken, WEBHOOK_TIMEOUT_MS: '1000' }

let dataDir: string
let port: number
let platform: PlatformProcess
let subscriber: Awaited<ReturnType<typeof openMortalSubscriber>>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-deliveries-'))
  port = await freePort()
  platform = await startProcess({ dataDir, port, env })
  subscriber = await openMortalSubscriber()
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  await subscriber?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

it(
  'SIGKILL of the platform or of the subscriber at random: every event arrives, under one id, in order, signed',
  async () => {
    const made = await fetch(`${platform.baseUrl}/admin/tenants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Other' }),
    })
    const other = (await made.json()) as { tenant: string; apiKey: string }
    const load = await startDeliveryLoad(subscriber, [
      { name: 'default', client: carefulClient(() => platform.baseUrl, apiKey) },
      { name: other.tenant, client: carefulClient(() => platform.baseUrl, other.apiKey) },
    ])
    const told: string[] = []
    for (let round = 0; round < rounds; round++) {
      const settled = load.round(6, 4)
      settled.catch(() => {})
      const afterMs = Math.round(200 + random() * 800)
      await wait(afterMs)
      if (round % 3 === 2) {
        await subscriber.kill()
        await wait(random() * 500)
        await subscriber.start()
      } else {
        await platform.kill()
        platform = await startProcess({ dataDir, port, env })
      }
      told.push(`${round % 3 === 2 ? 'subscriber' : 'platform'} after ${afterMs} ms`)
      await settled
    }
    const { violations, told: numbers } = await load.end()
    process.stdout.write(`killed ${told.join(', ')}: ${numbers}\n`)
    expect(violations).toEqual([])
  },
  rounds * roundLimitMs + 120_000,
)
