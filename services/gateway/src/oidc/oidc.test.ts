import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openChangeLog } from '../../testing/change-log.ts'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'
import {
  comeBack,
  cookiesFrom,
  providerOf,
  publicUrl,
  redirectUriOf,
  setProviders,
  signInAt,
  startAt,
} from '../../testing/oidc.ts'
import { addPerson, browse, goodPassword, type Person, signIn, startTenant } from '../../testing/people.ts'
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

let identity: IdentityProvider
let gateway: TestGateway
let log: ReturnType<typeof openChangeLog>
let ada: Person
beforeAll(async () => {
  identity = await startIdentityProvider()
})
afterAll(() => identity.stop())
beforeEach(async () => {
  log = openChangeLog()
  gateway = await startTestGateway({ services: [log.service], env: { PUBLIC_URL: publicUrl } })
  ada = await startTenant(gateway)
  identity.register(redirectUriOf(ada.tenant))
  Object.assign(identity.people, {
    bo: { email: 'bo@example.com', email_verified: true, name: 'Bo Lind', groups: [] },
    cia: { email: 'Cia@Example.com', email_verified: true, name: 'Cia', groups: ['leads', 'staff'] },
    dan: { email: 'dan@example.com', email_verified: false, name: 'Dan' },
    eva: { email: 'eva@elsewhere.example', email_verified: true, name: 'Eva' },
  })
})
afterEach(() => {
  identity.tamper(undefined)
  return gateway.stop()
})

const seen = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code]
const set = async (more: object = {}) => {
  const reply = await setProviders(gateway, ada, providerOf(identity, more))
  expect(reply.statusCode, reply.body).toBe(200)
}
const enter = (sub: string, more: { query?: string; accept?: string } = {}) =>
  signInAt(gateway, identity, { tenant: ada.tenant, sub, ...more })
const whoHas = async (reply: { headers: object }) =>
  (await browse(gateway, 'GET', '/api/session', { cookie: cookiesFrom(reply) })).json()
const agentsOf = async (key = ada.apiKey) => (await gateway.ask({ url: '/api/agents', key })).json().items

describe('somebody signs in at the provider', () => {
  it('and becomes an agent with a session, once', async () => {
    await set()
    const first = await enter('bo')
    expect([first.statusCode, first.headers.location]).toEqual([302, '/console/'])
    const { agent, tenant, scopes } = await whoHas(first)
    expect(agent).toMatchObject({ name: 'Bo Lind', email: 'bo@example.com', role: 'agent', hasPassword: false })
    expect([tenant.id, scopes.includes('conversations')]).toEqual([ada.tenant, true])
    const again = await whoHas(await enter('bo'))
    expect(again.agent.id).toBe(agent.id)
    expect(await agentsOf()).toHaveLength(2)
    const { items } = (await browse(gateway, 'GET', '/api/sessions', { cookie: cookiesFrom(first) })).json()
    expect(items.map(({ provider }: any) => provider)).toEqual(['work', 'work'])
    await vi.waitFor(() => {
      const actions = log.entries.map(({ kind, action }) => `${kind} ${action}`)
      expect(actions).toEqual(expect.arrayContaining(['settings update', 'agent create', 'session sign_in_oidc']))
    })
  })

  it('in two windows at once, and is one agent', async () => {
    await set()
    const both = await Promise.all([enter('bo'), enter('bo')])
    const ids = await Promise.all(both.map(async (reply) => (await whoHas(reply)).agent?.id))
    expect(ids[0]).toMatch(/^agt_/)
    expect(ids[1]).toBe(ids[0])
  })

  it('and is the agent who was invited with that address, who keeps role and name', async () => {
    await set({ createsAgents: false })
    const body = { name: 'Bo of us', email: 'BO@example.com', role: 'manager', invite: true }
    const invited = (await browse(gateway, 'POST', '/api/agents', { body, cookie: ada.cookie })).json()
    const { agent } = await whoHas(await enter('bo'))
    expect(agent).toMatchObject({ id: invited.id, name: 'Bo of us', role: 'manager', status: 'active' })
    // The invitation is used up.
    const token = invited.inviteUrl.split('#')[1]
    const accepted = await browse(gateway, 'POST', '/api/invites/accept', { body: { token, password: goodPassword } })
    expect(accepted.statusCode).toBe(410)
    // From now on the subject counts, whatever becomes of the address.
    identity.people.bo = { email: 'bo@other.example', email_verified: false }
    expect((await whoHas(await enter('bo'))).agent.id).toBe(invited.id)
  })

  it('and comes to where the sign-in was started for', async () => {
    await set()
    const reply = await enter('bo', {
      query: `&return=${encodeURIComponent('/console/in%20box/%C3%A4?view=%2Fmine#top')}`,
    })
    expect(reply.headers.location).toBe('/console/in%20box/%C3%A4?view=%2Fmine#top')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/api/session',
    '/%61pi/session',
    '/%2561pi/session',
    '/console/..%2fapi/session',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/%zz',
    '',
  ])('but not to %j', async (path) => {
    await set()
    const { reply } = await startAt(gateway, ada.tenant, { query: `&return=${encodeURIComponent(path)}` })
    expect(seen(reply)).toEqual([422, 'invalid_request'])
  })
})

