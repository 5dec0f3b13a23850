import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { openTestStore, startTestCrawler } from '../../services/crawler/testing/start-test-crawler.ts'
import { isTrap, type Site, startSite } from './site.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(site: Site, paceMs: number, processes = 1) {
  cleanups.push(() => site.close())
  const dir = await mkdtemp(join(tmpdir(), 'crawl-site-'))
  cleanups.push(() => rm(dir, { recursive: true }))
  const shared = openTestStore(dir)
  cleanups.push(async () => {
    await shared.store.close()
    await shared.blobs.close()
  })
  const crawlers = []
  for (let i = 0; i < processes; i++) {
    const crawler = await startTestCrawler({ ...shared, env: { CRAWL_PACE_MS: String(paceMs) } })
    cleanups.push(crawler.stop)
    crawlers.push(crawler)
  }
  return crawlers
}

type Crawler = Awaited<ReturnType<typeof startTestCrawler>>
const ended = (crawlers: Crawler[], crawls = 1) =>
  vi.waitFor(() => expect(crawlers.flatMap(({ finished }) => finished)).toHaveLength(crawls), {
    timeout: 60_000,
    interval: 20,
  })
const repeated = (requests: string[]) => requests.filter((path, i) => requests.indexOf(path) !== i)

/** The same pages one after the other, so long apart at least, with nothing else to do: what the pace allows. */
async function atFixedPace(site: Site, paths: string[], paceMs: number): Promise<number> {
  const startedAt = performance.now()
  let mayStartAt = startedAt
  for (const path of paths) {
    const early = mayStartAt - performance.now()
    if (early > 0) await sleep(early)
    mayStartAt = performance.now() + paceMs
    await (await fetch(new URL(path, site.start), { redirect: 'manual' })).arrayBuffer()
  }
  return performance.now() - startedAt
}

it('of 1,000 pages with traps, 100 are asked for, none twice, in little more time than the pace takes', async () => {
  const site = await startSite({ sections: 20, articles: 50, slowMs: 150 })
  expect(site.allowed.size).toBeGreaterThan(1_000)
  const paceMs = 40
  const [crawler] = await start(site, paceMs)
  const startedAt = performance.now()
  await crawler!.request(site.start, { maxPages: 100 })
  await ended([crawler!])
  const tookMs = performance.now() - startedAt
  const asked = [...site.requests]

  expect(repeated(asked)).toEqual([])
  expect(asked).toHaveLength(100)
  expect(asked.filter((path) => !site.allowed.has(path) && !isTrap(path))).toEqual([])
  expect(asked.filter(isTrap).length).toBeLessThanOrEqual(4)
  expect([site.robotsRequests(), site.peakConcurrency()]).toEqual([1, 1])
  // Breadth first: everything that the start page links to comes before the first article.
  const firstArticle = asked.findIndex((path) => /^\/s\d+\/a/.test(path))
  expect(asked.slice(0, firstArticle).filter((path) => /^\/s\d+\/$/.test(path))).toHaveLength(20)

  const fixedMs = await atFixedPace(site, asked, paceMs)
  process.stdout.write(`100 pages in ${(tookMs / fixedMs).toFixed(2)} of the time that the pace takes\n`)
  expect(tookMs / fixedMs).toBeLessThan(1.3)
})

it('a small site is asked for exactly what may be asked for, by two crawlers side by side too', async () => {
  const site = await startSite({ sections: 3, articles: 8, slowMs: 30 })
  const crawlers = await start(site, 0, 2)
  await crawlers[0]!.request(site.start, { maxPages: 100 })
  await ended(crawlers)
  expect(repeated(site.requests)).toEqual([])
  expect(new Set(site.requests.filter((path) => !isTrap(path)))).toEqual(site.allowed)
  // Twelve months, three orders, one session, and so deep as nothing repeats itself.
  const traps = (name: string) => site.requests.filter((path) => path.startsWith(name)).length
  expect([traps('/calendar'), traps('/list'), traps('/sid')]).toEqual([12, 3, 1])
  expect(traps('/deep')).toBeLessThan(20)

  const { counts, pages } = await crawlers[0]!.read()
  expect(counts).toMatchObject({ queued: 0 })
  const of = (path: string) => pages.find(({ url }: any) => new URL(url).pathname === path)
  expect(of('/missing')).toMatchObject({
    status: 'failed',
    httpStatus: 404,
    reason: 'The page answered 404 Not Found.',
  })
  expect(of('/moved-here')).toMatchObject({ status: 'fetched' })
  expect(of('/loop-on')).toMatchObject({ status: 'failed', reason: 'It redirects in a circle.' })
  expect(of('/away')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('another site') })
  expect(of('/hidden')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('noindex') })
  expect(of('/copy')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('/twin') })
  expect(of('/private/secret')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('robots.txt') })
  expect(of('/private/open')).toMatchObject({ status: 'fetched' })
})

it('several crawls of one site take turns: one request at a time, over all of them', async () => {
  const site = await startSite({ sections: 2, articles: 5, slowMs: 20, slowEvery: 1 })
  const crawlers = await start(site, 0, 2)
  for (let i = 0; i < 6; i++) {
    const of = { sourceId: `src_${i}`, crawlId: `crl_${i}`, maxPages: 5 }
    await crawlers[i % 2]!.request(new URL(`/s0/a${i % 5}`, site.start).href, of)
  }
  await ended(crawlers, 6)
  expect(site.peakConcurrency()).toBe(1)
})
