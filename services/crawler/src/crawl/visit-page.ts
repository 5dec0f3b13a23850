import { createHash } from 'node:crypto'
import { derivedId, ServiceError, toWireError, without } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { CrawlerContext } from '../context.ts'
import { type Fetched, fetchPage, unreadableType } from '../page/fetch-page.ts'
import { findLinks, type Links } from '../page/find-links.ts'
import { bothOf, readRobotsTag } from '../page/read-directives.ts'
import { readSitemap, type Sitemap } from '../page/read-sitemap.ts'
import { isAllowed } from '../robots/match-rules.ts'
import type { RobotsCache } from '../robots/read-robots.ts'
import { type Turn, waitForTurn } from '../site/wait-for-turn.ts'
import { isWorthAVisit, pageAddress, pageKey } from '../url/page-address.ts'
import { siteOf } from '../url/same-site.ts'
import type { Failure, PageContent, PageDocument } from './crawl-document.ts'
import type { Found, Frontier } from './frontier.ts'
import { maxAttempts, retryDelayMs } from './retry-delay.ts'

/** What a worker knows of the crawl in its hands. */
export type Crawling = {
  crawlId: string
  sourceId: string
  maxPages: number
  frontier: Frontier
  robots: RobotsCache
  /** The pages that the crawl before had, by their keys. */
  before: Map<string, PageContent>
  context: CrawlerContext
  signal: AbortSignal
}
type Page = Stored<PageDocument>
type Change = Partial<PageDocument>

const maxRedirects = 5
/** Sitemaps of one index that are read. */
const maxSitemaps = 50
/** Sitemaps that a robots.txt names of which as many are read. */
const maxNamed = 10
/** What is put between two neighbours in the order of visits: the address that stands in for a page comes right after it. */
const rightAfter = 1 / 1024

const refusedByRobots: Failure = { code: 'robots_disallowed', message: "The site's robots.txt does not allow it." }

/** The blob of a body, the same for the same body, whichever crawl of the source fetched it. */
const blobIdOf = (sourceId: string, sha256: string): string => derivedId('crl', sourceId, sha256)

/**
 * Brings one page of a crawl a step further: asks its robots.txt and then for it, remembers where it leads, and commits
 * what became of it. Answers until when its site wants to be left alone, if it does. Throws `version_conflict` or
 * `not_found` when the page is in other hands or gone, and the signal's reason.
 */
export async function visitPage(page: Page, crawling: Crawling): Promise<number | undefined> {
  const { frontier, robots, context, signal } = crawling
  const { url, depth } = page.body
  const refusal = refusalOf(url, context)
  if (refusal) {
    await commitPage(page, { status: 'failed', failure: refusal }, crawling)
    return undefined
  }
  const known = robots.recall(url)
  if (known && !isAllowed(known.rules, url)) {
    await commitPage(page, { status: 'skipped', failure: refusedByRobots }, crawling)
    return undefined
  }
  if (page.body.attempts >= maxAttempts) {
    const message = 'The page could not be fetched: each attempt was interrupted.'
    await commitPage(page, { status: 'failed', failure: { code: 'processing_failed', message } }, crawling)
    return undefined
  }
  const taken = await waitForTurn(siteOf(url), context, signal, async (ready): Promise<Turn<Change>> => {
    const said = await robots.of(url)
    const begun = await commitPage(page, { attempts: page.body.attempts + 1 }, crawling)
    if (said.kind === 'unreachable') {
      const { code, message, retryable } = said
      const failed = { kind: 'failed', failure: { code, message }, retryable, tookMs: 0, complained: false } as const
      return { value: await settle(begun, failed, crawling) }
    }
    if (!isAllowed(said.rules.rules, url))
      return { value: { attempts: 0, status: 'skipped', failure: refusedByRobots } }
    await ready()
    const fetched = await context.state.bodies(() => fetchPage(url, crawling.before.get(pageKey(url)), context, signal))
    const { tookMs, complained, retryAfterMs } = fetched
    const { crawlDelayMs } = said.rules
    return {
      value: await settle(begun, fetched, crawling),
      visit: {
        tookMs,
        complained,
        ...(complained && retryAfterMs !== undefined && { retryAfterMs }),
        ...(crawlDelayMs !== undefined && { crawlDelayMs }),
      },
    }
  })
  if ('until' in taken) return taken.until
  const now = frontier.find(pageKey(url))!
  const change = taken.value
  const delayMs = change.notBefore
  try {
    await commitPage(
      now,
      delayMs === undefined ? change : { ...change, notBefore: context.clock.now() + delayMs },
      crawling,
    )
  } catch (error) {
    // The source was forgotten while its page was on the way.
    const isGone = error instanceof ServiceError && error.code === 'not_found'
    if (isGone && change.content) await context.blobs.remove(context.tenant, change.content.blobId)
    throw error
  }
  const { status, httpStatus, failure } = frontier.find(pageKey(change.url ?? url))!.body
  context.log.info({ crawlId: crawling.crawlId, url, depth, httpStatus, code: failure?.code }, status)
  return undefined
}

