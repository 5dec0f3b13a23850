import { createHash } from 'node:crypto'
import { type BodyOf, type ingest as ingestContracts, limits, ServiceError, type Source } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

let added: BodyOf<typeof ingestContracts.queries.sourceAdd>[]
let replaced: BodyOf<typeof ingestContracts.queries.sourceReplace>[]

const shown = (id: string): Source => ({
  id,
  source: 'x',
  title: 'x',
  type: 'file',
  status: 'Processing',
  added: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
  version: 1,
  liveVersion: null,
  versions: 1,
  tags: [],
  metadata: {},
  chunks: 0,
  bytes: 0,
  language: null,
})

/** Takes sources for the test, and refuses one address. */
const ingest = standIn({
  name: 'ingest',
  handlers: {
    ingest: {
      async sourceAdd(body) {
        if (body.content.kind === 'url' && body.content.url.includes('169.254'))
          throw new ServiceError('address_refused')
        added.push(body)
        return shown(`src_${body.operationId}`)
      },
      async sourceReplace(body) {
        if (body.sourceId === 'unknown') throw new ServiceError('not_found')
        replaced.push(body)
        return shown(body.sourceId)
      },
      async jobStart({ items }) {
        const waiting = items.map((item) => ({ ...item, status: 'Processing' as const }))
        const at = '2026-01-01T00:00:00Z'
        return {
          id: 'job_1',
          kind: 'x',
          state: 'running',
          total: items.length,
          done: 0,
          failed: 0,
          createdAt: at,
          items: waiting,
        }
      },
    },
  },
})

let isBusy: boolean

/** Takes attachments for the test, unless it is busy. */
const channels = standIn({
  name: 'channels',
  handlers: {
    channels: {
      async attachmentAdd({ operationId, filename }) {
        if (isBusy) throw new ServiceError('overloaded')
        const file = { filename, contentType: 'text/plain', bytes: 1 }
        return { id: `att_${operationId}`, ...file, expiresAt: '2026-01-02T00:00:00Z' }
      },
    },
  },
})

const gateway = useGateway(
  () => {
    added = []
    replaced = []
    isBusy = false
    return { services: [ingest, channels] }
  },
  { listens: true },
)

type Part = [name: string, value: string | Blob, filename?: string]

function form(...parts: Part[]): FormData {
  const body = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, filename)
  }
  return body
}
const send = async (body: FormData, { path = '/api/knowledge/sources', method = 'POST', key = '' } = {}) => {
  const headers = { 'x-api-key': bootstrapKey, ...(key && { 'idempotency-key': key }) }
  const reply = await fetch(gateway.baseUrl() + path, { method, body, headers })
  return { status: reply.status, body: (await reply.json()) as any }
}
const blobIds = async () => (await Array.fromAsync(gateway.ports.blobs.list('default'))).map(({ id }) => id)
const text = (content: string) => new Blob([content])

