import { type BodyOf, crawler, ingest } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'

const hour = 60 * 60 * 1_000
let now: number
let platform: Awaited<ReturnType<typeof startTestPlatform>>
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  platform = await startTestPlatform({ clock: { now: () => now } })
})
afterEach(() => platform.close())

type Page = BodyOf<typeof crawler.events.crawlFinished>['pages'][number]
const own = () => platform.as('acme')
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check)
const read = (sourceId: string) => own().ask(ingest.queries.sourceRead, { sourceId })
const ready = (sourceId: string, version: number) =>
  soon(async () => expect(await read(sourceId)).toMatchObject({ status: 'Ready', liveVersion: version }))

async function page(path: string, text: string, nonce = ''): Promise<Page> {
  const blobId = `crl_${Math.random().toString(16).slice(2)}`
  const html = `<html><body><main><h1>${path.slice(1)}</h1><p>${text}</p></main><script nonce="${nonce}"></script></body></html>`
  const { bytes, sha256 } = await platform.blobs.put('acme', blobId, Buffer.from(html))
  return { url: `https://x.example${path}`, blobId, contentType: 'text/html; charset=utf-8', bytes, sha256 }
}
async function finish(
  sourceId: string,
  crawlId: string,
  pages: Page[],
  more: Partial<BodyOf<typeof crawler.events.crawlFinished>> = {},
) {
  const event = own().event(crawler.events.crawlFinished, { sourceId, version: 1, crawlId, pages, ...more })
  await platform.publish('acme', crawlId, event)
}
const again = (
  sourceId: string,
  crawlId: string,
  pages: Page[],
  more: Partial<BodyOf<typeof crawler.events.crawlFinished>> = {},
) => finish(sourceId, crawlId, pages, { previousId: 'crl_before', isUnchanged: false, ...more })

async function site(pages: Page[], more: { recrawlEveryHours?: number } = {}) {
  const known = platform.crawls.length
  const content = { kind: 'url', url: 'https://x.example/', maxPages: 5 } as const
  const { id } = await own().ask(ingest.queries.sourceAdd, { operationId: `op_${known}`, content, ...more })
  await soon(() => expect(platform.crawls).toHaveLength(known + 1))
  await finish(id, platform.crawls[known]!.crawlId, pages)
  await ready(id, 1)
  return id
}
const contentsOf = (index: number) => platform.extracted[index]!.contents.map(({ url, contentId }) => [url, contentId])

it('a recrawl makes a version with the changed pages and the contents of the unchanged ones', async () => {
  const [same, before, gone] = [await page('/same', 'stays'), await page('/a', 'before'), await page('/gone', 'goes')]
  const id = await site([same, before, gone])
  const [after, added] = [await page('/a', 'after'), await page('/new', 'comes')]
  await again(id, 'crl_2', [same, after, added])
  await again(id, 'crl_2', [same, after, added])
  await ready(id, 2)
  const first = new Map(contentsOf(0) as [string, string][])
  const second = new Map(contentsOf(1) as [string, string][])
  expect([...second.keys()]).toEqual([same.url, after.url, added.url])
  expect(second.get(same.url)).toBe(first.get(same.url))
  expect(second.get(after.url)).not.toBe(first.get(before.url))
  expect(platform.extracted).toHaveLength(2)
  const { items } = await own().ask(ingest.queries.versionList, { sourceId: id })
  expect(items[0]).toMatchObject({ version: 2, note: 'Crawled again: 1 changed, 1 new, 1 gone' })
})

it('a recrawl that failed or found no changes makes no version', async () => {
  const before = await page('/a', 'the same words', 'one')
  const id = await site([before])
  const blobs = (await platform.blobIds()).length
  await again(id, 'crl_2', [await page('/a', 'the same words', 'two')])
  await again(id, 'crl_3', [], { error: { code: 'fetch_failed', message: 'It is down.' } })
  await again(id, 'crl_4', [await page('/a', 'other words')], { isUnchanged: true })
  // What comes after these is handled after them.
  const [changed] = [await page('/a', 'changed words')]
  await again(id, 'crl_5', [changed])
  await ready(id, 2)
  expect(platform.extracted).toHaveLength(2)
  // Three pages of ours, and text and chunks of one content.
  await soon(async () => expect(await platform.blobIds()).toHaveLength(blobs + 3 + 2))
})

it('a source is recrawled once when it is due, and no more when its schedule is removed', async () => {
  const id = await site([await page('/a', 'words')], { recrawlEveryHours: 2 })
  now += 2 * hour - 1
  await expect(vi.waitFor(() => expect(platform.crawls).toHaveLength(2), 700)).rejects.toThrow()
  now += 1
  await soon(() => expect(platform.crawls).toHaveLength(2))
  expect(platform.crawls[1]).toMatchObject({ sourceId: id, isRecrawl: true, url: 'https://x.example/', maxPages: 5 })
  now += 2 * hour
  await soon(() => expect(platform.crawls).toHaveLength(3))
  await own().ask(ingest.queries.sourceUpdate, { sourceId: id, recrawlEveryHours: null })
  now += 24 * hour
  await expect(vi.waitFor(() => expect(platform.crawls).toHaveLength(4), 700)).rejects.toThrow()
})

it('a source shows the progress of its crawl, and ignores late progress events; nobody need hear of it', async () => {
  const content = { kind: 'url', url: 'https://x.example/', maxPages: 5 } as const
  const { id: sourceId } = await own().ask(ingest.queries.sourceAdd, { operationId: 'op_p', content })
  await soon(() => expect(platform.crawls).toHaveLength(1))
  const { crawlId } = platform.crawls[0]!
  const tell = (crawlId: string, done: number) =>
    platform.publish(
      'acme',
      crawlId,
      own().event(crawler.events.crawlProgressed, {
        sourceId,
        version: 1,
        crawlId,
        progress: { done, total: 4, unit: 'attempts' },
      }),
    )
  await tell('crl_other', 3)
  await tell(crawlId, 2)
  await soon(async () => expect((await read(sourceId)).progress).toEqual({ done: 2, total: 4, unit: 'attempts' }))
  await soon(() => expect(platform.progress).toHaveLength(1))
  expect(platform.progress).toEqual([{ sourceId, progress: { done: 2, total: 4, unit: 'attempts' } }])
  platform.settings.tellFails = true
  await tell(crawlId, 3)
  await soon(() => expect(platform.progress).toHaveLength(2))
  await finish(sourceId, crawlId, [await page('/a', 'words')])
  await ready(sourceId, 1)
  await tell(crawlId, 4)
  expect(await read(sourceId)).not.toHaveProperty('progress')
  const attempts = platform.progress.filter(({ progress }) => progress.unit === 'attempts')
  expect(attempts.map(({ progress }) => progress.done)).toEqual([2, 3])
})