/** Why an address may not be asked for, whatever its robots.txt would say: that is not even fetched then. */
function refusalOf(url: string, { outboundHttp }: CrawlerContext): Failure | undefined {
  try {
    outboundHttp.check(url)
    return undefined
  } catch (error) {
    const { code, message } = toWireError(error)
    if (code !== 'address_refused') throw error
    return { code, message }
  }
}

async function commitPage(page: Page, change: Change, { frontier, context }: Crawling): Promise<Page> {
  const kept = without(page.body, 'failure', 'notBefore')
  const stored = await context.collections.pages.replace(page, { ...kept, ...change })
  frontier.keep(stored)
  return stored
}

/** What a failure makes of a page: tried again, with `notBefore` as the delay, or failed. */
function after({ body }: Page, failed: Fetched & { kind: 'failed' }): Change {
  const { failure, retryable, retryAfterMs, httpStatus } = failed
  const shared = { failure, ...(httpStatus !== undefined && { httpStatus }) }
  // The start is all that a source has. Any other page is asked for again once, if its site says that it may be.
  const mayAgain =
    retryable &&
    (body.depth === 0 || (failed.complained && body.attempts < 2 && (httpStatus === 429 || retryAfterMs !== undefined)))
  const delayMs = mayAgain ? retryDelayMs(body.attempts, retryAfterMs, Math.random()) : undefined
  if (delayMs !== undefined) return { ...shared, status: 'queued', notBefore: delayMs }
  return { ...shared, status: 'failed' }
}

async function settle(page: Page, fetched: Fetched, crawling: Crawling): Promise<Change> {
  if (fetched.kind === 'redirect') return follow(page, fetched, crawling)
  const before = crawling.before.get(pageKey(page.body.url))
  if (fetched.kind === 'body') return readBody(page, fetched, crawling)
  if (fetched.kind === 'unchanged') {
    const { httpStatus, headers } = fetched
    return { httpStatus, ...(await take(page, await bodyOf(before!, crawling), before!, headers, crawling)) }
  }
  const change = after(page, fetched)
  if (change.status === 'queued' || !before || !fetched.retryable) return change
  // For the moment it is not to be had: what it was, and where it led, still holds.
  return { ...change, ...(await take(page, await bodyOf(before, crawling), before, {}, crawling)), ...change }
}

const bodyOf = ({ blobId }: PageContent, { context: { blobs, tenant } }: Crawling): Promise<Uint8Array> =>
  blobs.read(tenant, blobId)