it('a file goes into the blob store as it is, whatever the order of the fields', async () => {
  const content = 'Återbetalning sker inom fem dagar.\n'.repeat(1_000)
  for (const parts of [
    [
      ['title', 'Returns'],
      ['file', text(content), 'policy.txt'],
      ['tags', 'a, b'],
    ],
    [
      ['tags', 'a'],
      ['tags', 'b'],
      ['file', text(content), 'policy.txt'],
      ['title', 'Returns'],
    ],
    [
      ['file', text(content), 'policy.txt'],
      ['tags', '["a","b"]'],
      ['title', 'Returns'],
    ],
  ] satisfies Part[][]) {
    expect((await send(form(...parts))).status).toBe(202)
  }
  expect(added).toHaveLength(3)
  for (const { content: stored, title, tags } of added) {
    expect([title, tags]).toEqual(['Returns', ['a', 'b']])
    if (stored.kind !== 'file') throw new Error('not a file')
    expect(stored.filename).toBe('policy.txt')
    expect(stored.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(Buffer.from(await gateway.ports.blobs.read('default', stored.blobId)).toString()).toBe(content)
  }
})

it('names keep their letters and lose their folders', async () => {
  for (const name of ['Övriga frågor åäö.txt', '../../etc/passwd.txt', 'C:\\docs\\plan.txt']) {
    await send(form(['file', text('x'), name]))
  }
  expect(added.map(({ content }) => (content as { filename: string }).filename)).toEqual([
    'Övriga frågor åäö.txt',
    'passwd.txt',
    'plan.txt',
  ])
})

it('20 MB is taken; one byte more is 413, names the limit, and the connection works on', async () => {
  const whole = new Blob([new Uint8Array(limits.fileBytes)])
  expect((await send(form(['file', whole, 'a.pdf']))).status).toBe(202)
  const over = new Blob([new Uint8Array(limits.fileBytes + 1)])
  const refused = await send(form(['file', over, 'a.pdf'], ['title', 'after the file']))
  expect(refused.status).toBe(413)
  expect(refused.body).toMatchObject({ code: 'payload_too_large' })
  expect(refused.body.detail).toContain('20 MB')
  expect(await blobIds()).toHaveLength(1)
  expect((await fetch(`${gateway.baseUrl()}/healthz`)).status).toBe(200)
})

it('what says that it is far too large is refused before it is read', async () => {
  const body = new Blob([new Uint8Array(30 * 1024 * 1024)])
  expect((await send(form(['file', body, 'a.pdf']))).status).toBe(413)
  expect(await blobIds()).toEqual([])
})

it('an empty file, no file, two files, a wrong type and unknown fields each have their reply and leave nothing', async () => {
  const file: Part = ['file', text('x'), 'a.txt']
  expect(await send(form(['file', text(''), 'a.txt']))).toMatchObject({ status: 422, body: { code: 'empty_document' } })
  expect(await send(form(['title', 'x']))).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'file', message: 'A file part is required.' }] },
  })
  expect(await send(form(file, file))).toMatchObject({ status: 422, body: { errors: [{ path: 'file' }] } })
  expect(await send(form(['file', text('x'), 'a.exe']))).toMatchObject({ status: 415 })
  expect(await send(form(['file', text('x'), 'noextension']))).toMatchObject({ status: 415 })
  const faulty = await send(form(['title', ' '], ['colour', 'red'], ['document', text('x'), 'a.txt']))
  expect(faulty.status).toBe(422)
  expect(faulty.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['colour', 'document', 'title'])
  expect(added).toEqual([])
  expect(await blobIds()).toEqual([])
})

it('a field must be UTF-8, in which U+FFFD is a character like any other', async () => {
  const sendTitle = async (title: Buffer, contentType = '') => {
    const head = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"`
    const body = Buffer.concat([
      Buffer.from(`${head('title')}${contentType && `\r\ncontent-type: ${contentType}`}\r\n\r\n`),
      title,
      Buffer.from(`\r\n${head('file')}; filename="a.txt"\r\n\r\nx\r\n--x--\r\n`),
    ])
    const headers = { 'x-api-key': bootstrapKey, 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await fetch(`${gateway.baseUrl()}/api/knowledge/sources`, { method: 'POST', body, headers })
    return { status: reply.status, body: (await reply.json()) as any }
  }
  const cutOff = Buffer.from('Övrigt').subarray(0, 1)
  for (const bytes of [Buffer.from([0xff]), cutOff, Buffer.from('Överlåtelse', 'latin1')]) {
    for (const contentType of ['', 'text/plain', 'text/plain; charset=utf-8']) {
      expect(await sendTitle(bytes, contentType)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'title', message: 'Must be UTF-8.' }] },
      })
    }
  }
  expect(await blobIds()).toEqual([])
  for (const title of ['What does \ufffd mean?', 'Övriga frågor 🙂']) {
    expect((await sendTitle(Buffer.from(title))).status).toBe(202)
    expect(added.at(-1)!.title).toBe(title)
  }
})