describe('roles', () => {
  const mapped = {
    scopes: ['email', 'groups'],
    rolesClaim: 'groups',
    roles: { staff: 'agent', leads: 'manager', ops: 'admin' },
  }

  it('follow the claim at each sign-in; the highest counts, and less of them ends sessions', async () => {
    await set({ ...mapped, defaultRole: null })
    const lead = await enter('cia')
    const { agent } = await whoHas(lead)
    expect(agent.role).toBe('manager')
    const body = { name: 'of Cia', scopes: ['knowledge'], agentId: agent.id }
    const made = await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key: ada.apiKey })
    identity.people.cia!.groups = ['staff']
    expect((await whoHas(await enter('cia'))).agent.role).toBe('agent')
    expect((await whoHas(lead)).code).toBe('unauthenticated')
    const ofKey = { kind: 'api_key', action: 'delete', targetId: made.json().id, actor: { kind: 'system' } }
    await vi.waitFor(() => expect(log.entries).toContainEqual(expect.objectContaining(ofKey)))
    expect((await gateway.ask({ url: '/api/jobs', key: made.json().key })).statusCode).toBe(401)
    identity.people.cia!.groups = ['ops']
    expect((await whoHas(await enter('cia'))).agent.role).toBe('admin')
    await vi.waitFor(() => expect(log.entries).toContainEqual(expect.objectContaining({ changed: ['role'] })))
    identity.people.cia!.groups = ['__proto__', 'constructor']
    expect(seen(await enter('cia'))).toEqual([403, 'sign_in_refused'])
  })

  it('take the role from everybody but the last admin with a password', async () => {
    identity.people.ada = { email: ada.email, email_verified: true, groups: ['staff'] }
    await set({ ...mapped, defaultRole: null })
    expect((await whoHas(await enter('ada'))).agent).toMatchObject({ id: ada.agentId, role: 'admin' })
    await addPerson(gateway, ada, { role: 'admin', email: 'bo@example.com' })
    expect((await whoHas(await enter('ada'))).agent).toMatchObject({ id: ada.agentId, role: 'agent' })
  })

  it('without any of them are the default, or none', async () => {
    await set({ ...mapped, defaultRole: null })
    expect(seen(await enter('bo'))).toEqual([403, 'sign_in_refused'])
    await set({ ...mapped, defaultRole: 'agent' })
    expect((await whoHas(await enter('bo'))).agent.role).toBe('agent')
  })
})

