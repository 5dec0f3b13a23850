import { describe, expect, test } from 'vitest'
import { apiClient, hasDocuments, noDocuments, type Reply, realDocument } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const mb = 1024 * 1024

/** A refusal as every client may expect it. */
function expectProblem({ status, headers, body }: Reply, wanted: { status: number; code: string }) {
  expect({ status, code: body.code }, JSON.stringify(body)).toEqual(wanted)
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(headers.get('x-request-id')).toBe(body.requestId)
  expect(body).toMatchObject({ type: expect.any(String), title: expect.any(String), detail: expect.any(String) })
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:\d+|zod|sqlite/i)
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

describe('a message', () => {
  test.each([
    ['of no characters', { message: '' }, 422],
    ['of 8,001 characters', { message: 'a'.repeat(8_001) }, 422],
    ['that is missing', {}, 422],
    ['that is no text', { message: 42 }, 422],
    ['with a field that nobody knows', { message: 'Hello', mesage: 'Hello' }, 422],
  ])('%s is refused, and names the field', async (_, body, status) => {
    const reply = await platform.api.post('/api/chat/message', body)
    expectProblem(reply, { status, code: 'invalid_request' })
    expect(reply.body.errors[0]).toMatchObject({ path: expect.stringMatching(/^mes/), message: expect.any(String) })
  })

  test('of 8,000 characters is taken', async () => {
    const { status } = await platform.api.post('/api/chat/message', { message: 'word '.repeat(1_600) })
    expect(status).toBe(200)
  })

  test('names every fault at once', async () => {
    const { body } = await platform.api.post('/api/chat/message', {
      message: '',
      channel: 'fax',
      contact: { email: 'x' },
    })
    expect(body.errors.map((fault: any) => fault.path).sort()).toEqual(['channel', 'contact.email', 'message'])
  })

  test('in a conversation that does not exist is 404', async () => {
    const reply = await platform.api.post('/api/chat/message', { message: 'Hello', conversationId: 'cnv_nowhere' })
    expectProblem(reply, { status: 404, code: 'not_found' })
  })

  test('in JSON that is cut off is malformed', async () => {
    const reply = await platform.api.send('POST', '/api/chat/message', { body: '{"message": "Hel' })
    expectProblem(reply, { status: 400, code: 'malformed_request' })
  })
})

test('no key and a wrong key are 401, in both forms', async () => {
  const nobody = apiClient(platform.baseUrl, undefined)
  expectProblem(await nobody.get('/api/knowledge/sources'), { status: 401, code: 'unauthenticated' })
  const forms: Record<string, string>[] = [{ 'x-api-key': 'fd_live_wrong' }, { authorization: 'Bearer fd_live_wrong' }]
  for (const headers of forms) {
    expectProblem(await nobody.get('/api/knowledge/sources', headers), { status: 401, code: 'unauthenticated' })
  }
  const bearer = await nobody.get('/api/knowledge/sources', { authorization: `Bearer ${platform.apiKey}` })
  expect(bearer.status).toBe(200)
})

describe('an upload', () => {
  test('without a file part is refused', async () => {
    const form = new FormData()
    form.set('title', 'No file')
    const reply = await platform.api.send('POST', '/api/knowledge/sources', { body: form })
    expectProblem(reply, { status: 422, code: 'invalid_request' })
  })

  test('of 20 MB and one byte is too large, of 20 MB it is taken', async () => {
    const { api } = platform
    const reply = await api.upload('large.txt', new Uint8Array(20 * mb + 1).fill(97))
    expectProblem(reply, { status: 413, code: 'payload_too_large' })
    const most = await api.upload('most.txt', new Uint8Array(20 * mb).fill(97))
    expect(most.status).toBe(202)
    await api.delete(`/api/knowledge/sources/${most.body.id}`)
  })

  test.each([
    ['empty.txt', new Uint8Array(0), ['empty_document']],
    ['blank.md', Buffer.from(' \n\n \t'), ['empty_document', 'no_text']],
    [
      'picture.pdf',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      ['damaged_document', 'unsupported_media_type'],
    ],
    ['program.exe', Buffer.from('MZ\u0000\u0001'), ['unsupported_media_type']],
    ['noise.docx', Buffer.from('PK\u0003\u0004 not a zip at all'), ['damaged_document']],
  ])('%s is refused at once or ends Failed, with a code that fits', async (name, bytes, codes) => {
    const { api } = platform
    const reply = await api.upload(name, bytes)
    if (reply.status !== 202) {
      expect(codes).toContain(reply.body.code)
      return expectProblem(reply, { status: reply.status, code: reply.body.code })
    }
    const source = await api.untilProcessed(reply.body.id)
    expect(source).toMatchObject({ status: 'Failed', liveVersion: null })
    expect(codes).toContain(source.error.code)
  })

  test.each([
    ['utf16.txt', utf16('Smörgåsar serveras till klockan 22.'), 'Smörgåsar serveras'],
    ['latin1.txt', Buffer.from('Räksmörgås kostar 95 kronor på kvällen.', 'latin1'), 'Räksmörgås kostar'],
    ['bom.csv', Buffer.from('\ufeffrätt,pris\n"Soppa, stor","95\nkronor"\n'), 'Soppa, stor'],
    ['wide.csv', Buffer.from(`name,text\nlong,"${'lång cell '.repeat(100_000)}"\n`), 'lång cell'],
  ])('%s is read with its letters right', async (name, bytes, words) => {
    const { api } = platform
    const { body } = await api.upload(name, bytes)
    const source = await api.untilReady(body.id)
    const chunks = await api.chunks(source.id)
    expect(chunks.map(({ text }) => text).join('\n')).toContain(words)
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(800)
    await api.delete(`/api/knowledge/sources/${source.id}`)
  })

  test.skipIf(!hasDocuments)(
    `a truncated PDF ends Failed as damaged${hasDocuments ? '' : ` (${noDocuments})`}`,
    async () => {
      const { api } = platform
      const { bytes } = await realDocument('pdflatex-4-pages.pdf')
      const { body } = await api.upload('cut.pdf', bytes.subarray(0, bytes.length / 3))
      const source = await api.untilProcessed(body.id)
      expect(source).toMatchObject({ status: 'Failed', error: { code: 'damaged_document' } })
    },
  )
})

test('a route that does not exist is 404, a method that a route does not take 405', async () => {
  const { api } = platform
  expectProblem(await api.get('/api/nowhere'), { status: 404, code: 'not_found' })
  expectProblem(await api.delete('/api/chat/message'), { status: 405, code: 'method_not_allowed' })
})

test('a limit of 0 or 101, and a cursor that we never gave, are refused', async () => {
  const { api } = platform
  for (const query of ['limit=0', 'limit=101', 'limit=many', 'cursor=nonsense', 'colour=red']) {
    expectProblem(await api.get(`/api/knowledge/sources?${query}`), { status: 422, code: 'invalid_request' })
  }
})

test('the platform is ready after all of this', async () => {
  expect((await apiClient(platform.baseUrl, undefined).get('/readyz')).status).toBe(200)
})
