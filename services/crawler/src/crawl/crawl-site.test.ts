import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestStore, startTestCrawler } from '../../testing/start-test-crawler.ts'

type Reply = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
type Route = Reply | string | ((request: IncomingMessage, response: ServerResponse) => Reply | string | undefined)

let server: Server
let base: string
let routes: Record<string, Route>
let requests: { path: string; headers: IncomingMessage['headers'] }[]
let dir: string
let shared: ReturnType<typeof openTestStore>
let now: number
const running: { stop(): Promise<unknown> }[] = []

function answer(request: IncomingMessage, response: ServerResponse): void {
  requests.push({ path: request.url!, headers: request.headers })
  const route = routes[request.url!]
  const reply = typeof route === 'function' ? route(request, response) : route
  if (reply === undefined && route !== undefined) return
  const {
    status = reply === undefined ? 404 : 200,
    headers = {},
    body = '',
  } = typeof reply === 'string' ? { body: reply } : (reply ?? {})
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
}

beforeEach(async () => {
  routes = {}
  requests = []
  now = Date.parse('2026-03-01T12:00:00Z')
  server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  dir = await mkdtemp(join(tmpdir(), 'crawl-'))
  shared = openTestStore(dir)
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await shared.store.close()
  await shared.blobs.close()
  await rm(dir, { recursive: true })
})

async function start(env: Record<string, string> = {}) {
  const crawler = await startTestCrawler({ ...shared, env, clock: { now: () => now } })
  running.push(crawler)
  return crawler
}
type Crawler = Awaited<ReturnType<typeof start>>
const ended = async ({ finished }: Crawler, crawls = 1) => {
  await vi.waitFor(() => expect(finished).toHaveLength(crawls))
  return finished.at(-1)!
}
/** Until the reply for a page is stored: from when its site is left alone is known by then. */
const noted = (crawler: Crawler, path: string, what: object) =>
  vi.waitFor(async () => {
    const { pages } = await crawler.read()
    expect(pages.find(({ url }: any) => url === base + path)).toMatchObject(what)
  })
/** Crawls from an address and tells what became of each page, by its path. */
async function crawl(
  path = '/',
  { maxPages = 20, env = {} }: { maxPages?: number; env?: Record<string, string> } = {},
) {
  const crawler = await start(env)
  await crawler.request(`${base}${path}`, { maxPages })
  const end = await ended(crawler)
  const { pages } = await crawler.read()
  const of = (path: string) => pages.find(({ url }: any) => url === `${base}${path}`)
  return { crawler, end, of, got: end.pages.map(({ url }) => url.slice(base.length)) }
}
const asked = () => requests.map(({ path }) => path).filter((path) => path !== '/robots.txt')
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">${href}</a>`).join('')

