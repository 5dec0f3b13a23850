import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const page = (title: string, text: string, ...links: string[]) =>
  `<html lang="en"><head><title>${title}</title></head><body><nav>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</nav>
  <main><h1>${title}</h1><p>${text} More about it can be read at the desk in the hall, on every day of the week.</p></main></body></html>`

const start = page(
  'Lighthouse',
  'The lighthouse was built in 1883 and is open in summer.',
  '/tickets',
  '/ferry',
  '/old',
  '/private',
)
let pages: Record<string, string>
const requests: string[] = []
const site = createServer((request, response) => {
  requests.push(request.url!)
  const body = pages[request.url!]
  if (body === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': request.url === '/robots.txt' ? 'text/plain' : 'text/html' }).end(body)
})
const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)))
afterAll(() => void site.close())

const untilCrawled = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await platform.api.get(`/api/crawls/${id}`)
      expect(body.state).not.toBe('running')
      return body
    },
    { timeout: 30_000, interval: 100 },
  )
const untilVersion = (id: string, version: number) =>
  vi.waitFor(
    async () => {
      const { body } = await platform.api.get(`/api/knowledge/sources/${id}`)
      expect(body).toMatchObject({ liveVersion: version, status: 'Ready' })
      return body
    },
    { timeout: 30_000, interval: 100 },
  )

test('a site becomes a source, page by page; crawled again it changes only where its pages did', async () => {
  const { api } = platform
  pages = {
    '/robots.txt': 'user-agent: *\ndisallow: /private',
    '/': start,
    '/tickets': page('Tickets', 'A ticket costs 12 euros for adults.', '/'),
    '/ferry': page('Ferry', 'The ferry leaves from the northern pier at 9:40.', '/'),
    '/old': page('Exhibition', 'The exhibition about whales ends in March.', '/'),
    '/private': page('Private', 'The code of the safe is 4711.'),
  }
  const { body: added } = await api.post('/api/knowledge/sources', { type: 'url', url: address('/'), maxPages: 10 })
  const source = await api.untilReady(added.id)
  expect(source).toMatchObject({ title: 'Lighthouse', version: 1 })
  const crawl = await untilCrawled(source.crawlId)
  expect(crawl).toMatchObject({ maxPages: 10, counts: { queued: 0, fetched: 4, failed: 0, skipped: 1 } })
  expect(crawl.pages.at(-1)).toMatchObject({ url: address('/private'), status: 'skipped', depth: 1 })
  expect(requests).not.toContain('/private')
  const ferry = await api.ask('When does the ferry leave from the northern pier?')
  expect(ferry.sources[0]).toMatchObject({ sourceId: source.id, url: address('/ferry') })

  const unchanged = await api.post(`/api/crawls/${crawl.id}/rerun`, {})
  expect(unchanged).toMatchObject({ status: 202, body: { sourceId: source.id, previousId: crawl.id } })
  const same = await untilCrawled(unchanged.body.id)
  expect(same.pages.slice(0, 4).map(({ change }: any) => change)).toEqual(Array(4).fill('unchanged'))

  pages['/ferry'] = page('Ferry', 'The ferry leaves from the northern pier at 11:15.', '/', '/bikes')
  pages['/bikes'] = page('Bicycles', 'A bicycle is hired out for 20 euros a day.', '/')
  delete pages['/old']
  const changed = await api.post(`/api/crawls/${same.id}/rerun`, {})
  await untilCrawled(changed.body.id)
  await untilVersion(source.id, 2)
  const { body: versions } = await api.get(`/api/knowledge/sources/${source.id}/versions`)
  expect(versions.items).toMatchObject([
    { version: 2, live: true, note: 'Crawled again: 1 changed, 1 new, 1 gone' },
    { version: 1, live: false },
  ])
  expect((await api.ask('When does the ferry leave from the northern pier?')).content).toContain('11:15')
  expect((await api.ask('What does a bicycle cost a day?')).content).toContain('20 euros')
  const text = (await api.chunks(source.id)).map((chunk) => chunk.text).join('\n')
  expect(text).not.toContain('whales')
  expect(text).toContain('12 euros')
})

