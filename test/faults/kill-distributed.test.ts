import { randomNumbers } from '@frontdesk/properties'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type Distributed, startDistributed } from '../processes/start-distributed.ts'
import { noEngines, startEngines } from '../processes/start-engines.ts'
import { violationsIn } from './check-history.ts'
import { carefulClient, openSubscriber, startLoad, wait } from './load.ts'

const random = randomNumbers()

/** Each service and each server dies so often; `FAULT_ROUNDS=10` for a long run. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)
const victimLimitMs = 60_000
/** Those whose name begins with one of these words, `FAULT_VICTIMS=chat,NATS`; all of them unless told. */
const chosen = process.env.FAULT_VICTIMS?.split(',')

/** What dies: it comes back on what it left. */
type Victim = { name: string; kill(): Promise<void>; start(): Promise<void> }

describe.skipIf(noEngines)(`on servers${noEngines ? ` (${noEngines})` : ''}`, () => {
  let engines: Awaited<ReturnType<typeof startEngines>>
  let platform: Distributed
  let subscriber: Awaited<ReturnType<typeof openSubscriber>>
  let victims: Victim[]
  beforeAll(async () => {
    engines = await startEngines()
    subscriber = await openSubscriber()
    platform = await startDistributed({
      servers: engines.servers,
      processes: apart(1),
      env: { RATE_LIMIT_PER_MINUTE: '1000000' },
    })
    const members = platform.members.map((member): Victim => {
      const { name, start } = member
      return { name, start, kill: () => member.process.kill() }
    })
    victims = [...members, ...engines.engines].filter(
      ({ name }) => !chosen || chosen.some((word) => name.startsWith(word)),
    )
  }, 300_000)
  afterAll(async () => {
    await platform?.stop()
    await engines?.stop()
    subscriber?.close()
  }, 60_000)

  it(
    'SIGKILL of each service and each server loses nothing, does nothing twice and leaves nothing open',
    async () => {
      const client = carefulClient(() => platform.gateways[0]!, platform.apiKey)
      expect(victims.length, 'nobody is called as FAULT_VICTIMS says').toBeGreaterThan(0)
      expect((await client.call('POST', '/api/webhook-endpoints', { url: subscriber.url })).status).toBe(201)
      let wholeSince: number | undefined
      const load = startLoad(client, subscriber.events, () => wholeSince)
      const told: string[] = []
      for (const [i, victim] of Array.from({ length: rounds }, () => victims)
        .flat()
        .entries()) {
        const settled = load.round(i, { each: 3, overMs: 600 })
        settled.catch(() => {})
        const afterMs = Math.round(random() * 1_200)
        await wait(afterMs)
        wholeSince = undefined
        await victim.kill()
        const killedAt = performance.now()
        await victim.start()
        wholeSince = Date.now()
        const awayMs = Math.round(performance.now() - killedAt)
        await settled
        const settledMs = Math.round(performance.now() - killedAt)
        told.push(`${victim.name} after ${afterMs} ms, away ${awayMs} ms, all replied after ${settledMs} ms`)
        process.stdout.write(`killed ${told.at(-1)}\n`)
      }
      const history = await load.end()
      process.stdout.write(`killed ${told.length} times: ${load.count()}\n`)
      expect(violationsIn(history)).toEqual([])
      expect(history.conversations).toHaveLength(load.questions.length)
    },
    11 * rounds * victimLimitMs,
  )
})
