import type { gateway as gatewayContracts } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { adminToken, handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { routes } from '../routes/index.ts'
import { changesSomething, kindOf, kindOfTag, sweepChanges, unrecorded } from './record-changes.ts'

let heard: { tenant: string; entry: z.output<typeof gatewayContracts.events.changeRecorded.body> }[]
let clock: ReturnType<typeof handClock>

const listener = () =>
  standIn({
    name: 'listener',
    handlers: {
      gateway: {
        changeRecorded: async (entry, { tenant }) => void heard.push({ tenant, entry }),
      },
    },
  })

const gateway = useGateway(() => {
  heard = []
  clock = handClock()
  return { clock, services: [listener()] }
})

const agent = { name: 'Words of Nobody', email: 'a@example.com' }
const told = async (count: number) => {
  await vi.waitFor(() => expect(heard.length).toBe(count))
  return heard.map(({ entry }) => entry)
}

/** Tags whose routes are no settings, or whose service keeps a log of its own. */
const ownLogs = [
  'Analytics',
  'Chat',
  'Conversations',
  'Copilot',
  'Jobs',
  'Settings',
  'Simulation',
  'Channels in',
  'Visitors',
]

it('every route that changes something is recorded, or named as one that is not', () => {
  const changing = routes.filter(changesSomething)
  const named = new Set(changing.map(({ method, url }) => `${method} ${url}`))
  for (const route of changing) {
    const name = `${route.method} ${route.url}`
    expect(kindOf(route) !== undefined || unrecorded.has(name) || ownLogs.includes(route.tag), name).toBe(true)
  }
  for (const name of unrecorded) expect(named, 'a route that is no more').toContain(name)
  expect(ownLogs.filter((tag) => tag in kindOfTag)).toEqual([])
})

it('a key is made, rotated and revoked, and the log says who did it and what was set, without a value', async () => {
  const made = await gateway.ask({ url: '/api/agents', method: 'POST', body: agent })
  const agentId = made.json().id
  const headers = { 'x-agent-id': agentId }
  const body = { name: 'Secret project', scopes: ['chat'] }
  const key = (await gateway.ask({ url: '/api/api-keys', method: 'POST', body, headers })).json()
  await gateway.ask({ url: `/api/api-keys/${key.id}/rotate`, method: 'POST' })
  await gateway.ask({ url: `/api/api-keys/${key.id}`, method: 'DELETE' })
  await gateway.ask({ url: `/api/agents/${agentId}`, method: 'PATCH', body: { available: false } })
  const entries = await told(5)
  const keyId = entries.find(({ kind }) => kind === 'agent')!.actor.id
  const by = (actor: object, rest: object) => expect.objectContaining({ actor, outcome: 'done', ...rest })
  expect(entries).toEqual(
    expect.arrayContaining([
      by({ kind: 'agent', id: agentId }, { action: 'create', targetId: key.id, changed: ['name', 'scopes'], keyId }),
      by({ kind: 'api', id: keyId }, { kind: 'api_key', action: 'rotate', targetId: key.id }),
      by({ kind: 'api', id: keyId }, { kind: 'api_key', action: 'delete', targetId: key.id }),
      by({ kind: 'api', id: keyId }, { kind: 'agent', action: 'update', targetId: agentId, changed: ['available'] }),
    ]),
  )
  const text = JSON.stringify(heard)
  for (const value of [key.key, agent.name, agent.email, body.name]) expect(text).not.toContain(value)
})

it('tenants that are made and erased stand in the log of the installation', async () => {
  const headers = { authorization: `Bearer ${adminToken}` }
  const { tenant } = (
    await gateway.ask({ url: '/admin/tenants', method: 'POST', body: { name: 'New' }, key: '', headers })
  ).json()
  await gateway.ask({ url: `/admin/tenants/${tenant}`, method: 'DELETE', key: '', headers })
  await told(2)
  expect(heard).toEqual([
    { tenant: '_platform', entry: expect.objectContaining({ kind: 'tenant', action: 'create', targetId: tenant }) },
    { tenant: '_platform', entry: expect.objectContaining({ kind: 'tenant', action: 'delete', targetId: tenant }) },
  ])
})

it('what is refused is no change, and a retry under the same key is one', async () => {
  const { changes } = gateway.context.collections
  expect((await gateway.ask({ url: '/api/agents/agt_none', method: 'DELETE' })).statusCode).toBe(404)
  const headers = { 'x-agent-id': 'agt_none' }
  expect((await gateway.ask({ url: '/api/agents', method: 'POST', body: agent, headers })).statusCode).toBe(422)
  expect(await changes.count('default')).toBe(0)
  const asked = { url: '/api/agents', method: 'POST', body: agent, headers: { 'idempotency-key': 'once' } }
  await gateway.ask(asked)
  await gateway.ask(asked)
  expect(await told(1)).toEqual([expect.objectContaining({ kind: 'agent', action: 'create' })])
})

it('a change whose service did not answer is told as unknown, and what was told is forgotten', async () => {
  const { changes } = gateway.context.collections
  const policy = { name: 'P', type: 'Tone Control', mode: 'Post-generation', config: { tone: 'formal' } }
  const reply = await gateway.ask({ url: '/api/policies', method: 'POST', body: policy })
  expect(reply.statusCode).toBe(503)
  await sweepChanges(gateway.context)
  expect(heard).toEqual([])
  clock.advance(10 * 60_000)
  await sweepChanges(gateway.context)
  expect(await told(1)).toEqual([expect.objectContaining({ kind: 'policy', action: 'create', outcome: 'unknown' })])
  clock.advance(10 * 60_000)
  await vi.waitFor(async () => {
    await sweepChanges(gateway.context)
    expect(await changes.count('default')).toBe(0)
  })
  expect(heard.length).toBe(1)
})
