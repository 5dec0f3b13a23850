import { createServer, type Server } from 'node:http'
import { expect, vi } from 'vitest'
import { freePort } from '../processes/start-node-process.ts'
import { type Arrival, checkDeliveries, type Fact, type Subscription } from './check-deliveries.ts'
import { type CarefulClient, wait } from './load.ts'

/** A subscriber that dies and comes back under its address. What it took is written down before it answers. */
export async function openMortalSubscriber() {
  const arrivals: Arrival[] = []
  const port = await freePort()
  let server: Server | undefined
  async function start() {
    server = createServer((request, response) => {
      let raw = ''
      request.setEncoding('utf8').on('data', (text) => {
        raw += text
      })
      request.on('end', () => {
        arrivals.push({ path: request.url!, headers: request.headers as Arrival['headers'], raw })
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
  }
  async function kill() {
    const dying = server
    server = undefined
    if (!dying) return
    dying.closeAllConnections()
    await new Promise<void>((resolve) => void dying.close(() => resolve()))
  }
  await start()
  return { name: 'the subscriber', arrivals, url: (path: string) => `http://127.0.0.1:${port}${path}`, start, kill }
}
type MortalSubscriber = Awaited<ReturnType<typeof openMortalSubscriber>>

type Tenant = { client: CarefulClient; name: string; conversations: (string | undefined)[] }

/** Conversations of two tenants while processes die, what subscribers have to be told of them, and what they were told. */
export async function startDeliveryLoad(
  subscriber: MortalSubscriber,
  clients: { client: CarefulClient; name: string }[],
) {
  const tenants: Tenant[] = clients.map((each) => ({ ...each, conversations: [] }))
  const subscriptions: Subscription[] = []
  const endpoints: { id: string; client: CarefulClient }[] = []
  let messages = 0

  async function subscribe({ client, name }: Tenant, path: string, events: string[] = []) {
    const asked = { url: subscriber.url(path), events: events.length > 0 ? events : ['*'] }
    const { status, body } = await client.call('POST', '/api/webhook-endpoints', asked)
    expect(status, JSON.stringify(body)).toBe(201)
    subscriptions.push({ path, tenant: name, secret: body.secret, events })
    endpoints.push({ id: body.id, client })
  }
  for (const tenant of tenants) {
    const text = 'Dogs are welcome on the terrace. The kettle has a warranty of two years.'
    const { status } = await tenant.client.call('POST', '/api/knowledge/sources', {
      type: 'manual',
      title: 'Facts',
      text,
    })
    expect(status).toBe(202)
    await subscribe(tenant, `/${tenant.name}/all`)
    await subscribe(tenant, `/${tenant.name}/sent`, ['message.sent'])
  }

  async function say(tenant: Tenant, conversation: number) {
    const key = `message-${tenant.name}-${conversation}-${messages++}`
    const conversationId = tenant.conversations[conversation]
    const message = messages % 3 === 0 ? 'Are dogs welcome on the terrace?' : `What about number ${messages}?`
    const body = () => ({ message, ...(conversationId && { conversationId }) })
    const reply = await tenant.client.insist('POST', '/api/chat/message', body, key)
    if (reply.status === 200) tenant.conversations[conversation] = reply.body.conversationId
  }

  /** Everything that the stores say has happened. */
  async function factsOf({ client, name }: Tenant): Promise<Fact[]> {
    const facts: Fact[] = []
    for (const { id } of await client.listAll('/api/conversations')) {
      facts.push({ tenant: name, key: id, type: 'conversation.created', about: id })
      for (const message of await client.listAll(`/api/conversations/${id}/messages`)) {
        if (message.kind === 'note' || message.outcome === 'failed') continue
        const type = message.author.kind === 'customer' ? 'message.received' : 'message.sent'
        facts.push({ tenant: name, key: id, type, about: message.id })
      }
    }
    for (const { id } of await client.listAll('/api/knowledge/sources'))
      facts.push({ tenant: name, key: id, type: 'knowledge.updated', about: id })
    return facts
  }

  /** What waits for a later retry goes now, by hand: the test does not wait for minutes. */
  async function hurry(): Promise<number> {
    let count = 0
    for (const { id, client } of endpoints) {
      for (const { id: delivery, state, nextAttemptAt } of await client.listAll(
        `/api/webhook-endpoints/${id}/deliveries`,
      )) {
        if (state !== 'pending' || !nextAttemptAt || Date.parse(nextAttemptAt) - Date.now() < 8_000) continue
        count++
        await client.call('POST', `/api/webhook-deliveries/${delivery}/retry`)
      }
    }
    return count
  }

  return {
    /** Each conversation of each tenant gets so many more messages, one after the other. */
    async round(conversations: number, each: number): Promise<void> {
      await Promise.all(
        tenants.flatMap((tenant) =>
          Array.from({ length: conversations }, async (_, i) => {
            for (let said = 0; said < each; said++) await say(tenant, i)
          }),
        ),
      )
    },

    /** Waits until nothing is on its way any more, and tells what was broken and one line of numbers. */
    async end(): Promise<{ violations: string[]; told: string }> {
      let byHand = 0
      const facts: Fact[] = []
      const arrived = async () => {
        byHand += await hurry()
        facts.splice(0, facts.length, ...(await Promise.all(tenants.map(factsOf))).flat())
        const { violations } = checkDeliveries({ subscriptions, facts, arrivals: subscriber.arrivals })
        const missing = violations.filter((violation) => violation.endsWith('never came'))
        if (missing.length > 0) {
          await wait(500)
          throw new Error(`${missing.length} missing, first: ${missing[0]}`)
        }
      }
      await vi.waitFor(arrived, { timeout: 90_000 })
      const { violations, counts } = checkDeliveries({ subscriptions, facts, arrivals: subscriber.arrivals })
      const numbers = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
      return { violations, told: `${numbers.join(', ')}, ${byHand} retried by hand` }
    },
  }
}
