import { beforeEach, expect, it } from 'vitest'
import { handClock } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

let clock: ReturnType<typeof handClock>
const gateway = useGateway(() => {
  clock = handClock()
  return { clock }
})

const manager = ['chat', 'conversations', 'contacts', 'knowledge', 'policies', 'analytics', 'settings']
let manages: string
beforeEach(async () => {
  manages = (await makeKey({ scopes: manager })).key
})

const send = (method: string, url: string, body?: object, key?: string) =>
  gateway.ask({ method, url, ...(body && { body }), ...(key && { key }) })
const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).statusCode
const makeKey = async (body: object) => (await send('POST', '/api/api-keys', { name: 'k', ...body })).json()
const bot = (role: string) => ({ name: 'Bot', email: 'bot@example.com', role })
const makeBot = async (role: string): Promise<string> =>
  `/api/agents/${(await send('POST', '/api/agents', bot(role))).json().id}`
const idOf = (url: string) => url.split('/').at(-1)!
/** What a key still opens, once every gateway has read its agent again. */
async function statusWith(key: string): Promise<number> {
  clock.advance(2_000)
  return statusOf('GET', '/api/agents', undefined, key)
}

it.each([{ scopes: ['settings'] }, { scopes: manager }])(
  'with $scopes nobody adds, changes or removes an admin, even one who can’t sign in',
  async ({ scopes }) => {
    const { key } = await makeKey({ scopes })
    const url = await makeBot('admin')
    expect(await statusOf('POST', '/api/agents', bot('admin'), key)).toBe(403)
    for (const change of [{ name: 'Mine' }, { status: 'disabled' }, { role: 'manager' }])
      expect(await statusOf('PATCH', url, change, key), JSON.stringify(change)).toBe(403)
    expect(await statusOf('DELETE', url, undefined, key)).toBe(403)
    expect((await send('GET', '/api/agents')).json().items).toMatchObject([{ ...bot('admin'), status: 'active' }])
  },
)

it('with settings alone one adds, changes and removes agents who can’t sign in, and lets none of them in', async () => {
  const { key } = await makeKey({ scopes: ['settings'] })
  const made = await send('POST', '/api/agents', bot('agent'), key)
  expect(made.statusCode).toBe(201)
  const url = `/api/agents/${made.json().id}`
  expect(await statusOf('PATCH', url, { name: 'Renamed' }, key)).toBe(200)
  expect(await statusOf('POST', `${url}/invite`, {}, key)).toBe(403)
  expect(await statusOf('POST', '/api/agents', { ...bot('agent'), email: 'b@example.com', invite: true }, key)).toBe(
    403,
  )
  expect(await statusOf('POST', '/api/api-keys', { name: 'k', scopes: ['settings'], agentId: idOf(url) }, key)).toBe(
    403,
  )
  expect(await statusOf('DELETE', url, undefined, key)).toBe(204)
})

it('nobody gives an agent who can’t sign in a role that may do more than they do', async () => {
  const url = await makeBot('manager')
  expect(await statusOf('PATCH', url, { role: 'admin' }, manages)).toBe(403)
  expect(await statusOf('PATCH', url, { role: 'agent' }, manages)).toBe(200)
  expect(await statusOf('POST', '/api/agents', bot('manager'), manages)).toBe(201)
})

it.each([
  ['disables', 'PATCH', { status: 'disabled' }, 200],
  ['demotes', 'PATCH', { role: 'agent' }, 200],
  ['removes', 'DELETE', undefined, 204],
])('nobody %s an agent whose live API keys may do more than they do', async (_, method, change, done) => {
  const url = await makeBot('manager')
  const soon = new Date(clock.now() + 1_000).toISOString()
  await makeKey({ scopes: ['admin'], agentId: idOf(url), expiresAt: soon })
  const { id, key } = await makeKey({ scopes: ['admin'], agentId: idOf(url) })
  const refused = await send(method, url, change, manages)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
  expect(await statusWith(key)).toBe(200)
  expect(await statusOf('PATCH', url, { name: 'Renamed', available: false }, manages)).toBe(200)
  // Keys that ended or were revoked are nothing to take away.
  expect(await statusOf('DELETE', `/api/api-keys/${id}`)).toBe(204)
  expect(await statusOf(method, url, change, manages)).toBe(done)
})

it('nobody lets an agent act again whose API keys may do more than they do', async () => {
  const url = await makeBot('manager')
  const { key } = await makeKey({ scopes: ['admin'], agentId: idOf(url) })
  await send('PATCH', url, { status: 'disabled' })
  expect(await statusOf('PATCH', url, { status: 'active' }, manages)).toBe(403)
  expect(await statusWith(key)).toBe(401)
  await send('PATCH', url, { status: 'active' })
  expect(await statusWith(key)).toBe(200)
})

it('an admin’s key is found behind a thousand others', async () => {
  const url = await makeBot('manager')
  const { id } = await makeKey({ scopes: ['admin'], agentId: idOf(url) })
  const { apiKeys } = gateway.context.collections
  const { body } = (await apiKeys.get('default', id))!
  for (let i = 0; i < 1_001; i++)
    await apiKeys.insert('default', `key_0${i}`, { ...body, scopes: ['chat'], hash: `${i}`, createdAt: '2025' })
  expect(await statusOf('PATCH', url, { status: 'disabled' }, manages)).toBe(403)
})
