import type { GrantedScope } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTenant } from '../../testing/people.ts'
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
let ada: Person
const at = '2026-01-01T00:00:00.000Z'
const sides = { before: 0, after: 0 }
/** `reh_tried` and `run_tried` tried policies, and a scenario of `run_scenario` has its own. */
const testing = standIn({
  name: 'chat',
  handlers: {
    chat: {
      rehearsalRead: async ({ rehearsalId }) => ({
        id: rehearsalId,
        jobId: rehearsalId,
        state: 'finished',
        progress: { done: 0, total: 0, unit: 'questions' },
        tried: rehearsalId === 'reh_tried' ? { policies: [] } : { settings: {} },
        verdicts: { same: 0, changed: 0, better: 0, worse: 0 },
        outcomes: { answered: sides, escalated: sides, blocked: sides, failed: sides },
        skipped: 0,
        createdAt: at,
      }),
      rehearsalResultList: async () => ({ items: [], nextCursor: null }),
      suiteRunList: async ({ suiteId = '' }) => ({
        items: [runOf(suiteId, suiteId.replace('sui', 'run'))],
        nextCursor: null,
      }),
      suiteRunRead: async ({ suiteId = '', runId }) => runOf(suiteId, runId),
      suiteRunReportRead: async ({ runId }) => ({
        items: [
          {
            name: 'Lamps',
            verdict: 'pending' as const,
            configurations: [],
            differences: [],
            ...(runId === 'run_scenario' && { policies: ['Formal'] }),
          },
        ],
        nextCursor: null,
      }),
    },
  },
})
const runOf = (suiteId: string, id: string) => ({
  id,
  jobId: id,
  suiteId,
  suite: 'One',
  state: 'finished' as const,
  verdict: 'pending' as const,
  progress: { done: 0, total: 0, unit: 'turns' },
  configurations: [
    { name: 'only', passed: 0, failed: 0, pending: 0, ...(id === 'run_tried' && { policies: ['Formal'] }) },
  ],
  createdAt: at,
})

beforeAll(async () => {
  gateway = await startTestGateway({ services: [testing] })
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

it.each([
  ['rehearsals/reh_plain/results', 'rehearsals/reh_tried/results'],
  ['rehearsals/reh_plain/export', 'rehearsals/reh_tried/export'],
  ['suites/sui_plain/runs', 'suites/sui_tried/runs'],
  ['suites/sui_plain/runs', 'suites/sui_scenario/runs'],
  ['suites/sui_plain/runs/run_plain', 'suites/sui_plain/runs/run_tried'],
  ['suites/sui_plain/runs/run_plain', 'suites/sui_plain/runs/run_scenario'],
])(
  'what was answered under other policies needs knowledge:read too: %s is readable, %s is not',
  async (plain, tried) => {
    const own = ['policies:read', 'conversations:read'] as const
    const [narrow, wide] = [await makeKey(...own), await makeKey(...own, 'knowledge:read')]
    expect(await ask(narrow, 'GET', `/api/${tried}`)).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await ask(narrow, 'GET', `/api/${plain}`)).status).toBe(200)
    expect((await ask(wide, 'GET', `/api/${tried}`)).status).toBe(200)
  },
)