describe('robots.txt', () => {
  it('is asked for once, before anything else, and obeyed', async () => {
    routes['/robots.txt'] = 'user-agent: frontdesk\ndisallow: /b\n\nuser-agent: *\ndisallow: /'
    routes['/'] = links('/a', '/b')
    routes['/a'] = links('/b')
    const { got, of } = await crawl()
    expect(got).toEqual(['/', '/a'])
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/', '/a'])
    expect(of('/b')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('robots.txt') })
  })

  it('that forbids the start ends the crawl with that reason, and nothing is fetched', async () => {
    routes['/robots.txt'] = 'user-agent: *\ndisallow: /'
    const { end } = await crawl()
    expect(end).toMatchObject({ pages: [], error: { code: 'robots_disallowed' } })
    expect(asked()).toEqual([])
  })

  it.each([401, 403, 404, 410, 418])('that answers %i allows everything', async (status) => {
    routes['/robots.txt'] = { status, body: 'user-agent: *\ndisallow: /' }
    routes['/'] = 'start'
    expect((await crawl()).got).toEqual(['/'])
  })

  it.each([503, 429])('that answers %i forbids everything, for as long as it is so', async (status) => {
    routes['/robots.txt'] = { status }
    routes['/'] = 'start'
    const crawler = await start()
    await crawler.request(`${base}/`)
    await vi.waitFor(() => {
      now += 25_000
      expect(crawler.finished).toHaveLength(1)
    }, 8_000)
    expect(crawler.finished[0]!.error).toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining(`answered ${status}`),
    })
    expect(asked()).toEqual([])
    expect(requests).toHaveLength(4)
  })

  it('that comes back is read, and the crawl goes on', async () => {
    let isDown = true
    routes['/robots.txt'] = () => (isDown ? { status: 503 } : 'user-agent: *\ndisallow: /b')
    routes['/'] = links('/a', '/b')
    routes['/a'] = 'a'
    const crawler = await start()
    await crawler.request(`${base}/`, { maxPages: 9 })
    await noted(crawler, '/', { reason: expect.stringContaining('503') })
    await vi.waitFor(() => expect(crawler.told.at(-1)).toEqual({ done: 1, total: 4, unit: 'attempts' }))
    isDown = false
    now += 1_500
    expect((await ended(crawler)).pages).toHaveLength(2)
  })

  it('is followed over five redirects, and counts as missing after more', async () => {
    const chain = (length: number) => {
      routes['/robots.txt'] = { status: 301, headers: { location: '/r1' } }
      for (let i = 1; i < length; i++) routes[`/r${i}`] = { status: 302, headers: { location: `/r${i + 1}` } }
      routes[`/r${length}`] = 'user-agent: *\ndisallow: /'
    }
    routes['/'] = 'start'
    chain(5)
    const { crawler, end } = await crawl()
    expect(end.error).toMatchObject({ code: 'robots_disallowed' })
    chain(6)
    await crawler.request(`${base}/`, { crawlId: 'crl_2' })
    expect((await ended(crawler, 2)).pages).toHaveLength(1)
  })

  it('that asks for a delay gets it', async () => {
    routes['/robots.txt'] = 'user-agent: *\ncrawl-delay: 20'
    routes['/'] = links('/a')
    routes['/a'] = 'a'
    const crawler = await start()
    await crawler.request(`${base}/`, { maxPages: 9 })
    await noted(crawler, '/', { status: 'fetched' })
    expect(asked()).toEqual(['/'])
    now += 14_000
    await expect(vi.waitFor(() => expect(asked().length).toBe(2), 800)).rejects.toThrow()
    now += 6_000
    expect((await ended(crawler)).pages).toHaveLength(2)
  })
})

describe('redirects', () => {
  it('are asked of robots.txt again', async () => {
    routes['/robots.txt'] = 'user-agent: *\ndisallow: /secret'
    routes['/'] = links('/a')
    routes['/a'] = { status: 302, headers: { location: '/secret' } }
    routes['/secret'] = 'secret'
    const { got, of } = await crawl()
    expect([got, asked()]).toEqual([['/'], ['/', '/a']])
    expect(of('/secret')).toMatchObject({ status: 'skipped' })
  })

  it('of the start take the crawl along to where they lead; links to its old address are not followed twice', async () => {
    routes['/'] = { status: 301, headers: { location: '/en/' } }
    routes['/en/'] = links('/', '/en', 'a')
    routes['/en/a'] = links('/')
    expect((await crawl()).got).toEqual(['/en/', '/en/a'])
    expect(asked()).toEqual(['/', '/en/', '/en/a'])
  })

  it('to a refused address open no socket to it', async () => {
    routes['/'] = links('/a')
    routes['/a'] = { status: 302, headers: { location: base.replace('127.0.0.1', '127.0.0.2') } }
    const { of } = await crawl()
    expect(of('/a')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('another site') })
  })
})

