import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openChangeLog } from '../../testing/change-log.ts'
import { addPerson, browse, cookieFrom, goodPassword, type Person, signIn, startTenant } from '../../testing/people.ts'
import { bootstrapKey, handClock, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'
import { makeLink } from './sign-in-links.ts'

let gateway: TestGateway
let clock: ReturnType<typeof handClock>
let ada: Person
let log: ReturnType<typeof openChangeLog>
beforeEach(async () => {
  clock = handClock()
  log = openChangeLog()
  gateway = await startTestGateway({ clock, services: [log.service] })
  ada = await startTenant(gateway)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.stop()
})

const asAda = (method: string, url: string, body?: object) =>
  browse(gateway, method, url, { cookie: ada.cookie, ...(body && { body }) })
const patch = (agentId: string, body: object) => asAda('PATCH', `/api/agents/${agentId}`, body)
const make = (email: string, more: object = { invite: true }) =>
  asAda('POST', '/api/agents', { name: 'Somebody', email, ...more })
const tokenOf = (url: string) => url.split('#')[1]!
const accept = (url: string) =>
  browse(gateway, 'POST', '/api/invites/accept', { body: { token: tokenOf(url), password: goodPassword } })
const reset = (url: string) =>
  browse(gateway, 'POST', '/api/password/reset', { body: { token: tokenOf(url), password: 'nine green bottles' } })
const resetLinkOf = async (agentId: string): Promise<string> =>
  (await asAda('POST', `/api/agents/${agentId}/reset-link`)).json().url
const keyFor = async (agentId: string) =>
  (await asAda('POST', '/api/api-keys', { name: 'bound', scopes: ['settings'], agentId })).json()
const statusWith = async (key: string) => (await gateway.ask({ url: '/api/agents', key })).statusCode
const statusOf = async (cookie: string) => (await browse(gateway, 'GET', '/api/session', { cookie })).statusCode

describe('one address of a tenant signs one agent in', () => {
  const taken = { code: 'conflict', detail: 'Another agent signs in with this address.' }

  it('by an invitation, a changed address and at setup', async () => {
    const label = (await make('ADA@example.com', {})).json()
    expect((await make('Ada@Example.com')).json()).toMatchObject(taken)
    expect((await asAda('POST', `/api/agents/${label.id}/invite`)).json()).toMatchObject(taken)
    const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
    expect((await patch(bo.agentId, { email: 'ADA@example.com' })).json()).toMatchObject(taken)
    expect((await patch(bo.agentId, { email: 'BO@example.com', name: 'Bo' })).statusCode).toBe(200)
    expect((await patch(bo.agentId, { email: 'bob@example.com' })).statusCode).toBe(200)
    // What nobody has any more is free again.
    expect((await make('bo@example.com')).statusCode).toBe(201)
    await asAda('DELETE', `/api/agents/${bo.agentId}`)
    expect((await make('bob@example.com')).statusCode).toBe(201)

    const invited = { name: 'X', email: 'x@example.com', invite: true }
    await gateway.ask({ method: 'POST', url: '/api/agents', body: invited, key: bootstrapKey })
    const { token } = await makeLink('setup', undefined, gateway.context.forTenant('default'))
    const setUp = (email: string) =>
      browse(gateway, 'POST', '/api/setup', { body: { token, name: 'X', email, password: goodPassword } })
    expect((await setUp('x@example.com')).json()).toMatchObject(taken)
    expect((await setUp('y@example.com')).statusCode).toBe(201)
  })

  it('also for two that come at once', async () => {
    const { agents } = gateway.context.collections
    const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
    // Neither sees the other, as where both look before one writes.
    vi.spyOn(agents, 'find').mockResolvedValue({ items: [], nextCursor: null })
    expect((await make(ada.email)).json().code).toBe('conflict')
    expect((await patch(bo.agentId, { email: ada.email })).json().code).toBe('conflict')
  })

  it('and nobody locks the owner out by having it often, elsewhere or before this was so', async () => {
    const { agents } = gateway.context.collections
    const { body } = (await agents.get(ada.tenant, ada.agentId))!
    const { address: _, ...signInBefore } = body.signIn!
    for (let i = 0; i < 60; i++)
      await agents.insert('ten_flood', `agt_0000000${i}`, { ...body, signIn: { ...signInBefore } })
    expect((await signIn(gateway, ada.email, goodPassword, { tenant: ada.tenant })).statusCode).toBe(201)
    await agents.eraseTenant('ten_flood')
    await agents.insert(ada.tenant, 'agt_zz', { ...body, signIn: signInBefore })
    expect((await signIn(gateway, ada.email)).statusCode).toBe(201)
    expect((await patch('agt_zz', { name: 'Her other self' })).statusCode).toBe(200)
    expect((await patch('agt_zz', { email: 'other@example.com' })).statusCode).toBe(200)
  })
})

it('no invitation of an agent is had by somebody who may not, though the role changes meanwhile', async () => {
  const scopes = ['settings', 'settings:read', 'chat', 'conversations', 'contacts', 'knowledge:read', 'policies:read']
  const { key } = (await asAda('POST', '/api/api-keys', { name: 'k', scopes })).json()
  const ask = (method: string, url: string, body?: object) => gateway.ask({ method, url, key, ...(body && { body }) })
  const { id } = (await ask('POST', '/api/agents', { name: 'M', email: 'm@example.com' })).json()
  const { agents } = gateway.context.collections
  const find = agents.find.bind(agents)
  vi.spyOn(agents, 'find').mockImplementationOnce(async (...asked) => {
    expect((await patch(id, { role: 'admin' })).statusCode).toBe(200)
    return find(...asked)
  })
  expect((await ask('POST', `/api/agents/${id}/invite`)).statusCode).toBe(403)
  expect((await agents.get(ada.tenant, id))!.body).toMatchObject({ role: 'admin' })
  expect((await agents.get(ada.tenant, id))!.body.signIn).toBeUndefined()
})

it.each([[{ email: 'else@example.com' }], [{ role: 'manager' }], [{ status: 'disabled' }]])(
  'links end with %j',
  async (change) => {
    const linksOf = (agentId: string) => gateway.context.collections.signInLinks.count(ada.tenant, { agentId })
    const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
    const url = await resetLinkOf(bo.agentId)
    await patch(bo.agentId, { name: 'Bo', available: false })
    expect(await linksOf(bo.agentId)).toBe(1)
    await patch(bo.agentId, change)
    expect(await linksOf(bo.agentId)).toBe(0)
    if ('status' in change) await patch(bo.agentId, { status: 'active' })
    expect((await reset(url)).json().code).toBe('link_invalid')

    const invited = (await make('cy@example.com')).json()
    await patch(invited.id, 'email' in change ? { email: 'cyd@example.com' } : change)
    expect((await accept(invited.inviteUrl)).json().code).toBe('link_invalid')
  },
)

it('a link holds for nobody with another role or address, though it was made while that changed', async () => {
  const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
  const own = gateway.context.forTenant(ada.tenant)
  for (const change of [{ role: 'admin' as const }, { email: 'bob@example.com' }]) {
    const url = await resetLinkOf(bo.agentId)
    await own.commit(own.collections.agents, bo.agentId, (current) => ({ body: { ...current!.body, ...change } }))
    expect((await reset(url)).json().code).toBe('link_invalid')
  }
  expect((await reset(await resetLinkOf(bo.agentId))).statusCode).toBe(201)
})

it('keys of an agent that can do more than their lower role end, and no others; the log has them', async () => {
  const bo = await addPerson(gateway, ada, { role: 'manager', email: 'bo@example.com' })
  const keyWith = async (scopes: string[], agentId?: string) =>
    (await asAda('POST', '/api/api-keys', { name: 'k', scopes, ...(agentId && { agentId }) })).json()
  const stronger = [await keyWith(['settings'], bo.agentId), await keyWith(['settings:read', 'knowledge'], bo.agentId)]
  const kept = [
    await keyWith(['settings:read', 'chat'], bo.agentId),
    await keyWith(['settings'], ada.agentId),
    await keyWith(['settings']),
  ]
  const statuses = (keys: { key: string }[]) => Promise.all(keys.map(({ key }) => statusWith(key)))
  await patch(bo.agentId, { name: 'Bo', available: false })
  expect(await statuses([...stronger, ...kept])).toEqual([200, 200, 200, 200, 200])
  await patch(bo.agentId, { role: 'agent' })
  expect(await statuses([...stronger, ...kept])).toEqual([401, 401, 200, 200, 200])
  await vi.waitFor(() =>
    expect(
      log.entries
        .filter(({ kind, actor }) => kind === 'api_key' && actor.kind === 'system')
        .map(({ action, targetId }) => `${action} ${targetId}`)
        .toSorted(),
    ).toEqual(stronger.map(({ id }) => `delete ${id}`).toSorted()),
  )
  // A role that has more takes nothing.
  const more = await keyWith(['knowledge'], bo.agentId)
  await patch(bo.agentId, { role: 'manager' })
  expect(await statuses([kept[0]!])).toEqual([200])
  expect((await gateway.ask({ url: '/api/knowledge/export', key: more.key })).statusCode).not.toBe(401)
})

it('a name of an agent is one line, wherever it is entered', async () => {
  const breaking = 'Bo\r\nBcc: eve@example.com\u2028\u202e'
  const made = (await make('bo@example.com', { name: breaking })).json()
  expect(made.name).toBe('Bo  Bcc: eve@example.com')
  expect((await patch(made.id, { name: 'Cy\nDo' })).json().name).toBe('Cy Do')
  expect((await patch(made.id, { name: ' \n\u0000 ' })).statusCode).toBe(422)
  expect((await asAda('PATCH', '/api/me', { name: 'Ada\tAdmin' })).json().agent.name).toBe('Ada Admin')
})

it('how an agent signs in is shown to whoever manages agents, and to themselves', async () => {
  const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
  const keyWith = async (scopes: string[]) => (await asAda('POST', '/api/api-keys', { name: 'k', scopes })).json().key
  const listBy = async (asking: { cookie?: string; key?: string }) => {
    const read = async (url: string) =>
      asking.cookie
        ? (await browse(gateway, 'GET', url, { cookie: asking.cookie })).json()
        : (await gateway.ask({ url, key: asking.key! })).json()
    const items: { id: string; hasPassword?: boolean; hasTotp?: boolean }[] = (await read('/api/agents')).items
    for (const each of items) expect(await read(`/api/agents/${each.id}`)).toEqual(each)
    return Object.fromEntries(items.map(({ id, hasPassword, hasTotp }) => [id, [hasPassword, hasTotp]]))
  }
  const [shown, hidden] = [
    [true, false],
    [undefined, undefined],
  ]
  const all = { [ada.agentId]: shown, [bo.agentId]: shown }
  expect(await listBy({ cookie: ada.cookie })).toEqual(all)
  expect(await listBy({ key: await keyWith(['settings']) })).toEqual(all)
  expect(await listBy({ cookie: bo.cookie })).toEqual({ ...all, [ada.agentId]: hidden })
  expect(await listBy({ key: await keyWith(['settings:read']) })).toEqual({
    [ada.agentId]: hidden,
    [bo.agentId]: hidden,
  })
})

it('a key of an agent is refused while they are disabled, and when they are gone', async () => {
  const bo = await addPerson(gateway, ada, { role: 'admin', email: 'bo@example.com' })
  const { key } = await keyFor(bo.agentId)
  const later = () => clock.advance(1_000)
  expect(await statusWith(key)).toBe(200)
  await patch(bo.agentId, { status: 'disabled' })
  later()
  expect(await statusWith(key)).toBe(401)
  await patch(bo.agentId, { status: 'active' })
  later()
  expect(await statusWith(key)).toBe(200)
  await gateway.context.collections.agents.remove(ada.tenant, bo.agentId)
  later()
  expect(await statusWith(key)).toBe(401)
})

it('a removal that broke off lets nobody in, and is finished by another', async () => {
  const bo = await addPerson(gateway, ada, { role: 'agent', email: 'bo@example.com' })
  const { id, key } = await keyFor(bo.agentId)
  expect(await statusWith(key)).toBe(200)
  const { apiKeys } = gateway.context.collections
  const remove = async () => (await asAda('DELETE', `/api/agents/${bo.agentId}`)).statusCode
  // The first look is whether Ada may remove these keys.
  const look = apiKeys.find.bind(apiKeys)
  vi.spyOn(apiKeys, 'find').mockImplementationOnce(look).mockRejectedValueOnce(new Error('the store is away'))
  expect(await remove()).toBe(500)
  clock.advance(1_000)
  expect([await statusWith(key), await statusOf(bo.cookie)]).toEqual([401, 401])
  expect(await remove()).toBe(204)
  expect((await apiKeys.get(ada.tenant, id))!.body.revokedAt).not.toBeNull()
  expect(await remove()).toBe(404)
})

it('sessions that another password or a lost role ended are listed no more', async () => {
  const bo = await addPerson(gateway, ada, { role: 'manager', email: 'bo@example.com' })
  const listed = async () => (await asAda('GET', `/api/sessions?agentId=${bo.agentId}`)).json().items.length
  const second = cookieFrom(await signIn(gateway, bo.email))
  expect(await listed()).toBe(2)
  const body = { current: goodPassword, password: 'ten yellow bicycles' }
  expect((await browse(gateway, 'POST', '/api/password', { cookie: second, body })).statusCode).toBe(204)
  expect([await listed(), await statusOf(second), await statusOf(bo.cookie)]).toEqual([1, 200, 401])
  await signIn(gateway, bo.email, 'ten yellow bicycles')
  expect(await listed()).toBe(2)
  const third = cookieFrom(await reset(await resetLinkOf(bo.agentId)))
  expect([await listed(), await statusOf(third)]).toEqual([1, 200])
  await patch(bo.agentId, { role: 'admin' })
  expect(await listed()).toBe(1)
  await patch(bo.agentId, { role: 'agent' })
  expect([await listed(), await statusOf(third)]).toEqual([0, 401])
})

it('the last admin who can sign in stays one', async () => {
  const own = `/api/agents/${ada.agentId}`
  const { key } = (
    await asAda('POST', '/api/api-keys', { name: 'hers', scopes: ['admin'], agentId: ada.agentId })
  ).json()
  const refused = async () => {
    for (const change of [{ role: 'manager' }, { status: 'disabled' }]) {
      const reply = await patch(ada.agentId, change)
      expect([reply.statusCode, reply.json().detail]).toEqual([409, expect.stringContaining('invite another admin')])
      expect((await gateway.ask({ method: 'PATCH', url: own, key, body: change })).statusCode).toBe(409)
    }
    expect((await asAda('DELETE', own)).statusCode).toBe(409)
  }
  await refused()
  expect((await patch(ada.agentId, { available: false, role: 'admin', status: 'active' })).statusCode).toBe(200)
  // Neither somebody who has not come yet nor somebody disabled is another one.
  await make('cy@example.com', { invite: true, role: 'admin' })
  const bo = await addPerson(gateway, ada, { role: 'admin', email: 'bo@example.com' })
  await patch(bo.agentId, { status: 'disabled' })
  await refused()
  await patch(bo.agentId, { status: 'active' })
  expect((await patch(ada.agentId, { role: 'manager' })).statusCode).toBe(200)
})

it.each([
  ['demote', 'PATCH', { role: 'agent' }],
  ['disable', 'PATCH', { status: 'disabled' }],
  ['remove', 'DELETE', undefined],
])('of two admins who %s each other at once, one stays', async (_, method, body) => {
  const bo = await addPerson(gateway, ada, { role: 'admin', email: 'bo@example.com' })
  const send = (app: TestGateway['app'], by: Person, at: Person) =>
    browse(gateway, method, `/api/agents/${at.agentId}`, { app, cookie: by.cookie, ...(body && { body }) })
  // Each looks for other admins before one of them changes anything.
  const { agents } = gateway.context.collections
  const find = agents.find.bind(agents)
  const bothLook = Promise.withResolvers<void>()
  let looking = 0
  vi.spyOn(agents, 'find').mockImplementation(async (tenant, wanted) => {
    if (wanted.where?.role === 'admin' && ++looking === 2) bothLook.resolve()
    if (wanted.where?.role === 'admin') await bothLook.promise
    return find(tenant, wanted)
  })
  const both = await Promise.all([send(gateway.app, ada, bo), send(gateway.other, bo, ada)])
  expect(both.map(({ statusCode }) => statusCode < 300).sort()).toEqual([false, true])
  const { items } = (await gateway.ask({ url: '/api/agents', key: ada.apiKey })).json()
  expect(items.filter(({ role, status }: any) => role === 'admin' && status === 'active')).toHaveLength(1)
})
