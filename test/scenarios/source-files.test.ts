import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let api: ApiClient
const patience = { timeout: 40_000, interval: 50 }

beforeAll(async () => {
  api = await platform.newTenant('source-files')
})

const download = async (path: string) => {
  const reply = await api.request('GET', path)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

test('a file can be sent where nothing but files is taken', async () => {
  const form = new FormData()
  form.set('file', new Blob(['Bicycles park for free.']), 'bicycles.txt')
  form.set('title', 'Bicycles')
  const added = await api.send('POST', '/api/knowledge/files', { body: form })
  expect(added).toMatchObject({ status: 202, body: { type: 'file', title: 'Bicycles', status: 'Processing' } })
  await api.untilReady(added.body.id)
  expect(await api.ask('Do bicycles park for free?')).toMatchObject({ outcome: 'answered' })
  const text = await api.post('/api/knowledge/files', { type: 'manual', title: 'A text', text: 'No file.' })
  expect(text).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
})

test('the original of each version is downloaded as it was uploaded, under its name and type', async () => {
  const html = '<!doctype html><p>Parking is free on weekends.</p><script>alert(1)</script>'
  const { body: source } = await api.upload('Öppet (nu).html', html)
  await api.untilReady(source.id)
  const form = new FormData()
  form.set('file', new Blob(['Parking costs 2 euros.']), 'parking.txt')
  expect((await api.send('PUT', `/api/knowledge/sources/${source.id}`, { body: form })).status).toBe(202)

  const first = await download(`/api/knowledge/sources/${source.id}/versions/1/original`)
  expect(first).toMatchObject({ status: 200, text: html })
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-length': String(Buffer.byteLength(html)),
    'content-disposition': `attachment; filename="_ppet (nu).html"; filename*=UTF-8''%C3%96ppet%20%28nu%29.html`,
    'x-content-type-options': 'nosniff',
  })
  const second = await download(`/api/knowledge/sources/${source.id}/versions/2/original`)
  expect(second).toMatchObject({ status: 200, text: 'Parking costs 2 euros.' })
  expect(second.headers.get('content-disposition')).toBe('attachment; filename="parking.txt"')
  expect((await download(`/api/knowledge/sources/${source.id}/versions/3/original`)).status).toBe(404)

  const text = await api.teach('Hours: 9/18', 'Open from 9 to 18.')
  const manual = await download(`/api/knowledge/sources/${text.id}/versions/1/original`)
  expect(manual).toMatchObject({ status: 200, text: 'Open from 9 to 18.' })
  expect(manual.headers.get('content-disposition')).toBe('attachment; filename="Hours_ 9_18.md"')
})

test('a file that is not what its name says is bytes, and pages of the web have no original', async () => {
  const { body: source } = await api.upload('broken.pdf', 'not a PDF')
  expect((await api.untilProcessed(source.id)).status).toBe('Failed')
  const { headers, status } = await download(`/api/knowledge/sources/${source.id}/versions/1/original`)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  const { body } = await api.post('/api/knowledge/sources', { type: 'url', url: 'http://127.0.0.1:1/' })
  expect((await download(`/api/knowledge/sources/${body.id}/versions/1/original`)).status).toBe(404)
})