/** A redirect makes the page that of its target, unless that is known, elsewhere, or one too many. */
function follow({ body }: Page, { httpStatus, location }: Fetched & { kind: 'redirect' }, crawling: Crawling): Change {
  const { frontier } = crawling
  const failed = (message: string): Change => ({
    httpStatus,
    status: 'failed',
    failure: { code: 'fetch_failed', message },
  })
  const target = pageAddress(location, body.url)
  if (target === undefined) return failed('The host redirected to something that is not a web address.')
  const redirects = body.redirects + 1
  if (redirects > maxRedirects) return failed(`The host redirected more than ${maxRedirects} times.`)
  const skipped = (message: string): Change => ({
    httpStatus,
    status: 'skipped',
    failure: { code: 'fetch_failed', message },
  })
  const other = frontier.find(pageKey(target))
  if (other && other.body.order !== body.order) return skipped(`It redirects to ${target}.`)
  if (body.depth > 0 && siteOf(target) !== frontier.site()) return skipped(`It redirects to another site, ${target}.`)
  const aliases = [...(body.aliases ?? []), body.url]
  if (aliases.includes(target)) return failed('It redirects in a circle.')
  return { url: target, aliases, redirects, attempts: 0, status: 'queued', httpStatus }
}

async function readBody(page: Page, fetched: Fetched & { kind: 'body' }, crawling: Crawling): Promise<Change> {
  const { sourceId, context } = crawling
  const { httpStatus, body, headers, contentType } = fetched
  const maySitemap = page.body.depth === 0 || page.body.kind === 'sitemap'
  const sitemap = maySitemap && contentType !== 'text/html' ? readSitemap(body) : undefined
  if (sitemap) return { httpStatus, ...(await readAsSitemap(page, sitemap, crawling)) }
  if (contentType === undefined) return { httpStatus, status: 'failed', failure: unreadableType(headers) }
  const sha256 = createHash('sha256').update(body).digest('hex')
  const content: PageContent = {
    ...{ url: page.body.url, blobId: blobIdOf(sourceId, sha256), contentType, bytes: body.byteLength, sha256 },
    ...(headers.etag && { etag: headers.etag }),
    ...(headers['last-modified'] && { lastModified: headers['last-modified'] }),
  }
  try {
    return { httpStatus, ...(await take(page, body, content, headers, crawling)) }
  } catch (error) {
    context.signal.throwIfAborted()
    context.log.error({ crawlId: crawling.crawlId, url: page.body.url, err: error }, 'a page could not be stored')
    const { code, message, retryable } = toWireError(error)
    return { httpStatus, ...after(page, { ...fetched, kind: 'failed', failure: { code, message }, retryable }) }
  }
}

async function readAsSitemap({ body }: Page, { kind, locations }: Sitemap, { frontier }: Crawling): Promise<Change> {
  const home = frontier.site()
  const found: Found[] = locations.flatMap((location) => {
    const url = pageAddress(location, body.url)
    if (!url || siteOf(url) !== home || (kind === 'pages' && !isWorthAVisit(url))) return []
    return [{ url, depth: body.depth + 1, isListed: true }]
  })
  await frontier.add(kind === 'pages' ? found : found.slice(0, maxSitemaps).map((one) => ({ ...one, kind: 'sitemap' })))
  const what = kind === 'pages' ? 'A sitemap' : 'An index of sitemaps'
  const message = `${what} with ${locations.length} addresses.`
  return { kind: 'sitemap', status: 'skipped', failure: { code: 'unsupported_media_type', message } }
}

/**
 * Where links lead no further: the sitemaps that the site's robots.txt names. False when they are known already, or there
 * are none. Throws as `visitPage` does.
 */
export async function findSitemaps({ frontier, robots, context, signal }: Crawling): Promise<boolean> {
  const [start] = frontier.all()
  if (start!.body.status !== 'fetched') return false
  const { url } = start!.body
  const taken = await waitForTurn(siteOf(url), context, signal, async () => ({ value: await robots.of(url) }))
  if (!('value' in taken) || taken.value.kind !== 'rules') return false
  const addresses = taken.value.rules.sitemaps.flatMap((sitemap) => pageAddress(sitemap, url) ?? [])
  const found = addresses.filter((address) => siteOf(address) === frontier.site() && !frontier.find(pageKey(address)))
  await frontier.add(
    found.slice(0, maxNamed).map((address) => ({ url: address, depth: 1, kind: 'sitemap', isListed: true })),
  )
  return found.some((address) => frontier.find(pageKey(address)) !== undefined)
}

