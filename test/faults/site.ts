import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Site = {
  start: string
  /** Addresses in the order in which they were asked for, path and query; robots.txt apart. */
  requests: string[]
  robotsRequests: () => number
  /** Requests that were open at the same time, at most. */
  peakConcurrency: () => number
  /** What a crawl without a limit is to ask for, and nothing else. */
  allowed: Set<string>
  close(): Promise<void>
}

type Reply = { status?: number; headers?: Record<string, string>; body?: string; afterMs?: number }

const robots = `# Everyone else keeps out.
User-agent: *
Disallow: /

User-agent: frontdesk
Disallow: /private/
Allow: /private/open$
Disallow: /*?print=
Crawl-delay: 0
`

const link = (href: string, more = ''): string => `<a href="${href}"${more}>${href}</a>`
const page = (title: string, links: string[], head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><nav>${links.join('\n')}</nav>
<main><h1>${title}</h1><p>${title} is opened at ${title.length} o'clock and tells of ${title} alone.</p></main></body></html>`

/**
 * A site of `sections` × `articles` pages on loopback: with pages that are slow, missing, broken, moved, duplicates or
 * not for robots, and with spaces that have no end.
 */
export async function startSite({
  sections,
  articles,
  slowMs = 300,
  slowEvery = 20,
}: {
  sections: number
  articles: number
  slowMs?: number
  /** One article of so many is slow. */
  slowEvery?: number
}): Promise<Site> {
  const requests: string[] = []
  let robotsRequests = 0
  let open = 0
  let most = 0
  const allowed = new Set<string>(['/'])
  const pages = new Map<string, Reply>()
  const add = (path: string, reply: Reply) => pages.set(path, reply)
  const section = (s: number) => `/s${s}/`
  const article = (s: number, a: number) => `/s${s}/a${a}`

  const odd = [
    '/missing',
    '/gone',
    '/broken',
    '/moved',
    '/loop',
    '/away',
    '/hidden',
    '/dead-end',
    '/twin',
    '/copy',
    '/private/open',
  ]
  add('/', {
    body: page('Start', [
      ...Array.from({ length: sections }, (_, s) => link(`${section(s)}?utm_source=start&gclid=1#top`)),
      ...odd.map((path) => link(path)),
      ...[link('/private/secret'), link('/s0/?print=1'), link('/not-followed', ' rel="nofollow noopener"')],
      ...[
        link('mailto:a@b.example'),
        link('javascript:void(0)'),
        link('/logo.png'),
        link('http://127.0.0.2:9/elsewhere'),
      ],
    ]),
  })
  for (const path of odd) allowed.add(path)
  add('/missing', { status: 404 })
  add('/gone', { status: 410 })
  add('/broken', { status: 500 })
  add('/moved', { status: 301, headers: { location: '/moved-here' } })
  allowed.add('/moved-here')
  add('/moved-here', { body: page('Moved', []) })
  add('/loop', { status: 302, headers: { location: '/loop-on' } })
  add('/loop-on', { status: 302, headers: { location: '/loop' } })
  allowed.add('/loop-on')
  add('/away', { status: 302, headers: { location: 'http://127.0.0.2:9/elsewhere' } })
  add('/hidden', { body: page('Hidden', [link('/hidden-child')], '<meta name="robots" content="noindex">') })
  add('/hidden-child', { body: page('Hidden child', []) })
  allowed.add('/hidden-child')
  add('/dead-end', { body: page('Dead end', [link('/never')], '<meta name="robots" content="nofollow">') })
  add('/twin', { body: page('Twin', []) })
  add('/copy', { body: page('Copy', [], '<link rel="canonical" href="/twin">') })
  add('/private/open', { body: page('Open', []) })

  for (let s = 0; s < sections; s++) {
    const links = Array.from({ length: articles }, (_, a) => link(`a${a}`))
    const traps =
      s === 0 ? [link('/calendar?month=2026-01'), link('/list?sort=a'), link('/deep/x/'), link('/sid?PHPSESSID=0')] : []
    add(section(s), { body: page(`Section ${s}`, [...links, ...traps, link('/')]) })
    allowed.add(section(s))
    for (let a = 0; a < articles; a++) {
      const around = [
        link(`${article(s, (a + 1) % articles)}#more`),
        link(`a${a}/`),
        link(`/S${s}/A${a}`.toLowerCase()),
        link('..'),
      ]
      const slow = (s * articles + a) % slowEvery === 7 % slowEvery ? { afterMs: slowMs } : {}
      add(article(s, a), { body: page(`Article ${a} of section ${s}`, around), ...slow })
      allowed.add(article(s, a))
    }
  }

  /** Spaces without end: a page for every address. */
  function trap(url: URL): Reply | undefined {
    const { pathname, searchParams } = url
    if (pathname === '/calendar') {
      const [year, month] = searchParams.get('month')!.split('-').map(Number) as [number, number]
      const next = `${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, '0')}`
      return { body: page(`Month ${searchParams.get('month')}`, [link(`/calendar?month=${next}`)]) }
    }
    if (pathname === '/list') {
      const from = searchParams.get('sort')!
      return {
        body: page(
          `List ${from}`,
          ['b', 'c', 'd', 'e'].map((to) => link(`/list?sort=${from}${to}`)),
        ),
      }
    }
    if (pathname.startsWith('/deep/')) return { body: page(`Deep ${pathname}`, [link('x/'), link('y/')]) }
    if (pathname === '/sid') {
      const body = page(
        'Session',
        Array.from({ length: 5 }, (_, i) => link(`/sid?PHPSESSID=${requests.length}${i}`)),
      )
      return { body }
    }
    return undefined
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    most = Math.max(most, ++open)
    response.once('close', () => open--)
    if (request.url === '/robots.txt') {
      robotsRequests++
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end(robots)
    }
    requests.push(request.url!)
    const url = new URL(request.url!, 'http://site')
    const { status = 200, headers = {}, body = '', afterMs } = pages.get(url.pathname) ?? trap(url) ?? { status: 404 }
    if (afterMs) await sleep(afterMs)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    start: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    robotsRequests: () => robotsRequests,
    peakConcurrency: () => most,
    allowed,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Whether an address leads into one of the spaces without end. */
export const isTrap = (path: string): boolean => /^\/(?:calendar|list|deep|sid)/.test(path)
