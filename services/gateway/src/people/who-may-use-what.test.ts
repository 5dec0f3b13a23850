import { type GrantedScope, grantedScope } from '@frontdesk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessTable, type Need } from '../../testing/access-table.ts'
import { addPerson, browse, cookieFrom, type Person, signIn, startTenant } from '../../testing/people.ts'
import { adminToken, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'
import { routes } from '../routes/index.ts'
import type { Route } from '../routes/route.ts'

let gateway: TestGateway
let ada: Person
const people: Record<string, Person> = {}
const keys: Record<string, string> = {}
const roles = { agent: '', manager: '', admin: '' }
const rights: Record<keyof typeof roles, GrantedScope[]> = {
  agent: ['chat', 'conversations', 'contacts', 'knowledge:read', 'policies:read', 'settings:read'],
  manager: ['chat', 'conversations', 'contacts', 'knowledge', 'policies', 'analytics', 'settings:read'],
  admin: ['admin'],
}

const makeKey = async (scopes: GrantedScope[], more: object = {}): Promise<string> => {
  const body = { name: 'key', scopes, ...more }
  const made = await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key: ada.apiKey })
  return made.json().key
}

beforeAll(async () => {
  gateway = await startTestGateway()
  ada = await startTenant(gateway)
  people.admin = ada
  for (const role of ['agent', 'manager'])
    people[role] = await addPerson(gateway, ada, { role, email: `${role}@example.com` })
  for (const scope of grantedScope.options) keys[scope] = await makeKey([scope])
  keys.bound = await makeKey(['admin'], { agentId: people.agent!.agentId })
})
afterAll(() => gateway.stop())

const nameOf = ({ method, url }: Route) => `${method} ${url}`
/** A route without a line fails its own test below, and no other. */
const everyRoute = routes.flatMap((route) => {
  const need = accessTable[nameOf(route)]
  return need === undefined ? [] : [{ route, need }]
})

type Outcome = 'in' | 'unauthenticated' | 'forbidden' | 'not_this_agent' | 'cross_site'
type Sent = { headers?: Record<string, string>; cookie?: string }

/** How a request without a body fares: whether it is let in, or how it is refused. What it meets inside is not asked. */
async function fare({ method, url }: Route, sent: Sent, site = 'same-origin'): Promise<Outcome> {
  const { headers = {}, cookie } = sent
  const path = url.replace(/:\w+/g, '1')
  const given = { headers: { 'sec-fetch-site': site, ...headers }, ...(cookie && { cookie }) }
  const reply = await browse(gateway, method, path, given)
  const code = reply.statusCode < 400 ? '' : reply.json().code
  return ['unauthenticated', 'forbidden', 'not_this_agent', 'cross_site'].includes(code) ? code : 'in'
}

/** Every route's outcome for one caller against what it should be; only those that differ are shown. */
async function expectAll(
  sent: (route: Route) => Sent | Promise<Sent>,
  expected: (need: Need, route: Route) => Outcome,
  site?: string,
) {
  const wrong: string[] = []
  for (const { route, need } of everyRoute) {
    const outcome = await fare(route, await sent(route), site)
    const wanted = expected(need, route)
    if (outcome !== wanted) wrong.push(`${nameOf(route)}: ${outcome}, not ${wanted}`)
  }
  expect(wrong).toEqual([])
}

const isOpen = (need: Need) => need === 'public' || need === 'provider' || need === 'widget'
/** What no key, cookie or admin token opens. */
const isOfVisitors = (need: Need) => need === 'visitor'
const holds = (held: readonly GrantedScope[], needs: Need): boolean =>
  needs.split(' ').every((need) => holdsOne(held, need))
const holdsOne = (held: readonly GrantedScope[], need: string): boolean => {
  const [scope, reads] = need.split(':')
  const own = held as readonly string[]
  return (
    own.includes('admin') ||
    own.includes(scope!) ||
    own.includes(need) ||
    (reads !== undefined && own.includes('admin:read'))
  )
}

it('every route is in the table, and the table has no other', () => {
  expect(routes.map(nameOf).sort()).toEqual(Object.keys(accessTable).sort())
})