test('a page without text says so in its crawl, also when it is crawled again, and whether it is alone or not', async () => {
  const { api } = platform
  const app =
    '<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>'
  pages = {
    '/': page('Museum', 'The museum has seven halls and a garden.', '/app', '/halls'),
    '/app': app,
    '/halls': page('Halls', 'The largest hall shows ships of the last century.', '/'),
  }
  const untilNoted = (id: string, noText: number) =>
    vi.waitFor(
      async () => {
        const { body } = await api.get(`/api/crawls/${id}`)
        expect(body).toMatchObject({ state: 'finished', counts: { noText } })
        return body
      },
      { timeout: 30_000, interval: 100 },
    )
  const noted = {
    url: address('/app'),
    status: 'no_text',
    unreadCode: 'no_text',
    reason: expect.stringMatching(/JavaScript/),
  }
  const { body: added } = await api.post('/api/knowledge/sources', { type: 'url', url: address('/'), maxPages: 10 })
  const source = await api.untilReady(added.id)
  const crawl = await untilNoted(source.crawlId, 1)
  expect(crawl.counts).toEqual({ queued: 0, fetched: 2, failed: 0, skipped: 0, noText: 1 })
  expect(crawl.pages[1]).toMatchObject(noted)
  expect(crawl.pages[0]).toMatchObject({ status: 'fetched' })
  expect(crawl.pages[0]).not.toHaveProperty('unreadCode')

  const again = await api.post(`/api/crawls/${crawl.id}/rerun`, {})
  expect((await untilNoted(again.body.id, 1)).pages[1]).toMatchObject({ ...noted, change: 'unchanged' })
  pages['/app'] = page('App', 'The app shows the way through the museum.', '/')
  pages['/halls'] = app.replace('App', 'Other app')
  const changed = await api.post(`/api/crawls/${again.body.id}/rerun`, {})
  const last = await untilNoted(changed.body.id, 1)
  expect(last.pages.map(({ status }: any) => status)).toEqual(['fetched', 'fetched', 'no_text'])

  pages = { '/alone': app }
  const { body: alone } = await api.post('/api/knowledge/sources', { type: 'url', url: address('/alone') })
  const failed = await api.untilProcessed(alone.id)
  expect(failed).toMatchObject({ status: 'Failed', error: { code: 'no_text', message: noted.reason } })
  expect((await untilNoted(failed.crawlId, 1)).pages).toMatchObject([{ status: 'no_text' }])
})

test('how often a site is looked at again is a setting of its source', async () => {
  const { api } = platform
  pages = { '/': start }
  const body = { type: 'url', url: address('/'), recrawlEveryHours: 24 }
  const { body: added } = await api.post('/api/knowledge/sources', body)
  expect(added).toMatchObject({ recrawlEveryHours: 24 })
  const path = `/api/knowledge/sources/${added.id}`
  const put = (change: object) =>
    api.send('PUT', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(change) })
  expect((await put({ recrawlEveryHours: 0 })).status).toBe(422)
  expect(await put({ recrawlEveryHours: 6 })).toMatchObject({ status: 200, body: { recrawlEveryHours: 6 } })
  const { body: after } = await put({ recrawlEveryHours: null })
  expect(after).not.toHaveProperty('recrawlEveryHours')
})

test('a cancelled crawl fails its source; of another tenant it is not there', async () => {
  const { api } = platform
  pages = { '/robots.txt': 'user-agent: *\ncrawl-delay: 3', '/': start }
  const { body: added } = await api.post('/api/knowledge/sources', { type: 'url', url: address('/'), maxPages: 100 })
  const crawlId = await vi.waitFor(
    async () => {
      const { body } = await api.get(`/api/knowledge/sources/${added.id}`)
      expect(body.crawlId).toBeDefined()
      expect((await api.get(`/api/crawls/${body.crawlId}`)).status).toBe(200)
      return body.crawlId as string
    },
    { timeout: 20_000, interval: 50 },
  )
  const other = await platform.newTenant('another')
  for (const action of ['rerun', 'cancel'])
    expect((await other.post(`/api/crawls/${crawlId}/${action}`, {})).status).toBe(404)
  expect((await other.get(`/api/crawls/${crawlId}`)).status).toBe(404)
  expect(await api.post(`/api/crawls/${crawlId}/cancel`, {})).toMatchObject({
    status: 202,
    body: { state: 'cancelled' },
  })
  expect(await api.untilProcessed(added.id)).toMatchObject({ status: 'Failed', error: { code: 'cancelled' } })
})