describe('whoever the settings don’t let in gets no session and becomes no agent:', () => {
  it.each([
    ['an address that is not verified', 'dan', {}],
    ['an address of another domain', 'eva', {}],
    ['somebody new, where nobody becomes an agent', 'bo', { createsAgents: false }],
    ['somebody who cancels', '', {}],
  ])('%s', async (_, sub, more) => {
    await set(more)
    const reply = await enter(sub)
    expect(seen(reply)).toEqual([403, 'sign_in_refused'])
    await vi.waitFor(() => expect(log.entries).toContainEqual(expect.objectContaining({ action: 'refuse_oidc' })))
    expect(cookiesFrom(reply)).toBe('')
    expect(await agentsOf()).toHaveLength(1)
  })

  it('an agent who was disabled, by link and by address', async () => {
    await set()
    const { agent } = await whoHas(await enter('bo'))
    const disable = (id: string) =>
      browse(gateway, 'PATCH', `/api/agents/${id}`, { body: { status: 'disabled' }, cookie: ada.cookie })
    await disable(agent.id)
    expect(seen(await enter('bo'))).toEqual([403, 'sign_in_refused'])
    const cia = await addPerson(gateway, ada, { role: 'agent', email: 'cia@example.com' })
    await disable(cia.agentId)
    expect(seen(await enter('cia'))).toEqual([403, 'sign_in_refused'])
  })

  it('an agent with that address, where the settings name no domain', async () => {
    await set({ emailDomains: undefined, createsAgents: false })
    identity.people.mallory = { email: ada.email, email_verified: true }
    expect(seen(await enter('mallory'))).toEqual([403, 'sign_in_refused'])
    expect((await signIn(gateway, ada.email)).statusCode).toBe(201)
  })

  it('somebody whose address only looks like an agent’s: K is not the sign of kelvin', async () => {
    await addPerson(gateway, ada, { role: 'agent', email: 'kim@example.com' })
    identity.people.kim = { email: '\u212aim@example.com', email_verified: true, name: 'Kim' }
    await set()
    expect(seen(await enter('kim'))).toEqual([403, 'sign_in_refused'])
  })

  it('somebody whose id is no text: stores write it in ways that make two people one', async () => {
    identity.people['li\0'] = { email: 'li@example.com', email_verified: true, name: 'Li' }
    await set()
    expect(seen(await enter('li\0'))).toEqual([403, 'sign_in_refused'])
  })

  it('somebody with the address of a name for API keys, which `settings` alone may write', async () => {
    await set({ createsAgents: false })
    const body = { name: 'Name', email: 'bo@example.com', role: 'admin' }
    await gateway.ask({ method: 'POST', url: '/api/agents', body, key: ada.apiKey })
    expect(seen(await enter('bo'))).toEqual([403, 'sign_in_refused'])
  })
})

describe('a browser', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const screenOf = (error: string) => `/console/sign-in?tenant=${ada.tenant}&error=${error}`

  it('is sent to the sign-in screen with the code of what went wrong, and gets no session', async () => {
    gateway.context.config.CONSOLE = 'on'
    await set()
    const refused = await enter('dan', { accept })
    expect([refused.statusCode, refused.headers.location]).toEqual([302, screenOf('sign_in_refused')])
    expect(cookiesFrom(refused)).toBe('')
    const { location, cookie } = await startAt(gateway, ada.tenant)
    identity.signIn('bo')
    const back = await identity.visit(location)
    expect((await comeBack(gateway, back, '', accept)).headers.location).toBe(screenOf('sign_in_expired'))
    // The code is not used up by that, and who signs in goes on as always.
    expect((await comeBack(gateway, back, cookie, accept)).headers.location).toBe('/console/')
    await set({ issuer: 'http://127.0.0.1:1' })
    const started = await browse(gateway, 'GET', `/api/session/oidc/work?tenant=${ada.tenant}`, { headers: { accept } })
    expect(started.headers.location).toBe(screenOf('identity_provider_unavailable'))
  })

  it('of a gateway without the console, and a program, get the problem itself', async () => {
    await set()
    expect(seen(await enter('dan', { accept }))).toEqual([403, 'sign_in_refused'])
    gateway.context.config.CONSOLE = 'on'
    expect(seen(await enter('dan', { accept: 'application/json' }))).toEqual([403, 'sign_in_refused'])
  })
})