test('a source lists the answers that cite it, until they or the source are gone', async () => {
  const source = await api.teach('Kayaks', 'A kayak costs 15 euros an hour. The boat house opens in May.')
  const usage = async (query = '') => (await api.get(`/api/knowledge/sources/${source.id}/usage${query}`)).body
  expect(await usage()).toEqual({ cited: 0, lastCitedAt: null, items: [], nextCursor: null })
  const contact = { email: `kayak-${randomUUID()}@example.com` }
  const ask = (message: string, more = {}) => api.post('/api/chat/message', { message, ...more })
  const first = (await ask('What does a kayak cost an hour?', { contact })).body
  const second = (await ask('When does the boat house open?')).body
  const found = await vi.waitFor(async () => {
    const body = await usage()
    expect(body.cited).toBe(2)
    return body
  }, patience)
  expect(found.items.map(({ messageId }: any) => messageId)).toEqual([second.messageId, first.messageId])
  expect(found.items[1]).toMatchObject({ conversationId: first.conversationId, quote: expect.stringContaining('15') })
  expect(found.lastCitedAt).toBe(found.items[0].at)
  const page = await usage('?limit=1')
  expect(page.items).toEqual([found.items[0]])
  const rest = await usage(`?limit=1&cursor=${page.nextCursor}`)
  expect(rest).toEqual({ ...found, items: [found.items[1]] })

  const { contactId } = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/conversations/${first.conversationId}`)
    expect(body.contactId).toBeDefined()
    return body
  }, patience)
  const { jobId } = (await api.post(`/api/contacts/${contactId}/erase`, {})).body
  await vi.waitFor(async () => {
    expect((await api.get(`/api/contacts/erasures/${jobId}`)).body.state).toBe('finished')
  }, patience)
  expect(await usage()).toEqual({ ...found, cited: 1, items: [found.items[0]] })
  await api.delete(`/api/knowledge/sources/${source.id}`)
  expect((await api.get(`/api/knowledge/sources/${source.id}/usage`)).status).toBe(404)
})

test('a bulk action on sources has a result for each, once for an Idempotency-Key, and stands in the log', async () => {
  const ready = await api.teach('Bulk', 'The bulk store is open.')
  const failed = (await api.upload('bulk.pdf', 'not a PDF')).body
  await api.untilProcessed(failed.id)
  const ids = [ready.id, failed.id, 'src_unknown', ready.id]
  const bulk = (body: object, key?: string) =>
    api.post('/api/knowledge/sources/bulk', body, key ? { 'idempotency-key': key } : undefined)
  const unknown = { id: 'src_unknown', ok: false, code: 'not_found' }

  const tagged = await bulk({ action: 'tag', tag: 'winter', ids })
  const counts = { requested: 3, succeeded: 2, failed: 1 }
  expect(tagged).toMatchObject({ status: 200, body: { action: 'tag', ...counts } })
  expect(tagged.body.results).toEqual([{ id: ready.id, ok: true }, { id: failed.id, ok: true }, unknown])
  const withTag = async () => (await api.get('/api/knowledge/sources?tag=winter')).body.items.length
  expect(await withTag()).toBe(2)
  await bulk({ action: 'untag', tag: 'winter', ids })
  expect(await withTag()).toBe(0)

  const retried = await bulk({ action: 'retry', ids })
  expect(retried.body.results).toEqual([
    { id: ready.id, ok: false, code: 'conflict' },
    { id: failed.id, ok: true },
    unknown,
  ])
  await api.untilProcessed(failed.id)

  const key = randomUUID()
  const deleted = await bulk({ action: 'delete', ids }, key)
  expect(deleted.body).toMatchObject(counts)
  expect((await bulk({ action: 'delete', ids }, key)).body).toEqual(deleted.body)
  expect((await bulk({ action: 'delete', ids })).body).toMatchObject({ succeeded: 0, failed: 3 })
  expect((await api.get(`/api/knowledge/sources/${ready.id}`)).status).toBe(404)
  for (const body of [
    { action: 'tag', ids },
    { action: 'delete', tag: 'x', ids },
    { action: 'delete', ids: [] },
  ])
    expect((await bulk(body)).status).toBe(422)
  await vi.waitFor(async () => {
    const { items } = (await api.get('/api/analytics/log?kind=source')).body
    const actions = items.map(({ action, succeeded }: any) => [action, succeeded])
    for (const line of [
      ['bulk tag', 2],
      ['bulk delete', 2],
    ])
      expect(actions).toContainEqual(line)
  }, patience)
})

test('a file in a doubtful charset is asked about, and is read in the one that somebody names', async () => {
  // ПРОДАЖА ТОВАРОВ in windows-1251.
  const bytes = Buffer.from('cfd0cec4c0c6c020d2cec2c0d0cec2', 'hex')
  const form = (name: string, fields: Record<string, string> = {}) => {
    const made = new FormData()
    for (const [field, value] of Object.entries(fields)) made.set(field, value)
    made.set('file', new Blob([bytes]), name)
    return made
  }
  const path = '/api/knowledge/sources'
  const { body: source } = await api.send('POST', path, { body: form('goods.txt') })
  const until = (id: string, expected: object) =>
    vi.waitFor(async () => expect((await api.get(`${path}/${id}`)).body).toMatchObject(expected), patience)
  await until(source.id, { status: 'Failed', error: { code: 'charset_unknown' } })
  const { candidates } = (await api.get(`${path}/${source.id}`)).body.error
  expect(candidates).toContainEqual({ encoding: 'windows-1251', sample: 'ПРОДАЖА ТОВАРОВ' })
  expect((await api.post(`${path}/${source.id}/retry`, { encoding: 'klingon' })).status).toBe(422)
  expect((await api.post(`${path}/${source.id}/retry`, { encoding: 'windows-1251' })).status).toBe(202)
  await until(source.id, { status: 'Ready', encoding: 'windows-1251' })
  expect((await api.get(`${path}/${source.id}/versions`)).body.items[0].encoding).toBe('windows-1251')

  const named = await api.send('POST', path, { body: form('named.txt', { encoding: 'cp1251' }) })
  await until(named.body.id, { status: 'Ready', encoding: 'windows-1251' })

  const mapping = JSON.stringify({ Name: 'name' })
  const refused = await api.send('POST', '/api/contacts/import', { body: form('people.csv', { mapping }) })
  expect(refused).toMatchObject({ status: 422, body: { code: 'charset_unknown' } })
  expect(refused.body.candidates).toContainEqual({ encoding: 'windows-1251', sample: 'ПРОДАЖА ТОВАРОВ' })
  const taken = await api.send('POST', '/api/contacts/import', {
    body: form('people.csv', { mapping, encoding: 'windows-1251' }),
  })
  expect(taken.status).toBe(202)
})
