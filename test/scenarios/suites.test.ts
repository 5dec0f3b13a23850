import { beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let sourceId: string

const weapons = {
  name: 'No weapons',
  type: 'Topic Filter',
  mode: 'Pre-generation',
  config: { topics: [{ name: 'weapons', phrases: ['firearm'] }] },
}
const due = {
  message: 'When is an invoice due?',
  expect: {
    outcome: 'answered',
    source: 'Invoices',
    contains: ['30 days'],
    notContains: '60 days',
    minConfidence: 0.2,
  },
}
const addressee = { message: 'Whom do I write to about an invoice?', expect: { contains: 'anna.berg@example.com' } }
const content = {
  name: 'Invoices',
  description: 'What every release must answer.',
  scenarios: [
    { name: 'Due dates', turns: [due, addressee] },
    {
      name: 'Weapons',
      policies: [weapons],
      turns: [
        {
          message: 'Do you sell firearms?',
          expect: { outcome: 'blocked', policy: 'Topic Filter', reason: 'weapons', maxConfidence: 0 },
        },
      ],
    },
  ],
}

const make = async (body: object): Promise<any> => {
  const made = await platform.api.post('/api/suites', body)
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  return made.body
}
/** Runs a suite to its end. */
async function run(suiteId: string, body: object = {}): Promise<any> {
  const { api } = platform
  const started = await api.post(`/api/suites/${suiteId}/run`, body)
  expect(started, JSON.stringify(started.body)).toMatchObject({ status: 202, body: { state: 'running', suiteId } })
  expect(started.body.jobId).toBe(started.body.id)
  return vi.waitFor(
    async () => {
      const { body: found } = await api.get(`/api/suites/${suiteId}/runs/${started.body.id}`)
      expect(found.state).toBe('finished')
      return found
    },
    { timeout: 30_000, interval: 50 },
  )
}

beforeAll(async () => {
  const source = await platform.api.teach(
    'Invoices',
    'Write to anna.berg@example.com about an invoice. An invoice is due after 30 days.',
  )
  sourceId = source.id
})

test('a suite is made, read, listed, changed and deleted', async () => {
  const { api } = platform
  const made = await make(content)
  expect(made).toMatchObject({ ...content, scenarios: [content.scenarios[0], { name: 'Weapons' }] })
  expect((await api.get(`/api/suites/${made.id}`)).body).toEqual(made)
  expect((await api.get('/api/suites')).body).toEqual({ items: [made], nextCursor: null })

  const renamed = await api.send('PATCH', `/api/suites/${made.id}`, { body: { name: 'Billing', description: null } })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Billing', scenarios: made.scenarios } })
  expect(renamed.body).not.toHaveProperty('description')
  await run(made.id)
  expect((await api.delete(`/api/suites/${made.id}`)).status).toBe(204)
  expect((await api.get(`/api/suites/${made.id}`)).status).toBe(404)
  expect((await api.get(`/api/suites/${made.id}/runs`)).status).toBe(404)
})

test('a run has a verdict for each scenario, turn and expectation, with what was expected and what came', async () => {
  const { api } = platform
  const wrong = { ...due, expect: { ...due.expect, outcome: 'escalated', contains: ['30 days', '90 days'] } }
  const { id } = await make({
    ...content,
    scenarios: [...content.scenarios, { name: 'Wrong', turns: [addressee, wrong] }],
  })
  const before = await api.get('/api/conversations')
  const first = await run(id)
  expect(first).toMatchObject({
    verdict: 'failed',
    progress: { done: 5, total: 5, unit: 'turns' },
    configurations: [{ name: 'current', passed: 2, failed: 1, pending: 0 }],
    scenarios: [
      { name: 'Due dates', verdict: 'passed', differences: [] },
      { name: 'Weapons', verdict: 'passed' },
      { name: 'Wrong', verdict: 'failed' },
    ],
  })
  const [answered] = first.scenarios[0].configurations[0].turns
  expect(answered).toMatchObject({ message: due.message, verdict: 'passed', outcome: 'answered' })
  expect(answered.sources).toEqual([{ sourceId, title: 'Invoices' }])
  expect(answered.expectations.map(({ expectation }: any) => expectation)).toEqual([
    'outcome',
    'contains',
    'notContains',
    'source',
    'minConfidence',
  ])
  const [passed, failed] = first.scenarios[2].configurations[0].turns
  expect(passed.verdict).toBe('passed')
  expect(failed.expectations.filter((each: any) => !each.passed)).toEqual([
    { expectation: 'outcome', expected: 'escalated', came: 'answered', passed: false },
    { expectation: 'contains', expected: '90 days', came: failed.content, passed: false },
  ])
  expect((await api.get('/api/conversations')).body).toEqual(before.body)
  const job = { id: first.id, kind: 'suite-run', state: 'finished', total: 5, done: 5, failed: 0 }
  expect((await api.get(`/api/jobs/${first.id}`)).body).toMatchObject(job)
  expect((await api.get('/api/jobs?limit=1')).body.items).toMatchObject([job])

  const second = await run(id)
  const runs = await api.get(`/api/suites/${id}/runs`)
  expect(runs.body).toEqual({ items: [second, first], nextCursor: null })
  const [page, rest] = [await api.get(`/api/suites/${id}/runs?limit=1`), runs.body.items]
  expect(page.body.items).toEqual([rest[0]])
  const next = await api.get(`/api/suites/${id}/runs?limit=1&cursor=${encodeURIComponent(page.body.nextCursor)}`)
  expect(next.body.items).toEqual([rest[1]])
})

test('two configurations are compared, scenario by scenario', async () => {
  const { id } = await make(content)
  const hides = { name: 'Hides', type: 'PII Filter', mode: 'Post-generation', config: { kinds: ['email'] } }
  const compared = await run(id, { configurations: [{ name: 'now' }, { name: 'hidden', policies: [hides] }] })
  expect(compared).toMatchObject({
    verdict: 'failed',
    progress: { done: 6, total: 6 },
    configurations: [
      { name: 'now', passed: 2, failed: 0 },
      { name: 'hidden', policies: ['Hides'], passed: 0, failed: 2 },
    ],
  })
  const [dates, weaponry] = compared.scenarios
  expect(dates.configurations.map(({ name, verdict }: any) => [name, verdict])).toEqual([
    ['now', 'passed'],
    ['hidden', 'failed'],
  ])
  expect(dates.differences).toContainEqual({
    turn: 2,
    field: 'policies',
    values: { now: 'none', hidden: 'Hides (change)' },
  })
  expect(weaponry.differences).toContainEqual({
    turn: 1,
    field: 'outcome',
    values: { now: 'blocked', hidden: expect.not.stringContaining('blocked') },
  })
})

test('a scenario goes on as a conversation does: once it is handed over, nobody answers it here', async () => {
  const { id } = await make({
    name: 'Hand-over',
    scenarios: [
      {
        name: 'Handed over',
        threshold: 1,
        turns: [
          { ...due, expect: { outcome: 'escalated', reason: 'low_confidence' } },
          { message: 'Hello?', expect: { outcome: 'waiting' } },
        ],
      },
    ],
  })
  expect(await run(id)).toMatchObject({ verdict: 'passed' })
  expect(await run(id, { threshold: 0 })).toMatchObject({ verdict: 'failed', configurations: [{ threshold: 0 }] })
})

test('the YAML of a suite makes the same suite again', async () => {
  const { api } = platform
  const made = await make(content)
  const file = await api.get(`/api/suites/${made.id}?format=yaml`)
  expect(file.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
  expect(file.body).toContain('name: Invoices\ndescription: What every release must answer.\nscenarios:\n')
  expect(file.body).not.toContain(made.id)
  const again = await make(parse(file.body))
  expect(again).toEqual({ ...made, id: again.id, createdAt: again.createdAt, updatedAt: again.updatedAt })
  expect(again.id).not.toBe(made.id)
})

test('what is wrong with a suite or a run is told all at once', async () => {
  const { api } = platform
  const bad = await api.post('/api/suites', {
    name: '',
    scenarios: [
      { name: 'Twice', turns: [{ message: 'Hi', expect: { outcome: 'happy', minConfidence: 2 } }] },
      { name: 'Twice', turns: [], tempo: 'fast' },
    ],
  })
  expect(bad).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  expect(bad.body.errors.map(({ path }: any) => path).sort()).toEqual([
    'name',
    'scenarios.0.turns.0.expect.minConfidence',
    'scenarios.0.turns.0.expect.outcome',
    'scenarios.1.tempo',
    'scenarios.1.turns',
  ])
  const never = { ...weapons, config: { topics: [{ name: 'none', phrases: ['?'] }] } }
  const scenarios = [{ name: 'One', turns: [{ message: 'Hi' }], policies: [weapons, never] }]
  const useless = await api.post('/api/suites', { name: 'Useless', scenarios })
  expect(useless.body.errors.map(({ path }: any) => path)).toEqual(['scenarios.0.policies.1.config.topics.0.phrases.0'])

  const { id } = await make(content)
  const both = await api.post(`/api/suites/${id}/run`, {
    threshold: 0.5,
    configurations: [{ name: 'a' }, { name: 'a' }],
  })
  expect(both.body.errors.map(({ path }: any) => path)).toEqual(['configurations', 'configurations.1.name'])
  const wrong = await api.post(`/api/suites/${id}/run`, { policies: [never] })
  expect(wrong.body.errors.map(({ path }: any) => path)).toEqual(['policies.0.config.topics.0.phrases.0'])
})