describe('a provider that says nothing of whether addresses are verified', () => {
  beforeEach(() => {
    identity.people.fay = { email: 'fay@example.com', name: 'Fay' }
  })

  it('lets nobody in for the first time unless it is trusted with them', async () => {
    await set()
    expect(seen(await enter('fay'))).toEqual([403, 'sign_in_refused'])
    await set({ trustsEmail: true })
    expect((await whoHas(await enter('fay'))).agent).toMatchObject({ name: 'Fay', email: 'fay@example.com' })
  })

  it('is not trusted with addresses of other domains, nor with those that it says are not verified', async () => {
    await set({ trustsEmail: true })
    identity.people.gus = { email: 'gus@elsewhere.example', name: 'Gus' }
    expect(seen(await enter('gus'))).toEqual([403, 'sign_in_refused'])
    expect(seen(await enter('dan'))).toEqual([403, 'sign_in_refused'])
    const without = await setProviders(
      gateway,
      ada,
      providerOf(identity, { trustsEmail: true, emailDomains: undefined }),
    )
    expect(without.json()).toMatchObject({ code: 'invalid_request' })
    expect(without.body).toContain('With `trustsEmail`, name the domains')
  })
})

describe('a session of a provider', () => {
  it('ends when another issuer stands under the name of the provider', async () => {
    await set()
    const reply = await enter('bo')
    await set({ issuer: 'http://127.0.0.1:1' })
    await vi.waitFor(async () => expect((await whoHas(reply)).code).toBe('unauthenticated'))
  })

  it('ends when the provider is disabled', async () => {
    await set()
    const reply = await enter('bo')
    expect((await whoHas(reply)).agent.name).toBe('Bo Lind')
    await set({ enabled: false })
    await vi.waitFor(async () => expect((await whoHas(reply)).code).toBe('unauthenticated'))
    const { reply: refused } = await startAt(gateway, ada.tenant)
    expect(seen(refused)).toEqual([404, 'not_found'])
  })

  it('does not come back when its provider is enabled, or its issuer entered, again', async () => {
    await set()
    const [used, unused] = [await enter('bo'), await enter('bo')]
    await set({ enabled: false })
    await vi.waitFor(async () => expect((await whoHas(used)).code).toBe('unauthenticated'))
    await set()
    for (const reply of [used, unused]) expect((await whoHas(reply)).code).toBe('unauthenticated')
    const next = await enter('bo')
    await set({ issuer: 'http://127.0.0.1:1' })
    await set()
    expect((await whoHas(next)).code).toBe('unauthenticated')
    expect((await whoHas(await enter('bo'))).agent.name).toBe('Bo Lind')
  })

  it('does not come back where closing its provider was broken off', async () => {
    await set()
    const reply = await enter('bo')
    const { signInSettings, sessions } = gateway.context.collections
    const own = gateway.context.forTenant(ada.tenant)
    const [stored] = (await signInSettings.find(ada.tenant, {})).items
    // As if the process had died between the settings and the sessions.
    await own.commit(signInSettings, stored!.id, (current) => {
      const providers = current!.body.oidc!.providers.map((each) => ({ ...each, enabled: false }))
      return { body: { ...current!.body, oidc: { providers } } }
    })
    expect(await sessions.count(ada.tenant, { provider: providerOf(identity).id })).toBe(1)
    await set()
    expect((await whoHas(reply)).code).toBe('unauthenticated')
  })

  it('keeps the other sessions when its provider is changed otherwise', async () => {
    await set()
    const reply = await enter('bo')
    await set({ name: 'Another name' })
    expect((await whoHas(reply)).agent.name).toBe('Bo Lind')
  })

  it('needs no second factor of ours', async () => {
    await set()
    const body = { signIn: { requireTotp: true } }
    await gateway.ask({ method: 'PATCH', url: '/api/settings', body, key: ada.apiKey })
    const cookie = cookiesFrom(await enter('bo'))
    expect((await browse(gateway, 'GET', '/api/agents', { cookie })).statusCode).toBe(200)
  })
})

