import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { fetchPage } from '../../services/crawler/src/page/fetch-page.ts'
import { findLinks } from '../../services/crawler/src/page/find-links.ts'
import { isWorthAVisit, pageAddress, pageKey } from '../../services/crawler/src/url/page-address.ts'
import { siteOf } from '../../services/crawler/src/url/same-site.ts'

const pages = 400
const linksOfPage = 40
const rounds = 3

/** A page of some 15 kB as help centres have them: navigation, text, a table. */
function pageOf(number: number): string {
  const links = Array.from({ length: linksOfPage }, (_, i) => {
    const to = (number * 7 + i * 11 + 1) % pages
    return `<li class="item"><a class="link" href="/page/${to}?utm_source=nav#part-${i}">Article ${to}</a></li>`
  })
  const paragraphs = Array.from(
    { length: 60 },
    (_, i) => `<p>Paragraph ${i} of article ${number} says <b>how</b> to <i>return</i> what was bought, and when.</p>`,
  )
  const rows = Array.from({ length: 20 }, (_, i) => `<tr><td>${i}</td><td>${number * i}</td></tr>`)
  return `<!doctype html><html><head><title>Article ${number}</title><link rel="canonical" href="/page/${number}"></head>
<body><nav><ul>${links.join('')}</ul></nav><main><h1>Article ${number}</h1>${paragraphs.join('\n')}<table>${rows.join('')}</table></main></body></html>`
}

/** In a process of its own: the site. */
async function serve(): Promise<void> {
  const bodies = Array.from({ length: pages }, (_, i) => pageOf(i))
  const server = createServer((request, response) => {
    const body = bodies[Number(/^\/page\/(\d+)/.exec(request.url!)?.[1])]
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send!((server.address() as AddressInfo).port)
  process.once('disconnect', () => process.exit())
}

/** Ours: one connection, each page fetched with every check of its address, its links found, cleaned and told apart. */
async function crawlWithOurs(start: string): Promise<number> {
  const outboundHttp = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  const context = {
    outboundHttp,
    clock: { now: () => Date.now() },
    config: { CRAWL_TIMEOUT_MS: 20_000, CRAWL_LEASE_MS: 10_000, CRAWL_PACE_MS: 0 },
  }
  const { signal } = new AbortController()
  const site = siteOf(start)
  const known = new Set([pageKey(start)])
  const queue = [start]
  let fetched = 0
  for (const url of queue) {
    const page = await fetchPage(url, undefined, context, signal)
    if (page.kind !== 'body') throw new Error(`${url} was not fetched`)
    fetched++
    for (const link of findLinks(page.body, url, page.contentType!).links) {
      const address = pageAddress(link, url)
      if (!address || !isWorthAVisit(address) || siteOf(address) !== site) continue
      const key = pageKey(address)
      if (known.has(key)) continue
      known.add(key)
      queue.push(address)
    }
  }
  await outboundHttp.close()
  return fetched
}

/** crawlee with cheerio, as many at once as it likes; told which addresses are the same, as ours finds out by itself. */
async function crawlWithCrawlee(start: string): Promise<number> {
  let fetched = 0
  const crawler = new CheerioCrawler(
    {
      maxRequestsPerCrawl: pages * 2,
      async requestHandler({ enqueueLinks }) {
        fetched++
        await enqueueLinks({
          strategy: 'same-domain',
          transformRequestFunction: (request) => {
            request.url = request.url.replace(/[?#].*$/, '')
            return request
          },
        })
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  )
  await crawler.run([start])
  return fetched
}

async function startSite(): Promise<{ start: string; child: ChildProcess }> {
  const child = fork(new URL(import.meta.url), ['serve'])
  const [port] = (await once(child, 'message')) as [number]
  return { start: `http://127.0.0.1:${port}/page/0`, child }
}

/** Pages a second, fetching and finding links alone, against crawlee with cheerio on the same site. */
export async function bench(): Promise<void> {
  log.setLevel(LogLevel.OFF)
  const { start, child } = await startSite()
  try {
    const best = { ours: 0, crawlee: 0 }
    for (let round = 0; round <= rounds; round++) {
      for (const [name, crawl] of [
        ['ours', crawlWithOurs],
        ['crawlee', crawlWithCrawlee],
      ] as const) {
        const startedAt = performance.now()
        const fetched = await crawl(start)
        if (fetched !== pages) throw new Error(`${name} fetched ${fetched} of ${pages} pages`)
        // The first round warms both up.
        if (round > 0) best[name] = Math.max(best[name], (fetched * 1_000) / (performance.now() - startedAt))
      }
    }
    const columns = [best.ours, best.crawlee].map((rate) => rate.toFixed(0).padStart(12)).join('')
    console.log(`${''.padEnd(44)}      pages/s     crawlee   ratio`)
    const label = `fetching and finding links, ${pages} pages`.padEnd(44)
    console.log(`${label} ${columns} ${(best.ours / best.crawlee).toFixed(2).padStart(7)}×`)
  } finally {
    child.disconnect()
  }
}

if (process.argv[2] === 'serve') await serve()
else if (import.meta.main) await bench()
