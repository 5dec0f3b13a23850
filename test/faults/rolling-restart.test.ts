import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureSlowness } from '../../scripts/gate/measure-slowness.ts'
import {
  apart,
  type Distributed,
  type Member,
  noServers,
  serversOf,
  startDistributed,
  together,
} from '../processes/start-distributed.ts'
import { violationsIn } from './check-history.ts'
import { carefulClient, openSubscriber, startLoad, wait } from './load.ts'

/** What a process that joins eleven others under load may take until it is ready, on the usual machine of two cores. */
const readyWithinMs = 10_000
/** Those whose services begin with one of these words, `FAULT_VICTIMS=chat,gateway`; all of them unless told. */
const chosen = process.env.FAULT_VICTIMS?.split(',')

describe.skipIf(noServers)(`a rolling restart${noServers ? ` (${noServers})` : ''}`, () => {
  let platform: Distributed
  let subscriber: Awaited<ReturnType<typeof openSubscriber>>
  /** The gateways that a load balancer sends requests to. */
  let serving: string[]
  const readyAfterMs: number[] = []
  let slownessBefore: number
  beforeAll(async () => {
    slownessBefore = await measureSlowness()
    subscriber = await openSubscriber()
    platform = await startDistributed({
      servers: serversOf()!,
      // Two of each service; twice as many processes leave two cores no time to answer.
      processes: [...apart(1), ...together(1)],
      env: { RATE_LIMIT_PER_MINUTE: '1000000' },
    })
    serving = [...platform.gateways]
  }, 300_000)
  afterAll(async () => {
    await platform?.stop()
    subscriber?.close()
  }, 60_000)

  /** As an orchestrator does it: another process first, then the load balancer forgets the old one, then it is stopped. */
  async function replace(old: Member) {
    const startedAt = performance.now()
    const another = await platform.add(old.services)
    readyAfterMs.push(performance.now() - startedAt)
    if (old.services.includes('gateway')) serving = [...serving, another.process.baseUrl]
    serving = serving.filter((address) => address !== old.process.baseUrl)
    expect(await old.process.stop(), `${old.name} ends with\n${old.process.output()}`).toBe(0)
    platform.members.splice(platform.members.indexOf(old), 1)
  }

  it('fails no request, loses nothing and does nothing twice, while each process is replaced in turn', async () => {
    let requests = 0
    const address = () => serving[requests++ % serving.length]!
    const client = carefulClient(address, platform.apiKey)
    expect((await client.call('POST', '/api/webhook-endpoints', { url: subscriber.url })).status).toBe(201)
    /** Once all is warm, nothing is tried again: the first reply must be the right one. */
    let isWarm = false
    const insist: typeof client.insist = (method, path, body, key) =>
      isWarm ? client.call(method, path, body(), key) : client.insist(method, path, body, key)
    const load = startLoad({ ...client, insist }, subscriber.events)
    let isOver = false
    let reads = 0
    async function ask() {
      for (let round = 1; !isOver; round++) await load.round(round, { each: 1, overMs: 500 })
    }
    async function read() {
      for (; !isOver; reads++) {
        await wait(100)
        for (const path of ['/api/conversations?limit=5', '/api/knowledge/sources?limit=5', '/api/contacts?limit=5']) {
          const { status, body } = await client.call('GET', path)
          expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
        }
      }
    }
    async function replaceAll() {
      const old = platform.members.filter(
        ({ services }) => !chosen || chosen.some((word) => services[0]!.startsWith(word)),
      )
      expect(old.length, 'nobody is called as FAULT_VICTIMS says').toBeGreaterThan(0)
      for (const member of old) {
        const from = load.questions.length
        await replace(member)
        const seconds = (readyAfterMs.at(-1)! / 1_000).toFixed(1)
        const asked = load.questions.length - from
        process.stdout.write(`replaced ${member.name} during ${asked} questions; ready after ${seconds} s\n`)
      }
    }
    await load.round(0, { each: 4, overMs: 100 })
    // The first document makes the search index.
    const statuses = async () => (await client.listAll('/api/knowledge/sources')).map(({ status }) => status)
    await expect.poll(statuses, { timeout: 60_000, interval: 250 }).not.toContain('Processing')
    isWarm = true
    await Promise.all([ask(), read(), replaceAll().finally(() => (isOver = true))])
    const history = await load.end()
    process.stdout.write(`${load.count()}, ${reads * 3} reads\n`)
    expect(violationsIn(history)).toEqual([])
    expect(history.conversations).toHaveLength(load.questions.length)
    const outcomes = history.conversations.flatMap(({ messages }) => messages.map(({ outcome }) => outcome))
    expect(outcomes).not.toContain('failed')
    // While nothing of ours runs, or our own load would raise our limit.
    await platform.stop()
    const slowness = Math.max(slownessBefore, await measureSlowness())
    expect(Math.max(...readyAfterMs)).toBeLessThan(readyWithinMs * slowness)
  }, 900_000)
})
