import { defaultSettings, ServiceError } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it } from 'vitest'
import { handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

let requireAgentKeys: boolean
let clock: ReturnType<typeof handClock>
let actors: unknown[]

const at = '2026-01-01T00:00:00.000Z'
const conversation = {
  id: 'cnv_1',
  status: 'open',
  handler: 'ai',
  channel: 'api',
  assignee: null,
  tags: [],
  language: 'en',
  createdAt: at,
  updatedAt: at,
  lastMessageAt: at,
  messageCount: 1,
}

const services = () => [
  standIn({
    name: 'chat',
    handlers: {
      chat: {
        settingsRead: async () => ({ ...defaultSettings, requireAgentKeys }),
        settingsUpdate: async ({ actor }: any) => {
          actors.push(actor)
          return defaultSettings
        },
        conversationRead: async () => conversation,
        messageWrite: async ({ agent }: any) => {
          actors.push(agent)
          throw new ServiceError('conflict')
        },
      } as any,
    },
  }),
]

const gateway = useGateway(() => {
  requireAgentKeys = false
  actors = []
  clock = handClock()
  return { clock, services: services() }
})

const makeAgent = async (name: string): Promise<string> =>
  (await gateway.ask({ method: 'POST', url: '/api/agents', body: { name, email: `${name}@example.com` } })).json().id
const makeKey = (body: object, key?: string) =>
  gateway.ask({ method: 'POST', url: '/api/api-keys', body: { name: 'key', ...body }, ...(key && { key }) })
const changeSettings = (key: string, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'PATCH', url: '/api/settings', body: { languages: ['sv'] }, key, headers })
const write = (key: string, more: object = {}, headers: Record<string, string> = {}) => {
  const body = { kind: 'reply', content: 'Hello', ...more }
  return gateway.ask({ method: 'POST', url: '/api/conversations/cnv_1/messages', body, key, headers })
}

it('a key that was made with an agent acts in the name of that agent, and of no other', async () => {
  const [anna, bo] = [await makeAgent('anna'), await makeAgent('bo')]
  const made = (await makeKey({ scopes: ['settings', 'conversations'], agentId: anna })).json()
  expect(made.agentId).toBe(anna)
  expect((await changeSettings(made.key)).statusCode).toBe(200)
  expect((await changeSettings(made.key, { 'x-agent-id': anna })).statusCode).toBe(200)
  for (const named of [bo, `${anna}, ${bo}`, 'agt_nobody', ` ${anna}x`]) {
    const refused = await changeSettings(made.key, { 'x-agent-id': named })
    expect([refused.statusCode, refused.json().code], named).toEqual([403, 'not_this_agent'])
  }
  await write(made.key)
  expect((await write(made.key, { agentId: bo })).json().code).toBe('not_this_agent')
  const said = { kind: 'agent', id: anna, name: 'anna' }
  expect(actors).toEqual([said, said, { id: anna, name: 'anna' }])
})

it('a bound key makes, rotates and revokes no key of another agent or of nobody, unless it is an admin’s', async () => {
  const [anna, bo] = [await makeAgent('anna'), await makeAgent('bo')]
  const { key } = (await makeKey({ scopes: ['settings', 'chat'], agentId: anna })).json()
  const own = (await makeKey({ scopes: ['chat'] }, key)).json()
  expect(own.agentId).toBe(anna)
  expect((await makeKey({ scopes: ['chat'], agentId: bo }, key)).json().code).toBe('not_this_agent')
  const others = [
    (await makeKey({ scopes: ['chat'] })).json().id,
    (await makeKey({ scopes: ['chat'], agentId: bo })).json().id,
  ]
  for (const id of others) {
    const rotated = await gateway.ask({ method: 'POST', url: `/api/api-keys/${id}/rotate`, key })
    expect(rotated.json().code).toBe('not_this_agent')
    expect((await gateway.ask({ method: 'DELETE', url: `/api/api-keys/${id}`, key })).statusCode).toBe(403)
  }
  expect((await gateway.ask({ method: 'POST', url: `/api/api-keys/${own.id}/rotate`, key })).statusCode).toBe(201)
  const admin = (await makeKey({ scopes: ['admin'], agentId: anna })).json()
  expect((await makeKey({ scopes: ['chat'] }, admin.key)).json().agentId).toBeUndefined()
  expect((await makeKey({ scopes: ['chat'], agentId: 'agt_nobody' })).json().code).toBe('invalid_request')
})