describe('every route for', () => {
  it('nobody', () =>
    expectAll(
      () => ({}),
      (need) => (isOpen(need) ? 'in' : 'unauthenticated'),
    ))

  it.each<Sent>([
    { headers: { 'x-api-key': 'fd_live_nothing' } },
    { headers: { authorization: 'Bearer fd_live_nothing' } },
    { cookie: `fd_session=${'A'.repeat(43)}` },
  ])('a key or a cookie that is none: %j', async (sent) => {
    await expectAll(
      () => sent,
      (need) => (isOpen(need) ? 'in' : 'unauthenticated'),
    )
  })

  it.each(grantedScope.options)('a key with the scope %s', async (scope) => {
    await expectAll(
      () => ({ headers: { 'x-api-key': keys[scope]! } }),
      (need) => {
        if (isOpen(need)) return 'in'
        if (need === 'admin-token' || isOfVisitors(need)) return 'unauthenticated'
        return need !== 'session' && holds([scope], need) ? 'in' : 'forbidden'
      },
    )
  })

  it.each(Object.keys(roles) as (keyof typeof roles)[])('a session of the role %s', async (role) => {
    // The route that signs out is tried with a session of its own.
    const own = async ({ name }: Route) =>
      name === 'signOut' ? cookieFrom(await signIn(gateway, people[role]!.email)) : people[role]!.cookie
    await expectAll(
      async (route) => ({ cookie: await own(route) }),
      (need) => {
        if (isOpen(need) || need === 'session') return 'in'
        return need === 'admin-token' || isOfVisitors(need)
          ? 'unauthenticated'
          : holds(rights[role], need)
            ? 'in'
            : 'forbidden'
      },
    )
  })

  it('a session of an admin that another site uses', async () => {
    await expectAll(
      () => ({ cookie: ada.cookie }),
      (need, { method }) => {
        if (need === 'provider' || need === 'widget') return 'in'
        if (need === 'admin-token' || isOfVisitors(need)) return 'unauthenticated'
        return method === 'GET' ? 'in' : 'cross_site'
      },
      'cross-site',
    )
  })

  it('a key of one agent that names another, and itself', async () => {
    const headers = (agentId: string) => ({ headers: { 'x-api-key': keys.bound!, 'x-agent-id': agentId } })
    const expected = (refusal: Outcome) => (need: Need) => {
      if (isOpen(need)) return 'in'
      if (isOfVisitors(need)) return 'unauthenticated'
      return need === 'admin-token' ? 'unauthenticated' : need === 'session' ? 'forbidden' : refusal
    }
    await expectAll(() => headers(ada.agentId), expected('not_this_agent'))
    await expectAll(() => headers(people.agent!.agentId), expected('in'))
  })

  it('the admin token', async () => {
    const headers = { authorization: `Bearer ${adminToken}` }
    await expectAll(
      () => ({ headers }),
      (need) => (isOpen(need) || need === 'admin-token' ? 'in' : 'unauthenticated'),
    )
  })
})

it('what the gateway keeps of a tenant is no other’s, by session and by key', async () => {
  const other = await startTenant(gateway, 'olga@example.com')
  const [theirs] = (await browse(gateway, 'GET', '/api/sessions', { cookie: other.cookie })).json().items
  const listed = await gateway.ask({ url: '/api/api-keys', key: other.apiKey })
  const foreign: [string, string, object?][] = [
    ['GET', `/api/agents/${other.agentId}`],
    ['PATCH', `/api/agents/${other.agentId}`, { name: 'Mine' }],
    ['DELETE', `/api/agents/${other.agentId}`],
    ['POST', `/api/agents/${other.agentId}/invite`],
    ['POST', `/api/agents/${other.agentId}/reset-link`],
    ['DELETE', `/api/sessions/${theirs.id}`],
    ['DELETE', `/api/api-keys/${listed.json().items[0].id}`],
  ]
  for (const [method, url, body] of foreign) {
    const byCookie = await browse(gateway, method, url, { cookie: ada.cookie, ...(body && { body }) })
    expect([byCookie.statusCode, byCookie.json().code], url).toEqual([404, 'not_found'])
    const byKey = await gateway.ask({ method, url, key: ada.apiKey, ...(body && { body }) })
    expect(byKey.statusCode, url).toBe(url.includes('/sessions/') ? 403 : 404)
  }
  const seen = await browse(gateway, 'GET', `/api/sessions?agentId=${other.agentId}`, { cookie: ada.cookie })
  expect(seen.json().items).toEqual([])
  expect((await browse(gateway, 'GET', '/api/session', { cookie: other.cookie })).statusCode).toBe(200)
})