it('a field has at most 64 KB and a form at most 100 fields', async () => {
  const file: Part = ['file', text('x'), 'a.txt']
  expect(await send(form(['title', 'x'.repeat(64 * 1024 + 1)], file))).toMatchObject({
    status: 422,
    body: { errors: expect.arrayContaining([{ path: 'title', message: 'May have at most 65536 bytes.' }]) },
  })
  const tags = (count: number) => form(file, ...Array.from({ length: count }, (_, i): Part => ['tags', `t${i % 20}`]))
  expect(await send(tags(101))).toMatchObject({ status: 413, body: { detail: 'The form has too many parts.' } })
  expect((await send(tags(100))).body.detail).not.toBe('The form has too many parts.')
  expect(added.length).toBeLessThanOrEqual(1)
})

it('where nothing but a form is taken, another type is 415, none is 422, and both say what is', async () => {
  const post = async (init: RequestInit) => {
    const headers = { 'x-api-key': bootstrapKey, ...init.headers }
    const reply = await fetch(`${gateway.baseUrl()}/api/contacts/import`, { ...init, method: 'POST', headers })
    return { status: reply.status, body: (await reply.json()) as any }
  }
  const detail = expect.stringMatching(/`file`: \.csv \.tsv \.txt$/)
  const json = { 'content-type': 'application/json' }
  for (const body of ['{}', '{"file":"x"}', '']) {
    expect(await post({ body, headers: json })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type', detail },
    })
  }
  expect(await post({})).toMatchObject({
    status: 422,
    body: { code: 'invalid_request', detail, errors: [{ path: 'file' }] },
  })
  const sheet = await send(form(['file', text('x'), 'people.xlsx']), { path: '/api/contacts/import' })
  expect(sheet).toMatchObject({
    status: 415,
    body: { detail: expect.stringMatching(/Supported are: \.csv \.tsv \.txt$/) },
  })
})

it('a form that is cut off is 400', async () => {
  const payload = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it'
  for (const [contentType, status] of [
    ['multipart/form-data; boundary=x', 400],
    ['multipart/form-data', 400],
  ] as const) {
    const reply = await gateway.ask({
      method: 'POST',
      url: '/api/knowledge/sources',
      body: payload,
      headers: { 'content-type': contentType },
    })
    expect(reply.statusCode, contentType).toBe(status)
    expect(reply.json().code).toBe('malformed_request')
  }
  expect(await blobIds()).toEqual([])
})

it('the same upload under one Idempotency-Key is added once and stored once; another file is 422', async () => {
  const first = await send(form(['file', text('one'), 'a.txt']), { key: 'k' })
  const again = await send(form(['file', text('one'), 'a.txt']), { key: 'k' })
  expect(again).toEqual(first)
  expect((await send(form(['file', text('two'), 'a.txt']), { key: 'k' })).body.code).toBe('idempotency_key_reused')
  expect(added).toHaveLength(1)
  expect(await blobIds()).toHaveLength(1)
})

it('a manual text is stored like a file, and nothing but spaces is an empty document', async () => {
  const ask = (body: object) => gateway.ask({ method: 'POST', url: '/api/knowledge/sources', body })
  expect((await ask({ type: 'manual', title: 'Hours', text: 'Vi har öppet.' })).statusCode).toBe(202)
  const { content } = added[0]!
  if (content.kind !== 'manual') throw new Error('not a text')
  expect(Buffer.from(await gateway.ports.blobs.read('default', content.blobId)).toString()).toBe('Vi har öppet.')
  expect((await ask({ type: 'manual', title: 'Hours', text: ' \n' })).json().code).toBe('empty_document')
  expect((await ask({ type: 'url', url: 'ftp://example.com/' })).statusCode).toBe(422)
  expect((await ask({ type: 'url', url: 'https://example.com/', maxPages: 101 })).statusCode).toBe(422)
  expect((await ask({ type: 'fax', title: 'x' })).statusCode).toBe(422)
})