it('where the tenant requires keys of agents, no other key writes in the name of one', async () => {
  const anna = await makeAgent('anna')
  const bound = (await makeKey({ scopes: ['admin'], agentId: anna })).json().key
  const free = (await makeKey({ scopes: ['admin'] })).json().key
  expect((await changeSettings(free, { 'x-agent-id': anna })).statusCode).toBe(200)
  requireAgentKeys = true
  clock.advance(2_000)
  expect((await changeSettings(free, { 'x-agent-id': anna })).json().code).toBe('not_this_agent')
  expect((await write(free, { agentId: anna })).json().code).toBe('not_this_agent')
  expect((await changeSettings(free)).statusCode).toBe(200)
  expect((await changeSettings(bound)).statusCode).toBe(200)
})

it('who may act in an agent’s name is given by that agent and by admins alone', async () => {
  const anna = await makeAgent('anna')
  const scopes = ['settings', 'conversations']
  const { key } = (await makeKey({ scopes })).json()
  const bound = (await makeKey({ scopes, agentId: anna })).json()
  const refused = [
    await makeKey({ scopes, agentId: anna }, key),
    await gateway.ask({ method: 'POST', url: `/api/api-keys/${bound.id}/rotate`, key }),
    await gateway.ask({ method: 'DELETE', url: `/api/api-keys/${bound.id}`, key }),
  ]
  for (const reply of refused) {
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden'])
    expect(reply.json().detail).toContain('scope admin')
  }
  expect((await makeKey({ scopes, agentId: anna }, bound.key)).statusCode).toBe(201)
  expect((await makeKey({ scopes }, key)).json().agentId).toBeUndefined()
  const admin = (await makeKey({ scopes: ['admin'] })).json().key
  expect((await makeKey({ scopes, agentId: anna }, admin)).json().agentId).toBe(anna)
  expect((await gateway.ask({ method: 'DELETE', url: `/api/api-keys/${bound.id}`, key: admin })).statusCode).toBe(204)
})

it('whether keys may act as agents changes with the scope admin alone, how long they live with `settings`', async () => {
  const { key } = (await makeKey({ scopes: ['settings'] })).json()
  const change = (body: object, by?: string) =>
    gateway.ask({ method: 'PATCH', url: '/api/settings', body, ...(by && { key: by }) })
  for (const body of [{ requireAgentKeys: false }, { requireAgentKeys: false, languages: ['sv'] }]) {
    const refused = await change(body, key)
    expect([refused.statusCode, refused.json().code], JSON.stringify(body)).toEqual([403, 'forbidden'])
    expect(refused.json().detail).toContain(Object.keys(body)[0])
    expect((await change(body)).statusCode).toBe(200)
  }
  for (const body of [{ languages: ['sv'] }, { keyExpiryDays: 30 }, { keyExpiryDays: null }])
    expect((await change(body, key)).statusCode).toBe(200)
  expect(actors).toHaveLength(5)
})

it('a scope that only reads admits to what reads, and a key with it grants no more', async () => {
  const { key } = (await makeKey({ scopes: ['settings:read', 'policies:read'] })).json()
  const status = async (method: string, url: string, body?: object) =>
    (await gateway.ask({ method, url, key, ...(body && { body }) })).statusCode
  expect(await status('GET', '/api/settings')).toBe(200)
  expect(await status('GET', '/api/agents')).toBe(200)
  expect(await status('PATCH', '/api/settings', { languages: [] })).toBe(403)
  // No service answers, but the scope was enough.
  expect(await status('POST', '/api/simulate', { message: 'hi' })).toBe(503)
  expect(await status('GET', '/api/contacts')).toBe(403)
  for (const url of ['/api/api-keys', '/api/webhook-endpoints', '/api/connectors', '/api/dead-letters'])
    expect(await status('GET', url), url).toBe(403)

  const writing = (await makeKey({ scopes: ['settings', 'chat:read'] })).json().key
  expect((await makeKey({ scopes: ['settings:read'] }, writing)).statusCode).toBe(201)
  expect((await makeKey({ scopes: ['chat:read'] }, writing)).statusCode).toBe(201)
  for (const scope of ['chat', 'admin:read', 'contacts:read'])
    expect((await makeKey({ scopes: [scope] }, writing)).statusCode, scope).toBe(403)
})
