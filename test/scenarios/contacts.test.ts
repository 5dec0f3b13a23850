import { expect, test, vi } from 'vitest'
import { apiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 20_000, interval: 100 }

test('contacts are kept, found and imported over the API, and conversations name theirs', async () => {
  const api = await platform.newTenant('book')
  const made = await api.post('/api/contacts', { name: 'Anna Berg', email: 'anna@example.com', tags: ['vip'] })
  expect(made).toMatchObject({ status: 201, body: { name: 'Anna Berg', email: 'anna@example.com', tags: ['vip'] } })
  const twice = await api.post('/api/contacts', { email: 'ANNA@example.com' })
  expect(twice).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await api.post('/api/contacts', { tags: [] })).status).toBe(422)

  const { body: answer } = await api.post('/api/chat/message', {
    message: 'Where is my parcel?',
    contact: { email: 'anna@example.com' },
  })
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/conversations?contactId=${made.body.id}`)
    expect(body.items.map(({ id }: any) => id)).toEqual([answer.conversationId])
  }, waiting)

  const form = new FormData()
  const rows = 'Name,Mail,Note\nBo,bo@example.com,=1+1\nAnna,anna@example.com,\nNobody,nowhere,\n'
  form.append('file', new Blob([rows]), 'people.csv')
  form.append('mapping', JSON.stringify({ Name: 'name', Mail: 'email', Note: 'attributes.note' }))
  form.append('onDuplicate', 'skip')
  form.append('dryRun', 'false')
  const started = await api.send('POST', '/api/contacts/import', { body: form })
  expect(started.status).toBe(202)
  const { jobId } = started.body
  const job = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/jobs/${jobId}`)
    expect(body.state).toBe('finished')
    return body
  }, waiting)
  expect(job).toMatchObject({ total: 3, done: 2, failed: 1, verdicts: { created: 1, duplicate: 1, rejected: 1 } })
  expect(job.items.map(({ verdict }: any) => verdict)).toEqual(['created', 'duplicate', 'rejected'])
  expect((await api.get('/api/jobs')).body.items.map(({ id }: any) => id)).toContain(jobId)
  const rejected = (await api.get(`/api/contacts/imports/${jobId}/rejected`)).body
  expect(rejected.split('\r\n')[0]).toBe('Name,Mail,Note,row,reasons')
  expect(rejected.split('\r\n')[1]).toMatch(/^Nobody,nowhere,,3,/)

  const exported = (await api.get('/api/contacts/export?fields=name,email,attributes.note&format=csv')).body
  expect(exported.split('\r\n').toSorted()).toEqual(
    ['', "Bo,bo@example.com,'=1+1", 'Anna Berg,anna@example.com,', 'name,email,attributes.note'].toSorted(),
  )
  expect((await api.get('/api/contacts/export?format=json&fields=name')).body).toEqual(
    expect.arrayContaining([{ name: 'Bo' }, { name: 'Anna Berg' }]),
  )
  // Every field: held to the document, like every reply.
  const fields = 'id,name,email,phone,externalId,tags,attributes.note,blocked,createdAt,updatedAt'
  const { status, body: all } = await api.get(`/api/contacts/export?format=json&fields=${fields}`)
  expect(status, JSON.stringify(all)).toBe(200)
  expect(all).toContainEqual(expect.objectContaining({ name: 'Bo', tags: [], 'attributes.note': '=1+1' }))

  expect((await api.post(`/api/contacts/imports/${jobId}/undo`, {})).status).toBe(202)
  await vi.waitFor(async () => expect((await api.get(`/api/jobs/${jobId}`)).body.undo).toBe('finished'), waiting)
  expect((await api.get('/api/contacts')).body.items.map(({ name }: any) => name)).toEqual(['Anna Berg'])

  const asked = await api.post('/api/contacts/bulk', { action: 'delete', filter: { tag: 'vip' } })
  expect(asked.body.contacts).toEqual([{ id: made.body.id, name: 'Anna Berg', email: 'anna@example.com' }])
  expect((await api.get('/api/contacts')).body.items).toHaveLength(1)
  const deleted = await api.post('/api/contacts/bulk', { action: 'delete', confirm: asked.body.confirm })
  expect(deleted.body).toMatchObject({ requested: 1, succeeded: 1, failed: 0 })
  expect((await api.get(`/api/contacts/${made.body.id}`)).status).toBe(404)
})