describe('pages that are the same', () => {
  it('by what they say is their address are one, under that address', async () => {
    routes['/'] = links('/b', '/print/a')
    routes['/print/a'] = '<link rel="canonical" href="/a">text of a'
    routes['/a'] = '<link rel="canonical" href="/a">text of a, itself'
    routes['/b'] = { headers: { link: '</a>; rel="canonical"' }, body: 'text of a, by header' }
    expect((await crawl()).got).toEqual(['/', '/a'])
  })

  it('keep their own address where the one that they name is not to be had, or elsewhere', async () => {
    routes['/'] = links('/a', '/c')
    routes['/a'] = '<link rel="canonical" href="/lost">text'
    routes['/c'] = '<link rel="canonical" href="https://other.example/c">other text'
    expect((await crawl()).got).toEqual(['/', '/a', '/c'])
  })

  it('word for word are one, and where the others lead is not looked at', async () => {
    routes['/'] = links('/a', '/b')
    for (const path of ['/a', '/b', '/x/c', '/x/x/c']) routes[path] = '<a href="x/c">again</a>'
    const { got, of } = await crawl()
    expect(got).toEqual(['/', '/a'])
    expect(of('/b').reason).toContain('/a, word for word')
    expect(asked()).toEqual(['/', '/a', '/b', '/x/c'])
  })
})

describe('what is asked for', () => {
  it('ends at maxPages; what is left says so', async () => {
    routes['/'] = links('/a', '/b', '/c')
    for (const path of ['/a', '/b', '/c']) routes[path] = path
    const { crawler, got, of } = await crawl('/', { maxPages: 3 })
    expect(got).toEqual(['/', '/a', '/b'])
    expect(of('/c')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('limit of 3 pages') })
    expect((await crawler.read()).counts).toEqual({ queued: 0, fetched: 3, failed: 0, skipped: 1, noText: 0 })
    const first = await crawler.read('crl_1', { limit: 3 })
    const rest = await crawler.read('crl_1', { limit: 3, cursor: first.nextCursor })
    expect([first.pages.length, rest.pages.length, rest.nextCursor]).toEqual([3, 1, null])
  })

  it('are documents too, and what is neither page nor document is left out', async () => {
    routes['/'] = links('/a.pdf', '/b.docx', '/c', '/d.zip', '/e')
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    routes['/a.pdf'] = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' }
    routes['/b.docx'] = { headers: { 'content-type': docx }, body: 'PK' }
    routes['/c'] = { headers: { 'content-type': 'video/mp4' }, body: 'film' }
    routes['/e'] = { headers: { 'x-robots-tag': 'noindex' }, body: 'hidden' }
    const { end, of } = await crawl()
    expect(end.pages.map(({ contentType }) => contentType)).toEqual(['text/html', 'application/pdf', docx])
    expect(of('/c')).toMatchObject({ status: 'failed', reason: expect.stringContaining('video/mp4') })
    expect(of('/e')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('noindex') })
    expect(asked()).not.toContain('/d.zip')
  })

  it('may be packed in every way that we say we can unpack', async () => {
    const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }
    routes['/'] = links(...Object.keys(packed).map((name) => `/${name}`))
    for (const [name, pack] of Object.entries(packed))
      routes[`/${name}`] = { headers: { 'content-encoding': name }, body: pack(Buffer.from(links(`/from-${name}`))) }
    for (const name of Object.keys(packed)) routes[`/from-${name}`] = `from ${name}`
    expect((await crawl()).got).toHaveLength(9)
    const offered = requests[1]!.headers['accept-encoding']
    for (const name of Object.keys(packed)) expect(offered).toContain(name)
  })

  it('is asked again when the site says when, and not before', async () => {
    routes['/'] = links('/busy', '/down', '/broken')
    const replies = [{ status: 429, headers: { 'retry-after': '20' } }, 'well again']
    routes['/busy'] = () => replies.shift()!
    routes['/down'] = { status: 503 }
    routes['/broken'] = { status: 500 }
    const crawler = await start()
    await crawler.request(`${base}/`, { maxPages: 9 })
    await noted(crawler, '/busy', { reason: expect.stringContaining('429') })
    expect(asked()).toEqual(['/', '/busy'])
    now += 19_999
    await expect(vi.waitFor(() => expect(asked()).toHaveLength(3), 800)).rejects.toThrow()
    now += 10_000
    expect((await ended(crawler)).pages.map(({ url }) => url.slice(base.length))).toEqual(['/', '/busy'])
    expect(asked().sort()).toEqual(['/', '/broken', '/busy', '/busy', '/down'])
  })
})