it('replacing content is a new version (202); an unknown source is 404 and leaves no blob', async () => {
  const put = (path: string) => send(form(['file', text('new'), 'a.txt']), { method: 'PUT', path })
  expect((await put('/api/knowledge/sources/src_1')).status).toBe(202)
  expect(replaced[0]).toMatchObject({ sourceId: 'src_1', content: { kind: 'file', filename: 'a.txt' } })
  expect((await put('/api/knowledge/sources/unknown')).status).toBe(404)
  expect(await blobIds()).toHaveLength(1)
  const both = { text: 'x', title: 'y' }
  for (const body of [{}, both]) {
    const reply = await gateway.ask({ method: 'PUT', url: '/api/knowledge/sources/src_1', body })
    expect(reply.statusCode, JSON.stringify(body)).toBe(422)
  }
})

it('each file of a bulk request is accepted or rejected by itself, with code and reason', async () => {
  const over = new Blob([new Uint8Array(limits.fileBytes + 1)])
  const body = form(
    ['files', text('one'), 'one.txt'],
    ['files', text(''), 'empty.txt'],
    ['files', over, 'large.pdf'],
    ['files', text('x'), 'tool.exe'],
    ['files', text('two'), 'two.md'],
    ['tags', 'bulk'],
  )
  const reply = await send(body, { path: '/api/knowledge/bulk-ingest' })
  expect(reply.status).toBe(202)
  expect(reply.body.jobId).toBe('job_1')
  expect(reply.body.accepted.map(({ source }: { source: string }) => source)).toEqual(['one.txt', 'two.md'])
  expect(reply.body.rejected.map(({ source, code }: { source: string; code: string }) => [source, code])).toEqual([
    ['empty.txt', 'empty_document'],
    ['large.pdf', 'payload_too_large'],
    ['tool.exe', 'unsupported_media_type'],
  ])
  expect(added.map(({ tags }) => tags)).toEqual([['bulk'], ['bulk']])
  expect(await blobIds()).toHaveLength(2)
})

it('51 files are refused whole, 50 are taken', async () => {
  const many = (count: number) =>
    form(...Array.from({ length: count }, (_, i): Part => ['files', text(`file ${i}`), `${i}.txt`]))
  const refused = await send(many(51), { path: '/api/knowledge/bulk-ingest' })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'files' }] } })
  expect(await blobIds()).toEqual([])
  const taken = await send(many(50), { path: '/api/knowledge/bulk-ingest' })
  expect(taken.body.accepted).toHaveLength(50)
})

it('each address of a bulk request is accepted or rejected by itself', async () => {
  const urls = ['https://example.com/a', 'not an address', 'http://169.254.169.254/', 'file:///etc/passwd']
  const reply = await gateway.ask({ method: 'POST', url: '/api/knowledge/bulk-ingest', body: { urls } })
  expect(reply.statusCode).toBe(202)
  expect(reply.json().accepted.map(({ source }: { source: string }) => source)).toEqual(['https://example.com/a'])
  expect(reply.json().rejected.map(({ source, code }: { source: string; code: string }) => [source, code])).toEqual([
    ['not an address', 'invalid_request'],
    ['file:///etc/passwd', 'invalid_request'],
    ['http://169.254.169.254/', 'address_refused'],
  ])
})

it('nothing stays of an attachment that nobody had time for; the same request again brings it', async () => {
  const upload = () => send(form(['file', text('x'), 'a.txt']), { path: '/api/attachments', key: 'attachment' })
  isBusy = true
  expect(await upload()).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  expect(await blobIds()).toEqual([])
  isBusy = false
  expect(await upload()).toMatchObject({ status: 201, body: { filename: 'a.txt' } })
  expect(await blobIds()).toHaveLength(1)
})
