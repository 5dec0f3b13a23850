import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

/** Of its own: fifty documents at once would hold up what other files ask. */
const platform = usePlatform({ env: {} })

/** A site that keeps everybody waiting. */
const waiting = new Set<ServerResponse>()
const site = createServer((_, response) => void waiting.add(response))
const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  for (const response of waiting) response.destroy()
  site.close()
})

const untilFinished = (jobId: string) =>
  vi.waitFor(
    async () => {
      const { body } = await platform.api.get(`/api/jobs/${jobId}`)
      expect(body.state).toBe('finished')
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
const filesOf = (count: number, text: (n: number) => string) => {
  const form = new FormData()
  for (let n = 1; n <= count; n++) form.append('files', new Blob([text(n)]), `file-${n}.txt`)
  return form
}
/** As a client should: what a busy store had no time for is sent again, under the same key, and done once. */
const post = (path: string, body: unknown) => {
  const headers = { 'idempotency-key': randomUUID() }
  return vi.waitFor(
    async () => {
      const reply = await platform.api.send('POST', path, { body, headers })
      expect(reply.status).not.toBe(503)
      return reply
    },
    { timeout: 60_000, interval: 1_000 },
  )
}
const bulk = (body: unknown) => post('/api/knowledge/bulk-ingest', body)

test('fifty files are one job that comes to its end; the fifty-first is refused', async () => {
  const { status, body } = await bulk(filesOf(50, (n) => `Locker ${n} stands in corridor ${n * 7}.`))
  expect(status).toBe(202)
  expect(body.accepted).toHaveLength(50)
  const job = await untilFinished(body.jobId)
  expect(job).toMatchObject({ id: body.jobId, total: 50, done: 50, failed: 0 })
  expect(job.items.map(({ sourceId }: any) => sourceId)).toEqual(body.accepted.map(({ sourceId }: any) => sourceId))
  const refused = await bulk(filesOf(51, (n) => `Locker ${n}.`))
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'files' }] } })
  const listed = await platform.api.get('/api/jobs?limit=1')
  expect(listed.body.items).toHaveLength(1)
})

test('a cancelled job ends what has not begun as cancelled, the rest as it ends, and all of it is counted', async () => {
  const paragraph = 'The corridor leads to the lockers, and from there to the garden behind the house. '
  const { status, body } = await bulk(filesOf(50, (n) => `Corridor ${n}.\n\n${paragraph.repeat(150)}`))
  expect(status).toBe(202)
  expect(body.accepted).toHaveLength(50)
  const cancelled = await platform.api.post(`/api/jobs/${body.jobId}/cancel`, {})
  expect(cancelled).toMatchObject({ status: 200, body: { id: body.jobId, total: 50 } })
  const job = await untilFinished(body.jobId)
  expect(job.done + job.failed).toBe(50)
  for (const item of job.items) {
    if (item.status === 'Failed') expect(item).toMatchObject({ error: { code: 'cancelled' } })
    else expect(item.status).toBe('Ready')
  }
  // A quick platform may have begun all of them by then; the next test has what can't begin.
  const cut = job.items.find(({ status }: any) => status === 'Failed')
  if (cut) {
    expect((await platform.api.post(`/api/knowledge/sources/${cut.sourceId}/retry`, {})).status).toBe(202)
    await platform.api.untilReady(cut.sourceId)
  }
  // Once more changes nothing.
  expect((await platform.api.post(`/api/jobs/${body.jobId}/cancel`, {})).status).toBe(200)
})

test('addresses that nobody has fetched yet are cancelled too', async () => {
  const urls = Array.from({ length: 6 }, (_, n) => address(`/page-${n}`))
  const { status, body } = await bulk({ urls: [...urls, 'ftp://x/'], maxPages: 3 })
  expect(status).toBe(202)
  expect(body.accepted.map(({ source }: any) => source)).toEqual(urls)
  expect(body.rejected).toMatchObject([{ source: 'ftp://x/', code: 'invalid_request', reason: expect.any(String) }])
  await vi.waitFor(() => expect(waiting.size).toBeGreaterThan(0), { timeout: 20_000 })
  await platform.api.post(`/api/jobs/${body.jobId}/cancel`, {})
  const job = await untilFinished(body.jobId)
  expect(job).toMatchObject({ total: 6, done: 0, failed: 6 })
  expect(new Set(job.items.map(({ error }: any) => error.code))).toEqual(new Set(['cancelled']))
  const { body: source } = await platform.api.get(`/api/knowledge/sources/${job.items[0].sourceId}`)
  await vi.waitFor(
    async () => expect((await platform.api.get(`/api/crawls/${source.crawlId}`)).body.state).not.toBe('running'),
    { timeout: 20_000, interval: 50 },
  )
})
