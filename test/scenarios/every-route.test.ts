import { bodySchemaOf, querySchemaOf, type Route, routes } from '@frontdesk/gateway'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { bodyOf, type IdPath, type Ids, idPathsOf, withIds, withValueAt } from './example-bodies.ts'
import { makeOneOfEach } from './one-of-each.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let owner: ApiClient
let stranger: ApiClient
/** An id of the owner's for each parameter of the table. */
let owned: Ids = {}
/** The same of the stranger's own. */
let ids: Ids = {}
let strangersAgent = ''

beforeAll(async () => {
  owner = await platform.newTenant('owner')
  stranger = await platform.newTenant('stranger')
  // Each waits for the platform most of the time.
  const [ofOwner, ofStranger] = await Promise.all([makeOneOfEach(owner, 'owner'), makeOneOfEach(stranger, 'stranger')])
  owned = ofOwner
  ids = ofStranger
  strangersAgent = ids.agentId!
})

const nameOf = ({ method, url }: Route) => `${method} ${url}`
const never = (id: string) => id.replace(/[0-9a-f]{16}/, '0'.repeat(16))

/** What a route can't be asked without. */
const queries: Record<string, string> = { 'GET /api/knowledge/sources/:sourceId/versions/:version/diff': '?to=1' }
const send = (client: ApiClient, route: Route, ids: Ids) => {
  const body = route.method === 'GET' ? undefined : bodyOf(route, ids)
  const path = withIds(route.url, ids) + (queries[nameOf(route)] ?? '')
  // What is an agent's own is asked for in the name of the client's own agent.
  const agentId = client === owner ? owned.agentId : strangersAgent
  const headers: Record<string, string> =
    /\/(drafts|read)\b/.test(route.url) && agentId ? { 'x-agent-id': agentId } : {}
  return client.send(route.method, path, { headers, ...(body !== undefined && { body }) })
}

/** Routes that an API key of a tenant opens. Those of people are tried in services/gateway/src/people. */
const ofTenants = routes.filter(
  ({ access }) => !['admin-token', 'provider', 'public', 'session', 'visitor', 'widget'].includes(access),
)
const withAnId = ofTenants.filter(({ url }) => url.includes(':'))

test('the table names no parameter that this test does not know', () => {
  const names = new Set(withAnId.flatMap(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!)))
  expect([...names].sort()).toEqual(Object.keys(owned).sort())
  for (const [name, id] of Object.entries(owned)) expect(id, name).toEqual(expect.any(String))
})