const linkHeader = /<([^>]*)>\s*;[^,]*\brel\s*=\s*"?canonical\b/i

function linksOf(body: Uint8Array, content: PageContent, headers: Record<string, string>): Links {
  const tag = readRobotsTag(headers['x-robots-tag'])
  const named = linkHeader.exec(headers.link ?? '')?.[1]
  const canonical = named === undefined ? undefined : URL.parse(named, content.url)?.href
  const inPage: Links = content.contentType.startsWith('text/html')
    ? findLinks(body, content.url, headers['content-type'] ?? content.contentType)
    : { links: [], noindex: false, nofollow: false }
  return { ...(canonical && { canonical }), ...inPage, ...bothOf(inPage, tag) }
}

/** Takes a body as the page's content, remembers where it leads, and stores it if it is new. */
async function take(
  page: Page,
  body: Uint8Array,
  content: PageContent,
  headers: Record<string, string>,
  crawling: Crawling,
): Promise<Change> {
  const { frontier, before, context } = crawling
  const { url, depth, order } = page.body
  const twin = frontier
    .all()
    .find((other) => other.id !== page.id && other.body.content?.sha256 === content.sha256 && !other.body.canonicalKey)
  if (twin) {
    const message = `The same as ${twin.body.url}, word for word.`
    return { status: 'skipped', failure: { code: 'conflict', message } }
  }
  const { links, canonical, noindex, nofollow } = linksOf(body, content, headers)
  const home = frontier.site()
  const own = canonical === undefined ? undefined : pageAddress(canonical, url)
  const isElsewhere = own !== undefined && pageKey(own) !== pageKey(url) && siteOf(own) === home
  if (crawling.maxPages > 1) {
    if (isElsewhere) await frontier.add([asFound(own, depth, crawling, order + rightAfter)])
    const followed = nofollow || frontier.isOfSitemap() ? [] : links
    const addresses = followed.flatMap((link) => pageAddress(link, url) ?? []).filter(isWorthAVisit)
    const here = addresses.filter((address) => siteOf(address) === home)
    await frontier.add(here.map((address) => asFound(address, depth + 1, crawling)))
  }
  if (noindex) {
    const message = 'The page does not allow indexing (noindex).'
    return { status: 'skipped', failure: { code: 'robots_disallowed', message } }
  }
  if (!(await context.blobs.exists(context.tenant, content.blobId)))
    await context.blobs.put(context.tenant, content.blobId, body)
  const last = before.get(pageKey(url))
  const change = { change: !last ? 'new' : last.sha256 === content.sha256 ? 'unchanged' : 'changed' } as const
  // What nothing could be read from is not read again while it stays the same.
  const unread = last?.sha256 === content.sha256 ? last.unread : undefined
  const taken: Change = {
    content: { ...without(content, 'unread'), ...(unread && { unread }) },
    ...(unread && { unreadCode: unread.code }),
    ...(before.size > 0 && change),
  }
  if (!isElsewhere) return { ...taken, status: 'fetched' }
  const failure = { code: 'conflict', message: `It names ${own} as its canonical address.` }
  return { ...taken, status: 'skipped', failure, canonicalKey: pageKey(own) }
}

/** An address with the refusal of its robots.txt, where that is known already. */
function asFound(url: string, depth: number, { robots }: Crawling, order?: number): Found {
  const rules = robots.recall(url)
  const isRefused = rules && !isAllowed(rules.rules, url)
  return { url, depth, ...(order !== undefined && { order }), ...(isRefused && { refusal: refusedByRobots }) }
}
