import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let api: ApiClient
let sourceId: string

const waiting = { timeout: 30_000, interval: 50 }
const due = 'When is an invoice due?'
const parking = 'Is parking free for guests?'

/** Starts a rehearsal and follows it to its end. */
async function rehearse(body: object, who: ApiClient = api): Promise<any> {
  const started = await who.post('/api/rehearsals', body)
  expect(started, JSON.stringify(started.body)).toMatchObject({ status: 202, body: { state: 'running' } })
  expect(started.body.jobId).toBe(started.body.id)
  return vi.waitFor(async () => {
    const { body: found } = await who.get(`/api/rehearsals/${started.body.id}`)
    expect(found.finishedAt).toEqual(expect.any(String))
    return found
  }, waiting)
}
const resultsOf = async ({ id }: { id: string }, query = '', who: ApiClient = api): Promise<any[]> =>
  (await who.get(`/api/rehearsals/${id}/results${query}`)).body.items

beforeAll(async () => {
  api = await platform.newTenant('rehearsals')
  sourceId = (await api.teach('Invoices', 'An invoice is due after 30 days.')).id
  await api.teach('Parking', 'Parking is free for guests on weekends.')
  await api.ask(parking)
  await api.ask(due)
  // A question is recorded soon after it was answered.
  await vi.waitFor(
    async () => expect((await rehearse({ settings: { languages: [] } })).progress.total).toBe(2),
    waiting,
  )
})

test('a new text of a source is tried on real questions, while customers still get what is live', async () => {
  const text = 'An invoice is due after 90 days.'
  const finished = await rehearse({ name: 'Longer terms', questions: 10, source: { sourceId, text } })
  expect(finished).toMatchObject({
    name: 'Longer terms',
    state: 'finished',
    progress: { done: 2, total: 2, unit: 'questions' },
    tried: { source: { sourceId } },
    skipped: 0,
  })
  const results = await resultsOf(finished)
  expect(results.map(({ position, question }) => [position, question])).toEqual([
    [1, due],
    [2, parking],
  ])
  const [changed, same] = results
  expect(changed.before).toMatchObject({ outcome: 'answered', sources: [{ sourceId, title: 'Invoices' }] })
  expect(changed.before.content).toContain('30 days')
  expect(changed.after).toMatchObject({ outcome: 'answered', sources: [{ sourceId, title: 'Invoices' }] })
  expect(changed.after.content).toContain('90 days')
  expect(changed.changes).toContain('content')
  expect(same).toMatchObject({ verdict: 'same', changes: [] })
  // The last decimals follow the statistics of the index, which a server renews when it likes.
  const confidence = expect.closeTo(same.before.confidence, 2)
  expect(same.after).toEqual({ ...same.before, confidence })
  expect(await resultsOf(finished, '?verdict=same')).toEqual([same])
  const first = (await api.get(`/api/rehearsals/${finished.id}/results?limit=1`)).body
  expect(first.items).toEqual([changed])
  const next = await api.get(`/api/rehearsals/${finished.id}/results?limit=1&cursor=${first.nextCursor}`)
  expect(next.body).toEqual({ items: [same], nextCursor: null })

  expect((await api.ask(due)).content).toContain('30 days')
  const source = (await api.get(`/api/knowledge/sources/${sourceId}`)).body
  expect(source).toMatchObject({ version: 1, liveVersion: 1, versions: 1 })
  const found = (await api.get(`/api/search?q=${encodeURIComponent(due)}`)).body
  expect(JSON.stringify(found)).toContain('30 days')
  expect(JSON.stringify(found)).not.toContain('90 days')
})

test('a stored version is tried before it is restored', async () => {
  const { id } = await api.teach('Shoes', 'We sell vegan shoes in Lund.')
  const question = 'Where do you sell vegan shoes?'
  await api.ask(question)
  const replaced = await api.send('PUT', `/api/knowledge/sources/${id}`, { body: { text: 'Boats are for hire.' } })
  expect(replaced.status).toBe(202)
  await vi.waitFor(async () => {
    expect((await api.get(`/api/knowledge/sources/${id}`)).body).toMatchObject({ liveVersion: 2, status: 'Ready' })
  }, waiting)
  const finished = await rehearse({ source: { sourceId: id, version: 1 } })
  const [result] = (await resultsOf(finished)).filter((each) => each.question === question)
  expect(result).toMatchObject({ verdict: 'better', before: { outcome: 'escalated' }, after: { outcome: 'answered' } })
  expect(result.after.content).toContain('Lund')
  for (const [source, path] of [
    [{ sourceId: id, version: 9 }, 'source.version'],
    [{ sourceId: 'src_none', text: 'Anything.' }, 'source.sourceId'],
  ]) {
    const refused = await api.post('/api/rehearsals', { source })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path }] } })
  }
})