describe('a foreign id answers 404, exactly like an id that never was', () => {
  test.each(withAnId.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
    const absentIds = Object.fromEntries(Object.entries(owned).map(([name, id]) => [name, never(id)]))
    const foreign = await send(stranger, route, owned)
    const absent = await send(stranger, route, { ...absentIds, version: '1' })
    expect(foreign, JSON.stringify(foreign.body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const shown = ({ body: { requestId: _id, ...rest } }: typeof foreign) => rest
    expect(shown(foreign)).toEqual(shown(absent))
  })
})

/** Whose id a field takes, where its name doesn't say so. */
function ownerOf(route: Route, path: IdPath): string {
  const name = path.findLast((part) => typeof part === 'string')!
  const isAboutContacts = route.url.startsWith('/api/contacts')
  const known: Record<string, string> = {
    assignee: 'agentId',
    members: 'agentId',
    agents: 'agentId',
    teams: 'teamId',
    team: 'teamId',
    into: 'contactId',
    from: 'contactId',
    next: 'ruleId',
    view: 'viewId',
    attachments: 'attachmentId',
    ids: isAboutContacts ? 'contactId' : 'conversationId',
    id: path[0] === 'sources' ? 'sourceId' : 'policyId',
  }
  const parameter = owned[name] === undefined ? known[name] : name
  if (parameter === undefined) throw new Error(`${nameOf(route)}: whose id is ${path.join('.')}?`)
  return parameter
}

// The stream of changes has no end, and shows its own tenant whatever it is asked.
const withIdInside = ofTenants
  .filter(({ name }) => name !== 'streamChanges')
  .flatMap((route) =>
    Object.entries({ query: querySchemaOf(route), body: bodySchemaOf(route) }).flatMap(([part, schema]) =>
      (schema ? idPathsOf(schema) : []).map(
        (path) => [`${nameOf(route)} ${part} ${path.join('.')}`, route, part, path] as const,
      ),
    ),
  )

/** `FOREIGN_IDS=paths` is a short form: the ids in bodies and queries are left to the embedded run and the campaign `servers`. */
const tried = process.env.FOREIGN_IDS === 'paths' ? [] : withIdInside

describe('a foreign id in a query or a body is exactly like an id that never was', () => {
  test('in whatever route takes one', () => {
    expect(withIdInside.length).toBeGreaterThan(75)
    for (const [, route, , path] of withIdInside) expect(owned).toHaveProperty(ownerOf(route, path))
  })

  test.each(tried)('%s', async (_, route, part, path) => {
    const foreign = owned[ownerOf(route, path)]!
    const ask = async (id: string) => {
      const url = withIds(route.url, ids)
      const given =
        part === 'query'
          ? `?${new URLSearchParams({ ...required[nameOf(route)], [path.filter((part) => part !== 0).join('.')]: id })}`
          : ''
      const body = part === 'body' ? withValueAt(bodyOf(route, ids), path, id) : undefined
      const reply = await stranger.send(route.method, url + given, body === undefined ? {} : { body })
      return { status: reply.status, ...likeness(reply.body, id) }
    }
    const seen = await ask(foreign)
    expect(seen.status).not.toBe(500)
    expect(seen).toEqual(await ask(never(foreign)))
  })

  /** What a reply says apart from whom it names and when it was; of a success only what it consists of. */
  function likeness(body: any, id: string): object {
    if (typeof body !== 'object' || body === null) return { kind: typeof body }
    if (typeof body.code !== 'string') return { fields: Object.keys(body).sort(), items: body.items?.length }
    const { requestId: _requestId, ...problem } = body
    return { problem: JSON.parse(JSON.stringify(problem).replaceAll(id, 'the id')) }
  }
  /** What a list can't be asked without. */
  const required: Record<string, Record<string, string>> = { 'GET /api/analytics/rows': { metric: 'questions' } }
})

test('no list shows a thing of another tenant', async () => {
  const empty = await platform.newTenant('empty')
  const lists = ofTenants.filter(({ method, url, kind }) => method === 'GET' && !url.includes(':') && kind !== 'stream')
  expect(lists.length).toBeGreaterThan(20)
  const needed: Record<string, string> = {
    '/api/search': '?q=parking',
    '/api/analytics/rows': '?metric=questions',
    '/api/settings/threshold-preview': '?threshold=0.5',
  }
  for (const route of lists) {
    const reply = await empty.get(route.url + (needed[route.url] ?? ''))
    expect(reply.status, nameOf(route)).toBe(200)
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    const { version: _version, ...told } = owned
    for (const id of [...Object.values(told), 'Parking']) expect(text, nameOf(route)).not.toContain(id)
  }
})

test('after all of this the owner has everything as it was', async () => {
  for (const route of withAnId) {
    // A listener that nobody reads ends by itself; a stream that somebody reads does not.
    if (route.method !== 'GET' || /deadLetterId|listenerId/.test(route.url)) continue
    // Only what customers wrote came as an e-mail; the message of the table is an answer.
    if (route.name === 'downloadOriginalEmail') continue
    expect((await send(owner, route, owned)).status, nameOf(route)).toBe(200)
  }
  expect((await owner.get(`/api/knowledge/sources/${owned.sourceId}`)).body.title).toBe('Parking')
  expect((await owner.get(`/api/policies/${owned.policyId}`)).body.name).toBe('Short')
})
