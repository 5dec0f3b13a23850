import { services } from '@frontdesk/cli'
import { newTenant, type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Distributed, noServers, serversOf, startDistributed } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient, readEvents, type SentEvent, textOf } from '../scenarios/api-client.ts'

const quota = 200
const sentences = Array.from({ length: 12 }, (_, i) => `Parcel ${i + 1} to Norway takes ${i + 2} working days. `)

describe.skipIf(noServers)(`two gateways${noServers ? ` (${noServers})` : ''}`, () => {
  let model: OpenAiEndpoint
  let platform: Distributed
  let apiKey: string
  let clients: [ApiClient, ApiClient]
  const clientsOf = (key: string) =>
    platform.gateways.map((gateway) => apiClient(gateway, key)) as [ApiClient, ApiClient]
  beforeAll(async () => {
    model = await startOpenAiEndpoint()
    const others = services.map(({ name }) => name).filter((name) => name !== 'gateway')
    platform = await startDistributed({
      servers: serversOf()!,
      processes: [['gateway'], ['gateway'], others, others],
      env: { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'slow', RATE_LIMIT_PER_MINUTE: String(quota) },
    })
    apiKey = (await newTenant(platform.gateways[0]!, platform.adminToken, 'gateways')).apiKey
    clients = clientsOf(apiKey)
    await clients[0].teach('Parcels', `How long parcels to Norway take: ${sentences.join('')}`)
  }, 180_000)
  afterAll(async () => {
    await platform?.stop()
    await model?.close()
  })

  async function newKey(name: string, by = clients[0]): Promise<{ id: string; key: string }> {
    const { status, body } = await by.post('/api/api-keys', { name, scopes: ['admin'] })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  it('an answer goes on at the other when the one that streams it is killed', async () => {
    model.script({ parts: sentences, everyMs: 150 })
    const response = await clients[0].request('POST', '/api/chat/stream', { body: { message: 'How long to Norway?' } })
    const seen: SentEvent[] = []
    const reading = async () => {
      for await (const event of readEvents(response)) {
        seen.push(event)
        if (seen.filter((each) => each.event === 'delta').length === 3) {
          await platform.members.find(({ process }) => process.baseUrl === platform.gateways[0])!.process.kill()
        }
      }
    }
    await expect(reading()).rejects.toThrow()
    expect(seen.some(({ event }) => event === 'done')).toBe(false)

    const { messageId } = seen[0]!.data
    const rest = await clients[1].request('GET', `/api/chat/stream/${messageId}`, {
      headers: { 'last-event-id': seen.at(-1)!.id },
    })
    const events = await Array.fromAsync(readEvents(rest))
    await platform.members.find(({ process }) => process.baseUrl === platform.gateways[0])!.start()
    expect(events.at(-1)!.event).toBe('done')
    expect((textOf(seen) + textOf(events)).trim()).toBe(sentences.join('').trim())
  })

  it('a key that is revoked at one is refused by the other within two seconds', async () => {
    const { id, key } = await newKey('short-lived')
    const [atOne, atOther] = clientsOf(key)
    expect([(await atOne.get('/api/agents')).status, (await atOther.get('/api/api-keys')).status]).not.toContain(401)
    const using = setInterval(() => void atOther.get('/api/api-keys').catch(() => undefined), 50)
    expect((await clients[0].delete(`/api/api-keys/${id}`)).status).toBe(204)
    const revokedAt = performance.now()
    /** When the last request that was let in had been sent: however slow the machine is, nothing sent 2 s later may be. */
    let letInMs = 0
    const ask = async (): Promise<number> => {
      const sentMs = performance.now() - revokedAt
      const { status } = await atOther.get('/api/api-keys')
      if (status !== 401) letInMs = sentMs
      return status
    }
    await expect.poll(ask, { timeout: 30_000, interval: 20 }).toBe(401)
    clearInterval(using)
    expect(letInMs).toBeLessThan(2_000)
    expect((await atOne.get('/api/api-keys')).status).toBe(401)
  })

  it('together they let in no more than the quota, and at most a slice less', async () => {
    const { key } = await newKey('busy', clients[1])
    const both = clientsOf(key)
    const statuses: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, async (_, worker) => {
        for (let i = 0; i < quota / 5; i++) statuses.push((await both[(worker + i) % 2]!.get('/api/api-keys')).status)
      }),
    )
    expect(statuses).toHaveLength(quota * 2)
    const letIn = statuses.filter((status) => status === 200).length
    expect(letIn).toBeLessThanOrEqual(quota)
    expect(letIn).toBeGreaterThanOrEqual(quota - quota / 20)
  })
})