test('policies and settings are tried together; nothing else of the tenant changes', async () => {
  const topics = [{ name: 'invoices', phrases: ['invoice'] }]
  const policies = [{ name: 'No invoices', type: 'Topic Filter', mode: 'Pre-generation', config: { topics } }]
  const before = await Promise.all(
    ['/api/conversations', '/api/policies', '/api/settings', '/api/usage'].map(
      async (path) => (await api.get(path)).body,
    ),
  )
  const texts = { en: { handedOver: 'Somebody calls you.' } }
  const finished = await rehearse({ policies, settings: { escalationThreshold: 1, texts } })
  expect(finished.tried).toEqual({ policies: ['No invoices'], settings: { escalationThreshold: 1, texts } })
  const results = await resultsOf(finished, '?verdict=worse')
  expect(results.find(({ question }) => question === due)).toMatchObject({
    changes: ['blocked', 'policies'],
    after: { outcome: 'blocked', policies: [{ name: 'No invoices', decision: 'block' }] },
  })
  expect(results.find(({ question }) => question === parking)).toMatchObject({
    changes: ['escalated'],
    after: { outcome: 'escalated', content: 'Somebody calls you.' },
  })
  const after = await Promise.all(
    ['/api/conversations', '/api/policies', '/api/settings', '/api/usage'].map(
      async (path) => (await api.get(path)).body,
    ),
  )
  expect(after).toEqual(before)
})

test('a rehearsal is a job that is listed, cancelled, exported and deleted', async () => {
  const body = { name: '=Careful', settings: { escalationThreshold: 1 } }
  const finished = await rehearse(body)
  const job = { id: finished.id, kind: 'rehearsal', state: 'finished', done: finished.progress.total, failed: 0 }
  expect((await api.get(`/api/jobs/${finished.id}`)).body).toMatchObject(job)
  expect((await api.get('/api/jobs?limit=1')).body.items).toMatchObject([job])
  expect((await api.get('/api/rehearsals?limit=1')).body.items).toEqual([finished])
  expect((await api.post(`/api/jobs/${finished.id}/cancel`, undefined)).body).toMatchObject(job)

  const path = `/api/rehearsals/${finished.id}`
  const lines = await (await api.request('GET', `${path}/export?format=jsonl&verdict=worse`)).text()
  const worse = await resultsOf(finished, '?verdict=worse')
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(worse)
  const csv = await api.request('GET', `${path}/export`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const rows = (await csv.text()).trimEnd().split('\r\n')
  expect(rows[0]).toContain('question,verdict,changes,before.outcome')
  expect(rows).toHaveLength(1 + finished.progress.total)

  expect((await api.delete(path)).status).toBe(204)
  expect((await api.get(path)).status).toBe(404)
  expect((await api.get(`${path}/results`)).status).toBe(404)
  expect((await api.post('/api/rehearsals', {})).status).toBe(422)
})

test('what a contact asked is gone from every rehearsal when the contact is erased', async () => {
  const own = await platform.newTenant('rehearsals-erased')
  await own.teach('Invoices', 'An invoice is due after 30 days.')
  const email = 'eva.lind@example.com'
  await own.ask(due, { contact: { email } })
  const finished = await vi.waitFor(async () => {
    const found = await rehearse({ settings: { escalationThreshold: 1 } }, own)
    expect(found.progress.total).toBe(1)
    return found
  }, waiting)
  expect(await resultsOf(finished, '', own)).toHaveLength(1)
  const [contact] = (await own.get(`/api/contacts?email=${email}`)).body.items
  const data = (await own.get(`/api/contacts/${contact.id}/data`)).body
  expect(data.conversations[0].rehearsals).toMatchObject([
    { rehearsalId: finished.id, question: due, before: { outcome: 'answered' }, after: { outcome: 'escalated' } },
  ])
  const { jobId } = (await own.post(`/api/contacts/${contact.id}/erase`, {})).body
  await vi.waitFor(async () => expect((await own.get(`/api/jobs/${jobId}`)).body.state).toBe('finished'), waiting)
  expect(await resultsOf(finished, '', own)).toEqual([])
  const again = await rehearse({ settings: { escalationThreshold: 1 } }, own)
  expect(again.progress.total).toBe(0)
})