test('an export is imported as what it was exported from, and bare quotes are read', async () => {
  const api = await platform.newTenant('round-trip')
  const own = [
    {
      name: '=cmd|calc',
      email: 'a@example.com',
      tags: ['a, b', '5" disk', 'vip'],
      attributes: { note: '\u200b=1+A1' },
    },
    { name: '＝SUM(A1)', phone: '+46 70-123 45 67', tags: [], attributes: { note: "'=quoted" } },
    { name: 'x;=1\ty', phone: '+46701234568', tags: ['=tag'], attributes: { note: '-5' } },
    { name: "'+46701234569", externalId: '@crm', tags: [], attributes: { note: 'two\nlines, "so"' } },
  ]
  for (const contact of own) expect(await api.post('/api/contacts', contact)).toMatchObject({ status: 201 })
  const fields = ['name', 'email', 'phone', 'externalId', 'tags', 'attributes.note']
  const all = async () =>
    (await api.get('/api/contacts')).body.items
      .map(({ name, email, phone, externalId, tags, attributes }: any) => ({
        ...{ name, email, phone, externalId, tags, attributes },
      }))
      .toSorted((a: any, b: any) => (a.name < b.name ? -1 : 1))
  const before = await all()
  const { body: file } = await api.get(`/api/contacts/export?fields=${fields.join(',')}&format=csv`)
  expect(file).toContain('+46701234568')
  for (const { id } of (await api.get('/api/contacts')).body.items) await api.delete(`/api/contacts/${id}`)

  async function load(csv: string, mapping: object) {
    const form = new FormData()
    form.append('file', new Blob([csv]), 'people.csv')
    form.append('mapping', JSON.stringify(mapping))
    const { body } = await api.send('POST', '/api/contacts/import', { body: form })
    await vi.waitFor(async () => {
      const job = (await api.get(`/api/jobs/${body.jobId}`)).body
      expect(job).toMatchObject({ state: 'finished', failed: 0 })
    }, waiting)
  }
  await load(file, Object.fromEntries(fields.map((field) => [field, field])))
  expect(await all()).toEqual(before)

  await load('Name;Mail\nThe 5" disk shop;disk@example.com\n', { Name: 'name', Mail: 'email' })
  expect((await api.get('/api/contacts?q=disk')).body.items).toMatchObject([{ name: 'The 5" disk shop' }])
})

test('a key for contacts alone follows its imports', async () => {
  const api = await platform.newTenant('scopes')
  const { body: made } = await api.post('/api/api-keys', { name: 'crm', scopes: ['contacts'] })
  const books = apiClient(() => platform.baseUrl, made.key)
  const form = new FormData()
  form.append('file', new Blob(['Mail\nbo@example.com\n']), 'people.csv')
  form.append('mapping', JSON.stringify({ Mail: 'email' }))
  const { body: started } = await books.send('POST', '/api/contacts/import', { body: form })
  expect((await books.get(`/api/jobs/${started.jobId}`)).status).toBe(403)
  await vi.waitFor(async () => {
    const { body } = await books.get(`/api/contacts/imports/${started.jobId}`)
    expect(body).toMatchObject({ state: 'finished', done: 1 })
  }, waiting)
})

test('rejected rows are imported again and again; attributes with dots come in and go out', async () => {
  const api = await platform.newTenant('rounds')
  async function importOf(csv: string, mapping: object): Promise<{ job: any; rejected: string }> {
    const form = new FormData()
    form.append('file', new Blob([csv]), 'people.csv')
    form.append('mapping', JSON.stringify(mapping))
    const { body } = await api.send('POST', '/api/contacts/import', { body: form })
    const job = await vi.waitFor(async () => {
      const read = (await api.get(`/api/jobs/${body.jobId}`)).body
      expect(read.state).toBe('finished')
      return read
    }, waiting)
    return { job, rejected: (await api.get(`/api/contacts/imports/${body.jobId}/rejected`)).body }
  }
  const mapping = { Mail: 'email', row: 'attributes.seat.row' }
  for (const [header, shown] of [
    ['Mail,Size', 'Mail,Size,row,reasons'],
    ['row,Mail', 'row,Mail,import row,reasons'],
  ] as const) {
    let csv = `${header}\nnowhere,7\n`
    for (let round = 0; round < 3; round++) {
      const { job, rejected } = await importOf(csv, { Mail: 'email' })
      expect(job).toMatchObject({ total: 1, failed: 1, verdicts: { rejected: 1 } })
      expect(rejected.split('\r\n')[0]).toBe(shown)
      csv = rejected
    }
  }

  expect((await importOf('row,Mail\n12,anna@example.com\n', mapping)).job.verdicts.created).toBe(1)
  const exported = (await api.get('/api/contacts/export?fields=email,attributes.seat.row')).body
  expect(exported).toBe('email,attributes.seat.row\r\nanna@example.com,12\r\n')
  const form = new FormData()
  form.append('file', new Blob(['Mail\nbo@example.com\n']), 'people.csv')
  form.append('mapping', JSON.stringify({ Mail: 'attributes.__proto__' }))
  expect(await api.send('POST', '/api/contacts/import', { body: form })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'mapping.Mail', message: 'No attribute can be named __proto__.' }] },
  })
  const lost = new FormData()
  lost.append('file', new Blob(['Mail,__proto__\nbo@example.com,x\n']), 'people.csv')
  lost.append('mapping', '{"Mail":"email","__proto__":"attributes.note"}')
  expect(await api.send('POST', '/api/contacts/import', { body: lost })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'mapping', message: 'No field can be named __proto__.' }] },
  })
})
