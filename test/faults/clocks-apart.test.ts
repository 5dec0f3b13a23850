import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newTenant } from '@frontdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Distributed, noServers, serversOf, startDistributed, together } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { shiftedBy } from './shift-clock.ts'

const minutes = 1 / (24 * 60)
const question = 'How many days do I have to return an item?'
const password = 'seven blue umbrellas'
const waiting = { timeout: 60_000, interval: 100 }

type Arrival = { headers: Record<string, string>; raw: string; at: number }

describe.skipIf(noServers)(`clocks two minutes behind and ahead${noServers ? ` (${noServers})` : ''}`, () => {
  let platform: Distributed
  let tenant: { tenant: string; apiKey: string }
  /** Of the process whose clock is behind, and of the one that is ahead. */
  let clients: [ApiClient, ApiClient]
  const arrivals: Arrival[] = []
  const subscriber = createServer(async (request, response) => {
    const raw = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    arrivals.push({ headers: request.headers as Record<string, string>, raw, at: Date.now() })
    response.writeHead(204).end()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve))
    platform = await startDistributed({
      servers: serversOf()!,
      processes: together(2),
      envOf: (place) => ({ NODE_OPTIONS: shiftedBy((place === 0 ? -2 : 2) * minutes) }),
    })
    tenant = await newTenant(platform.gateways[0]!, platform.adminToken, 'apart')
    clients = platform.gateways.map((gateway) => apiClient(gateway, tenant.apiKey)) as typeof clients
    // Either process may do the work of either gateway, with its own time.
    await vi.waitFor(async () => {
      await clients[0].post('/api/contacts', { name: 'Bo' })
      const times = (await clients[0].get('/api/contacts')).body.items.map((one: any) => Date.parse(one.createdAt))
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(200_000)
    }, waiting)
  }, 240_000)
  afterAll(async () => {
    await platform?.stop()
    subscriber.close()
  }, 60_000)

  it('a conversation goes on at either process, its messages in order, each of its events sent once and signed within five minutes', async () => {
    const url = `http://127.0.0.1:${(subscriber.address() as AddressInfo).port}/`
    const { status, body: endpoint } = await clients[1].post('/api/webhook-endpoints', { url })
    expect(status).toBe(201)
    await clients[0].teach('Returns', 'Items can be returned within 30 days of delivery.')
    const { conversationId } = await clients[1].ask(question)
    for (const client of [clients[0], clients[1], clients[0]]) {
      expect(await client.ask(question, { conversationId })).toMatchObject({ outcome: 'answered' })
    }
    for (const client of clients) {
      const { items } = (await client.get(`/api/conversations/${conversationId}/messages`)).body
      const sequences = items.map(({ sequence }: any) => sequence)
      expect(sequences).toHaveLength(8)
      // The newest first; every answer is behind its question.
      expect(sequences).toEqual([...sequences].sort((a, b) => b - a))
      expect(items.map(({ author }: any) => author.kind)).toEqual(
        Array.from({ length: 4 }, () => ['ai', 'customer']).flat(),
      )
    }
    const about = () => arrivals.filter(({ raw }) => JSON.parse(raw).key === conversationId)
    await vi.waitFor(() => {
      const types = about().map(({ raw }) => JSON.parse(raw).type)
      expect(types.filter((type) => type === 'message.sent')).toHaveLength(4)
    }, waiting)
    const sequences = about().map(({ raw }) => JSON.parse(raw).sequence)
    expect(sequences).toEqual(sequences.map((_, i) => i + 1))
    for (const { headers, raw, at } of about()) {
      const time = headers['webhook-timestamp']!
      expect(Math.abs(Number(time) - at / 1_000)).toBeLessThan(300)
      const key = Buffer.from(endpoint.secret.slice('whsec_'.length), 'base64')
      const signed = createHmac('sha256', key).update(`${headers['webhook-id']}.${time}.${raw}`).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${signed}`)
    }
  }, 180_000)

  it('a request that is repeated at the other process does its work once', async () => {
    for (const [first, second] of [clients, [...clients].reverse() as typeof clients]) {
      const headers = { 'idempotency-key': randomUUID() }
      const body = { type: 'manual', title: headers['idempotency-key'], text: 'Made once.' }
      const made = await first.post('/api/knowledge/sources', body, headers)
      expect(made.status).toBe(202)
      expect(await second.post('/api/knowledge/sources', body, headers)).toMatchObject({
        status: 202,
        body: { id: made.body.id },
      })
      await second.untilReady(made.body.id)
    }
  }, 120_000)

  it('who signs in at one works at the other, and after signing out at none', async () => {
    const browse = (at: number, method: string, path: string, cookie = '', body?: object) =>
      fetch(`${platform.gateways[at]}${path}`, {
        method,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...(cookie && { cookie }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const invited = await clients[1].post('/api/agents', { name: 'Ann', email: 'ann@example.com', invite: true })
    const token = invited.body.inviteUrl.split('#')[1]
    expect((await browse(0, 'POST', '/api/invites/accept', '', { token, password })).status).toBe(201)
    for (const at of [0, 1]) {
      const given = { email: 'ann@example.com', password, tenant: tenant.tenant }
      const signedIn = await browse(at, 'POST', '/api/session', '', given)
      expect(signedIn.status).toBe(201)
      const cookie = signedIn.headers.getSetCookie()[0]!.split(';', 1)[0]!
      for (const each of [0, 1, 0, 1]) expect((await browse(each, 'GET', '/api/me', cookie)).status).toBe(200)
      expect((await browse(1 - at, 'DELETE', '/api/session', cookie)).status).toBe(204)
      await vi.waitFor(async () => {
        for (const each of [0, 1]) expect((await browse(each, 'GET', '/api/me', cookie)).status).toBe(401)
      }, waiting)
    }
  }, 120_000)
})
