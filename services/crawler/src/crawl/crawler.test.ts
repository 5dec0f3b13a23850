import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Blobs } from '@frontdesk/blobs'
import { limits } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import type { SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestStore, startTestCrawler } from '../../testing/start-test-crawler.ts'
import { crawlerService } from '../service.ts'
import { newPage, pageIdOf } from './frontier.ts'

type Route = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let base: string
let routes: Record<string, Route>
let requests: IncomingMessage[]
let robotsRequests: IncomingMessage[]
let dir: string
let blobs: Blobs
let store: SqliteStore
let now: number
const running: { stop(): Promise<unknown> }[] = []

beforeEach(async () => {
  routes = {}
  requests = []
  robotsRequests = []
  now = Date.parse('2026-03-01T12:00:00Z')
  server = createServer((request, response) => {
    const isRobots = request.url === '/robots.txt'
    ;(isRobots ? robotsRequests : requests).push(request)
    if (isRobots && !routes['/robots.txt']) return void response.writeHead(404).end()
    routes[request.url!]?.(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  dir = await mkdtemp(join(tmpdir(), 'crawler-'))
  ;({ store, blobs } = openTestStore(dir))
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await store.close()
  await blobs.close()
  await rm(dir, { recursive: true })
})

async function start({ env = {}, allow }: { env?: Record<string, string>; allow?: string[] } = {}) {
  const each = await startTestCrawler({ store, blobs, env, ...(allow && { allow }), clock: { now: () => now } })
  running.push(each)
  return each
}
type Started = Awaited<ReturnType<typeof start>>

async function outcome({ finished }: Started) {
  await vi.waitFor(() => expect(finished).toHaveLength(1), 5_000)
  return finished[0]!
}
const page: Route = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Delivery</h1>')

describe('a page', () => {
  it('is fetched into a blob, by an honest user agent, and told', async () => {
    routes['/delivery'] = page
    const crawl = await start()
    await crawl.request(`${base}/delivery`)
    const { pages, ...rest } = await outcome(crawl)
    expect(rest).toEqual({ sourceId: 'src_1', version: 1, crawlId: 'crl_1' })
    expect(pages).toEqual([
      {
        url: `${base}/delivery`,
        blobId: expect.any(String),
        contentType: 'text/html; charset=utf-8',
        bytes: 17,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    expect(Buffer.from(await blobs.read('acme', pages[0]!.blobId)).toString()).toBe('<h1>Delivery</h1>')
    expect(requests[0]!.headers['user-agent']).toBe('Frontdesk/0.1.0 (+https://help.example/)')
    expect(requests[0]!.headers.accept).toContain('application/pdf')
    expect(await crawl.read()).toEqual({
      ...{ id: 'crl_1', sourceId: 'src_1', url: `${base}/delivery`, state: 'finished', maxPages: 1 },
      ...{ createdAt: '2026-03-01T12:00:00.000Z', finishedAt: '2026-03-01T12:00:00.000Z', nextCursor: null },
      counts: { queued: 0, fetched: 1, failed: 0, skipped: 0, noText: 0 },
      pages: [
        {
          ...{ url: `${base}/delivery`, status: 'fetched', httpStatus: 200, depth: 0 },
          ...{ contentType: 'text/html; charset=utf-8', bytes: 17 },
        },
      ],
    })
  })

  it('behind redirects comes with the address it was found at', async () => {
    routes['/old'] = (_request, response) => response.writeHead(301, { location: '/new' }).end()
    routes['/new'] = page
    const crawl = await start()
    await crawl.request(`${base}/old`)
    expect((await outcome(crawl)).pages[0]!.url).toBe(`${base}/new`)
  })

  it('asked for again is not fetched again', async () => {
    routes['/'] = page
    const crawl = await start()
    await crawl.request(`${base}/`)
    await outcome(crawl)
    await crawl.request(`${base}/`)
    await crawl.request(`${base}/`, { crawlId: 'crl_2', version: 2 })
    await vi.waitFor(() => expect(crawl.finished.map(({ crawlId }) => crawlId)).toContain('crl_2'))
    expect(crawl.finished).toHaveLength(2)
    expect(requests).toHaveLength(2)
  })
})

describe('a page that can not be had', () => {
  const plain =
    (status: number, headers: Record<string, string> = {}): Route =>
    (_request, response) =>
      void response.writeHead(status, headers).end()
  const cases: [string, Route, string, string][] = [
    ['that is not there', plain(404), 'fetch_failed', 'The page answered 404 Not Found.'],
    ['that is an image', plain(200, { 'content-type': 'image/png' }), 'unsupported_media_type', 'image/png'],
    ['without a type', plain(200), 'unsupported_media_type', 'no type'],
    ['that leads inside', plain(302, { location: 'http://169.254.169.254/' }), 'address_refused', 'link-local'],
    ['that asks for an hour', plain(503, { 'retry-after': '3600' }), 'fetch_failed', '503 Service Unavailable'],
  ]
  it.each(cases)('%s fails at once, with the reason', async (_name, route, code, words) => {
    routes['/'] = route
    const crawl = await start()
    await crawl.request(`${base}/`)
    const { pages, error } = await outcome(crawl)
    expect(pages).toEqual([])
    expect(error).toEqual({ code, message: expect.stringContaining(words) })
    expect(requests).toHaveLength(1)
    expect((await crawl.read()).pages).toMatchObject([{ status: 'failed', reason: error!.message }])
  })

  it('because its address is refused is never asked for', async () => {
    const crawl = await start({ allow: [] })
    await crawl.request(`${base}/`)
    expect((await outcome(crawl)).error).toMatchObject({ code: 'address_refused' })
    expect(requests).toHaveLength(0)
  })

  it('because its address holds a password is never asked for, nor its robots.txt', async () => {
    routes['/'] = page
    const crawl = await start()
    await crawl.request(`${base.replace('//', '//anna:secret@')}/`)
    expect((await outcome(crawl)).error).toMatchObject({ code: 'address_refused' })
    expect([...requests, ...robotsRequests]).toEqual([])
  })

  it('because it is over 20 MB says so; one of 20 MB is fetched', async () => {
    const send =
      (bytes: number): Route =>
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.alloc(bytes, 'x'))
    routes['/large'] = send(limits.fileBytes + 1)
    routes['/fits'] = send(limits.fileBytes)
    const crawl = await start()
    await crawl.request(`${base}/large`)
    expect((await outcome(crawl)).error).toEqual({
      code: 'payload_too_large',
      message: 'The page is larger than 20 MB.',
    })
    await crawl.request(`${base}/fits`, { crawlId: 'crl_2' })
    await vi.waitFor(() => expect(crawl.finished[1]?.pages[0]?.bytes).toBe(limits.fileBytes), 5_000)
  })

  it('for the moment is tried again, not before its time, and then had', async () => {
    const replies: Route[] = [plain(503), plain(429, { 'retry-after': '30' }), page]
    routes['/'] = (request, response) => replies.shift()!(request, response)
    const crawl = await start()
    await crawl.request(`${base}/`)
    await vi.waitFor(async () =>
      expect((await crawl.read()).pages[0]).toMatchObject({ httpStatus: 503, status: 'queued' }),
    )
    now += 1_250
    await vi.waitFor(() => expect(requests).toHaveLength(2), 3_000)
    await vi.waitFor(async () => expect((await crawl.read()).pages[0].httpStatus).toBe(429))
    now += 29_999
    // Twice a second a sweep looks what is due, so it has looked by the end of this.
    await expect(vi.waitFor(() => expect(requests).toHaveLength(3), 700)).rejects.toThrow()
    now += 1
    expect((await outcome(crawl)).error).toBeUndefined()
    expect(requests).toHaveLength(3)
  })

  it('after every attempt fails with the last reason: a status, or silence', async () => {
    routes['/down'] = plain(502)
    routes['/silent'] = () => {}
    const crawl = await start({ env: { CRAWL_TIMEOUT_MS: '100' } })
    await crawl.request(`${base}/down`)
    await crawl.request(`${base}/silent`, { crawlId: 'crl_2', sourceId: 'src_2' })
    await vi.waitFor(() => {
      now += 25_000
      expect(crawl.finished).toHaveLength(2)
    }, 8_000)
    const messages = crawl.finished.map(({ error }) => error!.message).sort()
    expect(messages).toEqual([
      'The host did not answer completely within 0.1 s (timeout).',
      'The page answered 502 Bad Gateway.',
    ])
    expect(requests).toHaveLength(8)
  })
})

describe('after a stop', () => {
  it('a page in hand is handed back, and fetched by the next process without waiting', async () => {
    routes['/'] = () => {}
    const first = await start()
    await first.request(`${base}/`)
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    await first.stop()
    routes['/'] = page
    const second = await start()
    expect((await outcome(second)).pages).toHaveLength(1)
    expect(first.finished).toHaveLength(0)
  })

  it('that gave no warning, the page is taken over when its lease ends', async () => {
    const documents = sqliteDocuments(store)
    const { crawls, pages } = crawlerService.collections
    await (await documents.collection(pages)).insert('acme', pageIdOf('crl_1', `${base}/`), {
      ...newPage('crl_1', { url: `${base}/`, depth: 0 }, 0),
      attempts: 1,
    })
    await (await documents.collection(crawls)).insert('acme', 'crl_1', {
      ...{ sourceId: 'src_1', version: 1, url: `${base}/`, maxPages: 1, createdAt: '2026-03-01T12:00:00.000Z' },
      state: 'running',
      dueAt: now + 5_000,
      claim: 'of a process that died',
    })
    routes['/'] = page
    const crawl = await start()
    await crawl.request(`${base}/`)
    await expect(vi.waitFor(() => expect(requests).toHaveLength(1), 700)).rejects.toThrow()
    now += 5_000
    expect((await outcome(crawl)).pages).toHaveLength(1)
  })
})

describe('a deleted source', () => {
  it('takes its crawls and their blobs along, also the page that was on its way', async () => {
    routes['/done'] = page
    let answer: (() => void) | undefined
    routes['/late'] = (request, response) => {
      answer = () => page(request, response)
    }
    const crawl = await start()
    await crawl.request(`${base}/done`)
    await outcome(crawl)
    await crawl.request(`${base}/late`, { crawlId: 'crl_2', version: 2 })
    await vi.waitFor(() => expect(answer).toBeDefined())
    await crawl.forget('src_1')
    await vi.waitFor(async () => await expect(crawl.read()).rejects.toMatchObject({ code: 'not_found' }))
    const left = () => Array.fromAsync(blobs.list('acme'))
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    const stored = vi.spyOn(blobs, 'put')
    answer!()
    await vi.waitFor(() => expect(stored).toHaveBeenCalled())
    await stored.mock.results[0]!.value
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    expect(crawl.finished).toHaveLength(1)
  })
})