describe('a sitemap', () => {
  const urlset = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${base}${path}</loc></url>`).join('')}</urlset>`

  it('gives the pages it names, of this site, and no others', async () => {
    routes['/sitemap.xml'] = {
      headers: { 'content-type': 'application/xml' },
      body: urlset('/a', '/b').replace('</urlset>', '<url><loc>https://other.example/</loc></url></urlset>'),
    }
    routes['/a'] = links('/linked')
    routes['/b'] = 'b'
    const { got, of } = await crawl('/sitemap.xml', { maxPages: 2 })
    expect(got).toEqual(['/a', '/b'])
    expect(asked()).toEqual(['/sitemap.xml', '/a', '/b'])
    expect(of('/sitemap.xml')).toMatchObject({ status: 'skipped', reason: 'A sitemap with 3 addresses.' })
  })

  it('that robots.txt names is read where links lead no further', async () => {
    routes['/robots.txt'] =
      `user-agent: *\ndisallow: /secret\nsitemap: ${base}/map.xml\nsitemap: https://other.example/map.xml`
    routes['/map.xml'] = {
      headers: { 'content-type': 'application/xml' },
      body: urlset('/', '/a', '/orphan', '/secret'),
    }
    routes['/'] = links('/a')
    routes['/a'] = 'a'
    routes['/orphan'] = links('/child')
    routes['/child'] = 'child'
    expect((await crawl()).got).toEqual(['/', '/a', '/orphan', '/child'])
    expect(asked()).toEqual(['/', '/a', '/map.xml', '/orphan', '/child'])
  })

  it('may be an index of packed ones', async () => {
    routes['/sitemap_index.xml'] = {
      headers: { 'content-type': 'text/xml' },
      body: `<sitemapindex><sitemap><loc>${base}/1.xml.gz</loc></sitemap></sitemapindex>`,
    }
    routes['/1.xml.gz'] = { headers: { 'content-type': 'application/x-gzip' }, body: gzipSync(urlset('/a')) }
    routes['/a'] = 'a'
    expect((await crawl('/sitemap_index.xml')).got).toEqual(['/a'])
  })
})

