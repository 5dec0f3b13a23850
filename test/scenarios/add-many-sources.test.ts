import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const site = createServer((request, response) => {
  if (request.url !== '/hours') return void response.writeHead(404).end('Not here')
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<html lang="en"><head><title>Museum hours</title></head><body><nav>Home Shop</nav><main>
    <h1>Museum hours</h1><p>The museum opens at 10 and closes at 17, on Thursdays at 21. It is closed on Mondays, and
    admission is free for everyone under nineteen years of age on every day of the year.</p></main></body></html>`)
})
const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)))
afterAll(() => void site.close())

const untilFinished = (jobId: string) =>
  vi.waitFor(
    async () => {
      const { body } = await platform.api.get(`/api/jobs/${jobId}`)
      expect(body.state).toBe('finished')
      return body
    },
    { timeout: 40_000, interval: 50 },
  )

test('many files in one request: a job counts them, and each has its own end', async () => {
  const form = new FormData()
  for (let i = 1; i <= 8; i++) form.append('files', new Blob([`Room ${i} holds ${i * 3} paintings.`]), `room-${i}.txt`)
  form.append('files', new Blob(['%PDF-1.4 but nothing more']), 'broken.pdf')
  form.append('files', new Blob(['MZ']), 'program.exe')
  const { status, body } = await platform.api.send('POST', '/api/knowledge/bulk-ingest', { body: form })
  expect(status).toBe(202)
  expect(body.accepted).toHaveLength(9)
  expect(body.rejected).toMatchObject([{ source: 'program.exe', code: 'unsupported_media_type' }])

  const job = await untilFinished(body.jobId)
  expect(job).toMatchObject({ total: 9, done: 8, failed: 1 })
  const failed = job.items.filter((item: any) => item.status === 'Failed')
  expect(failed).toMatchObject([{ source: 'broken.pdf', error: { code: 'damaged_document' } }])
  expect((await platform.api.ask('How many paintings does room 7 hold?')).content).toContain('21 paintings')
})

test('a web page becomes a source, without its navigation, and answers with its address', async () => {
  const { api } = platform
  const { status, body } = await api.post('/api/knowledge/sources', { type: 'url', url: address('/hours') })
  expect({ status, body }).toMatchObject({ status: 202, body: { type: 'url', source: address('/hours') } })
  const source = await api.untilReady(body.id)
  expect(source.title).toBe('Museum hours')
  const text = (await api.chunks(source.id)).map((chunk) => chunk.text).join('\n')
  expect(text).not.toContain('Home Shop')

  const answer = await api.ask('When does the museum close on Thursdays?')
  expect(answer.content).toContain('21')
  expect(answer.sources[0]).toMatchObject({ sourceId: source.id, url: address('/hours') })
  const crawl = await api.get(`/api/crawls/${source.crawlId}`)
  expect(crawl.body).toMatchObject({ state: 'finished', pages: [{ url: address('/hours'), status: 'fetched' }] })
})

test.each([
  ['a page that is not there', () => address('/nowhere'), 'fetch_failed'],
  ['an address of the cloud metadata service', () => 'http://169.254.169.254/latest/meta-data/', 'address_refused'],
  ['a private address', () => 'http://10.0.0.1/', 'address_refused'],
])('%s is refused at once or ends Failed with its reason', async (_, url, code) => {
  const { api } = platform
  const { status, body } = await api.post('/api/knowledge/sources', { type: 'url', url: url() })
  if (status !== 202) return expect(body.code).toBe(code)
  const source = await api.untilProcessed(body.id)
  expect(source).toMatchObject({ status: 'Failed', error: { code } })
})

test('a source that failed is processed again on request, and only then', async () => {
  const { api } = platform
  const { body: added } = await api.post('/api/knowledge/sources', { type: 'url', url: address('/nowhere') })
  await api.untilProcessed(added.id)
  const retried = await api.post(`/api/knowledge/sources/${added.id}/retry`, {})
  expect(retried).toMatchObject({ status: 202, body: { status: 'Processing' } })
  await api.untilProcessed(added.id)
  const ready = await api.teach('Cloakroom', 'The cloakroom is free.')
  expect(await api.post(`/api/knowledge/sources/${ready.id}/retry`, {})).toMatchObject({ status: 409 })
})