it('an agent who is removed leaves no link behind, and a tenant nothing at all', async () => {
  await set()
  const { agent } = await whoHas(await enter('bo'))
  const { oidcLinks } = gateway.context.collections
  expect(await oidcLinks.count(ada.tenant)).toBe(1)
  await browse(gateway, 'DELETE', `/api/agents/${agent.id}`, { cookie: ada.cookie })
  expect(await oidcLinks.count(ada.tenant)).toBe(0)
  expect((await whoHas(await enter('bo'))).agent.id).not.toBe(agent.id)
})

describe('the provider', () => {
  it('may sign with other keys from one sign-in to the next', async () => {
    await set()
    expect((await enter('bo')).statusCode).toBe(302)
    identity.rotateKeys()
    expect((await enter('bo')).statusCode).toBe(302)
  })

  it('that is away is told as such, at the start and at the end', async () => {
    const away = await startIdentityProvider()
    away.register(redirectUriOf(ada.tenant))
    away.people.bo = identity.people.bo!
    await setProviders(gateway, ada, providerOf(away))
    const { location, cookie } = await startAt(gateway, ada.tenant)
    away.signIn('bo')
    const back = await away.visit(location)
    away.tamper((_, response) => Boolean(response.writeHead(503).end()))
    expect(seen(await comeBack(gateway, back, cookie))).toEqual([503, 'identity_provider_unavailable'])
    await away.stop()
    await setProviders(gateway, ada, providerOf(away, { issuer: 'http://127.0.0.1:1' }))
    const { reply } = await startAt(gateway, ada.tenant)
    expect(seen(reply)).toEqual([503, 'identity_provider_unavailable'])
    expect(reply.json().detail).toContain('Work')
  })

  it('is asked through the guard: an address that may not be reached is refused', async () => {
    const issuer = 'https://169.254.169.254'
    expect(seen(await setProviders(gateway, ada, providerOf(identity, { issuer })))).toEqual([422, 'address_refused'])
  })

  it('that does not know our secret is told by its code', async () => {
    await set({ clientSecret: 'another secret altogether' })
    const reply = await enter('bo')
    expect(seen(reply)).toEqual([401, 'identity_unverified'])
    expect(reply.json().detail).toContain('client')
  })
})

it('the sign-in screen is told what there is, and nothing of a tenant that is not', async () => {
  await set()
  const list = async (tenant: string) =>
    (await gateway.ask({ url: `/api/session/providers?tenant=${tenant}`, key: '' })).json()
  expect(await list(ada.tenant)).toEqual({
    items: [{ id: 'work', name: 'Work', url: `/api/session/oidc/work?tenant=${ada.tenant}` }],
  })
  expect(await list('ten_nothing')).toEqual({ items: [] })
  await set({ enabled: false })
  expect(await list(ada.tenant)).toEqual({ items: [] })
})

it('in a tenant that is being erased nobody signs in, and what was under way is gone', async () => {
  await set()
  await startAt(gateway, ada.tenant)
  const { oidcSignIns } = gateway.context.collections
  expect(await oidcSignIns.count(ada.tenant)).toBe(1)
  const headers = { authorization: 'Bearer an-admin-token-of-the-tests' }
  await gateway.ask({ method: 'DELETE', url: `/admin/tenants/${ada.tenant}`, key: '', headers })
  expect(await oidcSignIns.count(ada.tenant)).toBe(0)
  expect(seen((await startAt(gateway, ada.tenant)).reply)).toEqual([404, 'not_found'])
})