describe('a crawl again', () => {
  const version =
    (text: string, etag: string): Route =>
    (request) =>
      request.headers['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body: text }

  it('asks only for what changed, and says what is new, changed and gone', async () => {
    routes['/'] = version(links('/same', '/changes', '/goes'), '"1"')
    routes['/same'] = version(links('/below'), '"2"')
    routes['/below'] = { headers: { 'last-modified': 'Sun, 01 Mar 2026 00:00:00 GMT' }, body: 'below' }
    routes['/changes'] = 'before'
    routes['/goes'] = 'going'
    const { crawler } = await crawl()
    requests = []
    routes['/changes'] = links('/comes')
    routes['/comes'] = 'new'
    delete routes['/goes']
    const { id } = await crawler.rerun('op_1')
    const { pages, isUnchanged, previousId } = await ended(crawler, 2)
    expect({ isUnchanged, previousId }).toEqual({ isUnchanged: false, previousId: 'crl_1' })
    expect(pages.map(({ url }) => url.slice(base.length))).toEqual(['/', '/same', '/changes', '/below', '/comes'])
    const changes = (await crawler.read(id)).pages.map(({ url, change }: any) => [url.slice(base.length), change])
    expect(Object.fromEntries(changes)).toEqual({
      ...{ '/': 'unchanged', '/same': 'unchanged', '/below': 'unchanged' },
      ...{ '/changes': 'changed', '/comes': 'new', '/goes': undefined },
    })
    expect(requests.find(({ path }) => path === '/below')!.headers['if-modified-since']).toBe(
      'Sun, 01 Mar 2026 00:00:00 GMT',
    )
  })

  it('that finds nothing changed says so; the same operation again crawls no third time', async () => {
    routes['/'] = links('/a')
    routes['/a'] = 'a'
    const { crawler } = await crawl()
    const { id } = await crawler.rerun('op_1')
    expect(await ended(crawler, 2)).toMatchObject({ isUnchanged: true, pages: [{}, {}] })
    expect((await crawler.rerun('op_1')).id).toBe(id)
    expect(asked()).toHaveLength(4)
  })

  it('keeps what only for the moment is not to be had, and what it led to', async () => {
    routes['/'] = links('/a')
    routes['/a'] = links('/below')
    routes['/below'] = 'below'
    const { crawler } = await crawl()
    routes['/a'] = { status: 502 }
    const { id } = await crawler.rerun('op_1')
    expect(await ended(crawler, 2)).toMatchObject({ isUnchanged: true, pages: [{}, {}, {}] })
    expect((await crawler.read(id)).pages[1]).toMatchObject({ status: 'failed', httpStatus: 502, change: 'unchanged' })
  })

  it('of a source that is being crawled is a conflict, of none not_found', async () => {
    routes['/'] = () => undefined
    const crawler = await start()
    await crawler.request(`${base}/`)
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    await expect(crawler.rerun('op_1')).rejects.toMatchObject({ code: 'conflict' })
    await expect(crawler.rerun('op_1', 'crl_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('leaves the latest five, and no blob of the others', async () => {
    let visit = 0
    routes['/'] = () => `visit ${++visit}`
    const { crawler } = await crawl()
    let last = 'crl_1'
    for (let i = 1; i <= 6; i++) {
      now += 1_000
      last = (await crawler.rerun(`op_${i}`, last)).id
      await ended(crawler, i + 1)
    }
    await vi.waitFor(async () => expect(await Array.fromAsync(shared.blobs.list('acme'))).toHaveLength(5))
    await expect(crawler.read('crl_1')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('leaves the one that its source names, however many came after it', async () => {
    let visit = 0
    // Other bytes each time, of which ingest may make no version, for their text is the same.
    routes['/'] = () => `<!-- ${++visit} -->text`
    const { crawler } = await crawl()
    crawler.named.set('src_1', 'crl_1')
    let last = 'crl_1'
    const again = async (i: number) => {
      now += 1_000
      last = (await crawler.rerun(`op_${i}`, last)).id
      await ended(crawler, i + 1)
    }
    for (let i = 1; i <= 6; i++) await again(i)
    await vi.waitFor(async () => expect(await Array.fromAsync(shared.blobs.list('acme'))).toHaveLength(6))
    expect(await crawler.read('crl_1')).toMatchObject({ state: 'finished' })
    crawler.named.set('src_1', last)
    await again(7)
    await vi.waitFor(() => expect(crawler.read('crl_1')).rejects.toMatchObject({ code: 'not_found' }))
  })
})

it('a cancelled crawl asks for nothing more and says so once', async () => {
  routes['/'] = links('/a', '/b')
  let release: (() => void) | undefined
  routes['/a'] = (_, response) => {
    release = () => response.writeHead(200, { 'content-type': 'text/html' }).end('a')
    return undefined
  }
  routes['/b'] = 'b'
  const crawler = await start()
  await crawler.request(`${base}/`, { maxPages: 9 })
  await vi.waitFor(() => expect(release).toBeDefined())
  expect(await crawler.cancel()).toMatchObject({ state: 'cancelled', error: { code: 'cancelled' } })
  release!()
  expect(await ended(crawler)).toMatchObject({ pages: [], error: { code: 'cancelled' } })
  await crawler.cancel()
  await expect(vi.waitFor(() => expect(asked()).toContain('/b'), 700)).rejects.toThrow()
  expect(crawler.finished).toHaveLength(1)
  expect((await crawler.read()).pages.at(-1)).toMatchObject({
    status: 'skipped',
    reason: expect.stringContaining('cancelled'),
  })
})
