import { derivedId } from '@frontdesk/contracts'
import { ascending, pagesOf, type Stored } from '@frontdesk/documents'
import type { CrawlerContext } from '../context.ts'
import { type TrapWatch, watchForTraps } from '../url/find-traps.ts'
import { pageKey } from '../url/page-address.ts'
import { siteOf } from '../url/same-site.ts'
import type { Failure, PageDocument } from './crawl-document.ts'

/** Addresses that a crawl remembers, visited or not. */
const maxAddresses = 5_000
/** Of those, the ones that are only there to say why they were not visited. */
const maxRefused = 500
const written = 100

type Page = Stored<PageDocument>
/** An address that was found, and where. `isListed`: the site itself names it as a page of its own, so it is no trap. */
export type Found = {
  url: string
  order?: number
  depth: number
  kind?: PageDocument['kind']
  isListed?: true
  refusal?: Failure
}

export type Frontier = {
  /** The page to visit now, if there is one; once as many were asked for as may be, only one that was begun. */
  next(now: number, maxPages: number): Page | undefined
  /** Whether as many pages were asked for as may be. */
  isSpent(maxPages: number): boolean
  /** When a page that was put off may be visited; undefined when none is left. */
  nextAt(maxPages: number): number | undefined
  find(key: string): Page | undefined
  all(): Page[]
  /** Takes what a change of a page stored in place of what was known of it. */
  keep(page: Page): void
  /** Remembers addresses that are new, durably, in their order. Those that lead nowhere are refused with a reason. */
  add(found: Found[]): Promise<void>
  /** The site that this crawl stays on: that of the start page, wherever it moved to. */
  site(): string
  isOfSitemap(): boolean
}

/** The id of a page follows from its crawl and address, so that finding it twice makes it once. */
export const pageIdOf = (crawlId: string, url: string): string => derivedId('crl', crawlId, pageKey(url))

export const newPage = (
  crawlId: string,
  { url, depth, kind = 'page', refusal }: Found,
  order: number,
): PageDocument => ({
  crawlId,
  url,
  order,
  depth,
  kind,
  status: refusal ? 'skipped' : 'queued',
  attempts: 0,
  redirects: 0,
  ...(refusal && { failure: refusal }),
})

async function readPages(crawlId: string, { tenant, collections }: CrawlerContext): Promise<Page[]> {
  const sort = ascending('order')
  const pages = pagesOf(collections.pages, tenant, { where: { crawlId }, sort, limit: 1_000 })
  return (await Array.fromAsync(pages)).flat()
}

const keysOf = ({ url, aliases = [] }: PageDocument): string[] => [url, ...aliases].map(pageKey)

const isBegun = ({ attempts, redirects }: PageDocument): boolean => attempts > 0 || redirects > 0
/** What one page costs of what a crawl may ask for: its own request and its redirects'; the start's are free. */
const costOf = (page: PageDocument): number =>
  page.kind === 'sitemap' || !isBegun(page) ? 0 : 1 + (page.depth === 0 ? 0 : page.redirects)

/** Opens what is known of a crawl, for whoever has its lease: nobody else adds to it meanwhile. */
export async function openFrontier(crawlId: string, context: CrawlerContext): Promise<Frontier> {
  const { tenant, collections } = context
  const byId = new Map<string, Page>()
  const byKey = new Map<string, string>()
  const traps: TrapWatch = watchForTraps()
  let order = 0
  let refused = 0
  /** A page keeps its place, so this holds until there is another one. */
  let inOrder: string[] | undefined
  const keep = (page: Page) => {
    if (!byId.has(page.id)) inOrder = undefined
    byId.set(page.id, page)
    for (const key of keysOf(page.body)) byKey.set(key, page.id)
    order = Math.max(order, Math.ceil(page.body.order))
  }
  for (const page of await readPages(crawlId, context)) {
    keep(page)
    if (page.body.status === 'skipped') refused++
    else traps.reasonAgainst(page.body.url, page.body.depth)
  }
  const all = () => {
    inOrder ??= [...byId.values()].sort((a, b) => a.body.order - b.body.order).map(({ id }) => id)
    return inOrder.map((id) => byId.get(id)!)
  }
  const isSpent = (maxPages: number) => all().reduce((sum, { body }) => sum + costOf(body), 0) >= maxPages
  const queued = (maxPages: number) => {
    const mayBegin = !isSpent(maxPages)
    return all().filter(({ body }) => body.status === 'queued' && (mayBegin || isBegun(body)))
  }

  return {
    isSpent,
    next: (now, maxPages) => queued(maxPages).find(({ body }) => (body.notBefore ?? 0) <= now),
    nextAt(maxPages) {
      const times = queued(maxPages).map(({ body }) => body.notBefore ?? 0)
      return times.length > 0 ? Math.min(...times) : undefined
    },
    find: (key) => byId.get(byKey.get(key) ?? ''),
    all,
    keep,
    site: () => siteOf(all()[0]!.body.url),
    isOfSitemap: () => all()[0]!.body.kind === 'sitemap',
    async add(found) {
      const made: { id: string; body: PageDocument }[] = []
      for (const one of found) {
        const key = pageKey(one.url)
        if (byKey.has(key) || byId.size + made.length >= maxAddresses) continue
        const reason = one.refusal || one.isListed ? undefined : traps.reasonAgainst(one.url, one.depth)
        const refusal = one.refusal ?? (reason ? { code: 'document_too_complex', message: reason } : undefined)
        if (refusal && ++refused > maxRefused) continue
        const id = pageIdOf(crawlId, one.url)
        byKey.set(key, id)
        made.push({ id, body: newPage(crawlId, { ...one, ...(refusal && { refusal }) }, one.order ?? ++order) })
      }
      for (let i = 0; i < made.length; i += written) {
        const batch = made.slice(i, i + written)
        const inserted = await Promise.all(batch.map(({ id, body }) => collections.pages.insert(tenant, id, body)))
        for (const { stored } of inserted) keep(stored)
      }
    },
  }
}
