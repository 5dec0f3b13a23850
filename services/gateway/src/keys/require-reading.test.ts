import type { GrantedScope } from '@frontdesk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTenant } from '../../testing/people.ts'
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
let ada: Person
beforeAll(async () => {
  gateway = await startTestGateway()
  ada = await startTenant(gateway)
})
afterAll(() => gateway.stop())

const makeKey = async (...scopes: GrantedScope[]): Promise<string> => {
  const made = await gateway.ask({
    method: 'POST',
    url: '/api/api-keys',
    body: { name: 'key', scopes },
    key: ada.apiKey,
  })
  return made.json().key
}
const ask = async (key: string, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, headers = {}) => {
  const reply = await gateway.ask({ method, url, key, headers, ...(body && { body }) })
  return { status: reply.statusCode, code: reply.statusCode < 400 ? '' : reply.json().code, reply }
}

const question = { message: 'Who is the contact for returns?' }
const withPolicies = { name: 'Lamps', turns: [{ message: 'Well?' }], policies: [] }
const tries: [string, 'POST' | 'PATCH', string, object, object][] = [
  ['a simulation', 'POST', '/api/simulate', question, { ...question, policies: [] }],
  ['a rehearsal', 'POST', '/api/rehearsals', { questions: 5, settings: {} }, { questions: 5, policies: [] }],
  [
    'a suite',
    'POST',
    '/api/suites',
    { name: 'One', scenarios: [{ ...withPolicies, policies: undefined }] },
    { name: 'Two', scenarios: [withPolicies] },
  ],
  ['a change of a suite', 'PATCH', '/api/suites/1', { name: 'One' }, { scenarios: [withPolicies] }],
]

it.each(tries)('%s that tries other policies also needs knowledge:read', async (_, method, url, plain, tried) => {
  const [narrow, wide] = [await makeKey('policies'), await makeKey('policies', 'knowledge:read')]
  expect(await ask(narrow, method, url, tried)).toMatchObject({ status: 403, code: 'forbidden' })
  for (const [key, body] of [
    [narrow, plain],
    [wide, tried],
  ] as const) {
    expect((await ask(key, method, url, body)).code).not.toBe('forbidden')
  }
})

it('a simulation as a stream needs it too', async () => {
  const headers = { accept: 'text/event-stream' }
  const { status } = await ask(await makeKey('policies:read'), 'POST', '/api/simulate', tries[0]![4], headers)
  expect(status).toBe(403)
})

it('the results of a rehearsal need both scopes, and the document says so', async () => {
  const routes = ['/api/rehearsals/rhs_1/results', '/api/rehearsals/rhs_1/export']
  const keys = [
    [await makeKey('policies:read'), 403],
    [await makeKey('conversations:read'), 403],
    [await makeKey('policies', 'conversations'), 0],
    [await makeKey('policies:read', 'conversations:read'), 0],
  ] as const
  for (const url of routes) {
    for (const [key, refused] of keys) {
      const { status } = await ask(key, 'GET', url)
      expect(status === 403 ? 403 : 0, url).toBe(refused)
    }
  }
  const document = (await gateway.ask({ url: '/openapi.json' })).json()
  const { security, description } = document.paths['/api/rehearsals/{rehearsalId}/results'].get
  expect(security[0]).toEqual({ apiKey: ['policies:read', 'conversations:read'] })
  expect(description).toContain('`conversations:read`')
})
