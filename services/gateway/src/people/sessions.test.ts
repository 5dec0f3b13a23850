import { afterEach, beforeEach, expect, it } from 'vitest'
import { addPerson, browse, cookieFrom, goodPassword, type Person, signIn, startTenant } from '../../testing/people.ts'
import { handClock, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

const hour = 3_600_000

let gateway: TestGateway
let clock: ReturnType<typeof handClock>
let ada: Person
beforeEach(async () => {
  clock = handClock()
  gateway = await startTestGateway({ clock })
  ada = await startTenant(gateway)
})
afterEach(() => gateway.stop())

const statusOf = async (cookie: string, app = gateway.app) =>
  (await browse(gateway, 'GET', '/api/session', { cookie, app })).statusCode
const patchAgent = (agentId: string, body: object) =>
  browse(gateway, 'PATCH', `/api/agents/${agentId}`, { cookie: ada.cookie, body })

it('a person signs in, is who they are, and signs out', async () => {
  const reply = await signIn(gateway, ' ADA@example.com ')
  expect(reply.statusCode, reply.body).toBe(201)
  const cookie = cookieFrom(reply)
  expect(reply.headers['set-cookie']).toBe(`${cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.json()).toMatchObject({
    agent: { id: ada.agentId, email: 'ada@example.com', role: 'admin', hasPassword: true, status: 'active' },
    tenant: { id: ada.tenant, name: 'Tenant of ada@example.com' },
    scopes: ['admin'],
    expiresAt: '2026-01-01T12:00:00.000Z',
  })
  expect(reply.body).not.toMatch(/argon2|epoch|networks/)
  expect((await browse(gateway, 'GET', '/api/session', { cookie })).json()).toEqual(reply.json())
  const out = await browse(gateway, 'DELETE', '/api/session', { cookie })
  expect(out.statusCode).toBe(204)
  expect(out.headers['set-cookie']).toBe('fd_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  expect(await statusOf(cookie)).toBe(401)
  expect(await statusOf(ada.cookie)).toBe(200)
})

it('a session that was ended is over at every gateway within 2 s', async () => {
  expect(await statusOf(ada.cookie, gateway.other)).toBe(200)
  const listed = (await browse(gateway, 'GET', '/api/sessions', { cookie: ada.cookie })).json().items
  await browse(gateway, 'DELETE', `/api/sessions/${listed[0].id}`, { cookie: ada.cookie })
  expect(await statusOf(ada.cookie)).toBe(401)
  clock.advance(1_000)
  expect(await statusOf(ada.cookie, gateway.other)).toBe(401)
})

it('a session ends 12 hours after its last use and 30 days after it began', async () => {
  for (let hours = 0; hours < 30 * 24 - 11; hours += 11) {
    expect(await statusOf(ada.cookie), `${hours} hours`).toBe(200)
    await gateway.settle()
    clock.advance(11 * hour)
  }
  clock.advance(11 * hour)
  expect(await statusOf(ada.cookie)).toBe(401)
  const cookie = cookieFrom(await signIn(gateway, ada.email))
  clock.advance(12 * hour - 1)
  expect(await statusOf(cookie)).toBe(200)
  await gateway.settle()
  clock.advance(12 * hour)
  expect(await statusOf(cookie)).toBe(401)
})

it('sessions end when their agent is removed, disabled, loses a role or gets another password', async () => {
  const enter = async (role: string) => addPerson(gateway, ada, { role, email: `${role}@example.com` })
  const [manager, agent, admin] = [await enter('manager'), await enter('agent'), await enter('admin')]
  expect((await patchAgent(agent.agentId, { role: 'manager' })).statusCode).toBe(200)
  expect(await statusOf(agent.cookie)).toBe(200)
  expect((await patchAgent(manager.agentId, { role: 'agent' })).statusCode).toBe(200)
  expect(await statusOf(manager.cookie)).toBe(401)
  expect((await patchAgent(agent.agentId, { status: 'disabled' })).json().status).toBe('disabled')
  expect(await statusOf(agent.cookie)).toBe(401)
  expect((await signIn(gateway, agent.email)).json().code).toBe('wrong_credentials')
  await patchAgent(agent.agentId, { status: 'active' })
  expect(await statusOf(agent.cookie)).toBe(401)
  expect((await signIn(gateway, agent.email)).statusCode).toBe(201)

  const second = cookieFrom(await signIn(gateway, admin.email))
  const change = (current: string) =>
    browse(gateway, 'POST', '/api/password', { cookie: second, body: { current, password: 'nine green bottles' } })
  expect((await change('not this one')).json().errors[0].path).toBe('current')
  expect((await change(goodPassword)).statusCode).toBe(204)
  expect([await statusOf(second), await statusOf(admin.cookie)]).toEqual([200, 401])
  expect((await signIn(gateway, admin.email)).statusCode).toBe(401)
  expect((await signIn(gateway, admin.email, 'nine green bottles')).statusCode).toBe(201)

  await browse(gateway, 'DELETE', `/api/agents/${admin.agentId}`, { cookie: ada.cookie })
  expect(await statusOf(second)).toBe(401)
  expect((await signIn(gateway, admin.email, 'nine green bottles')).statusCode).toBe(401)
})

it('each role may do what it says, and an agent acts in no other name', async () => {
  const agent = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
  const status = async (method: string, url: string, body?: object, headers = {}) =>
    (await browse(gateway, method, url, { cookie: agent.cookie, body, headers })).statusCode
  expect(await status('GET', '/api/agents')).toBe(200)
  expect(await status('GET', '/api/settings')).toBe(200)
  expect(await status('POST', '/api/agents', { name: 'X', email: 'x@example.com' })).toBe(403)
  expect(await status('GET', '/api/api-keys')).toBe(403)
  expect(await status('GET', '/api/settings', undefined, { 'x-agent-id': ada.agentId })).toBe(403)
  expect(await status('GET', `/api/sessions?agentId=${ada.agentId}`)).toBe(403)
  const [adas] = (await browse(gateway, 'GET', '/api/sessions', { cookie: ada.cookie })).json().items
  expect(adas).toMatchObject({ current: true, ip: '127.0.0.1', userAgent: 'A browser' })
  expect(await status('DELETE', `/api/sessions/${adas.id}`)).toBe(404)
  const others = await browse(gateway, 'GET', `/api/sessions?agentId=${agent.agentId}`, { cookie: ada.cookie })
  expect(others.json().items).toMatchObject([{ current: false }])
})

it('a key shows no session, and a cookie is not read beside a key', async () => {
  const asked = (headers: Record<string, string>, cookie: string, url = '/api/session') =>
    browse(gateway, 'GET', url, { headers, cookie })
  expect((await asked({ 'x-api-key': ada.apiKey }, ada.cookie)).json().code).toBe('forbidden')
  expect((await asked({ authorization: 'Bearer wrong' }, ada.cookie)).statusCode).toBe(401)
  expect((await asked({ 'x-api-key': 'wrong' }, ada.cookie, '/api/agents')).statusCode).toBe(401)
  expect((await asked({}, ada.cookie, '/admin/tenants')).statusCode).toBe(401)
  expect((await asked({}, ada.cookie, '/api/agents')).statusCode).toBe(200)
})

it('where several tenants know an address and password, one is chosen', async () => {
  const other = await startTenant(gateway, ada.email)
  const reply = await signIn(gateway, ada.email)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'choose_tenant'])
  expect(
    reply
      .json()
      .tenants.map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual([ada.tenant, other.tenant].sort())
  expect(cookieFrom(reply)).toBe('')
  const chosen = await signIn(gateway, ada.email, goodPassword, { tenant: other.tenant })
  expect(chosen.json().tenant.id).toBe(other.tenant)
  // Only that one has this password.
  await startTenant(gateway, ada.email, 'nine green bottles')
  expect((await signIn(gateway, ada.email, 'nine green bottles')).statusCode).toBe(201)
})

it('preferences are kept, each by itself, and an unknown one is refused', async () => {
  const patch = (body: object) => browse(gateway, 'PATCH', '/api/me', { cookie: ada.cookie, body })
  await patch({ preferences: { theme: 'dark', signature: 'Ada' } })
  await patch({ name: 'Ada L', preferences: { theme: 'light', quietHours: null } })
  const me = (await browse(gateway, 'GET', '/api/me', { cookie: ada.cookie })).json()
  expect(me).toMatchObject({
    agent: { name: 'Ada L' },
    preferences: { theme: 'light', signature: 'Ada', quietHours: null },
  })
  await patch({ preferences: { shortcutKeys: { close: 'w w', next: 'n' } } })
  expect((await patch({ preferences: { shortcutKeys: { close: 'w w' } } })).json().preferences.shortcutKeys).toEqual({
    close: 'w w',
  })
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`command${i}`, 'x']))
  for (const shortcutKeys of [{ close: '' }, { '': 'w' }, many])
    expect((await patch({ preferences: { shortcutKeys } })).statusCode).toBe(422)
  expect((await patch({ preferences: { colour: 'red' } })).statusCode).toBe(422)
  expect((await patch({ role: 'admin' })).statusCode).toBe(422)
})
