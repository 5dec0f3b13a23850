import { services } from '@frontdesk/cli'
import { randomNumbers } from '@frontdesk/properties'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Distributed, startDistributed } from '../processes/start-distributed.ts'
import { noEngines, startEngines } from '../processes/start-engines.ts'
import { openMortalSubscriber, startDeliveryLoad } from './delivery-load.ts'
import { carefulClient, wait } from './load.ts'

const random = randomNumbers()

/** Each victim dies so often; `FAULT_ROUNDS=10` for a long run. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)
const victimLimitMs = 60_000
const dispatcher = 'webhook-dispatcher'

describe.skipIf(noEngines)(`on servers${noEngines ? ` (${noEngines})` : ''}`, () => {
  let engines: Awaited<ReturnType<typeof startEngines>>
  let platform: Distributed
  let subscriber: Awaited<ReturnType<typeof openMortalSubscriber>>
  beforeAll(async () => {
    engines = await startEngines()
    subscriber = await openMortalSubscriber()
    const others = services.map(({ name }) => name).filter((name) => name !== dispatcher)
    platform = await startDistributed({
      servers: engines.servers,
      // Two dispatchers side by side; everything else is not what this is about.
      processes: [others, [dispatcher], [dispatcher]],
      env: { RATE_LIMIT_PER_MINUTE: '1000000', WEBHOOK_TIMEOUT_MS: '1000' },
    })
  }, 300_000)
  afterAll(async () => {
    await platform?.stop()
    await engines?.stop()
    await subscriber?.kill()
  }, 60_000)

  it(
    'SIGKILL of a dispatcher, of NATS or of the subscriber at random: every event arrives, under one id, in order, signed',
    async () => {
      const made = await fetch(`${platform.gateways[0]}/admin/tenants`, {
        method: 'POST',
        headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Other' }),
      })
      const other = (await made.json()) as { tenant: string; apiKey: string }
      const load = await startDeliveryLoad(subscriber, [
        { name: 'default', client: carefulClient(() => platform.gateways[0]!, platform.apiKey) },
        { name: other.tenant, client: carefulClient(() => platform.gateways[0]!, other.apiKey) },
      ])
      const dispatchers = platform.members.filter((member) => member.services.includes(dispatcher))
      const victims = [
        ...dispatchers.map((member) => ({
          name: member.name,
          kill: () => member.process.kill(),
          start: () => member.start(),
        })),
        engines.engines.find(({ name }) => name === 'NATS')!,
        subscriber,
      ]
      const told: string[] = []
      for (const victim of Array.from({ length: rounds }, () => victims).flat()) {
        const settled = load.round(4, 4)
        settled.catch(() => {})
        const afterMs = Math.round(200 + random() * 800)
        await wait(afterMs)
        await victim.kill()
        await wait(random() * 300)
        await victim.start()
        told.push(`${victim.name} after ${afterMs} ms`)
        await settled
      }
      const { violations, told: numbers } = await load.end()
      process.stdout.write(`killed ${told.join(', ')}: ${numbers}\n`)
      expect(violations).toEqual([])
    },
    4 * rounds * victimLimitMs + 120_000,
  )
})
