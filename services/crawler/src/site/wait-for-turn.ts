import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { derivedId, isStillOn } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import type { CrawlerContext } from '../context.ts'
import { intervalMs, learn } from './pace.ts'
import type { SiteDocument } from './site-document.ts'

/** Sites belong to no tenant. */
const everyTenant = '_platform'
/** A site that may be asked later than this is left alone until then; sooner, we wait for it. */
const maxWaitMs = 5_000
/** What a site may ask for by `Retry-After` at most. */
const maxRestMs = 60_000
const hourMs = 3_600_000
/** How often to look whether another process has let go of a site. */
const pollMs = 50

const fresh: SiteDocument = { holder: null, leaseUntil: 0, nextAt: 0, latenciesMs: [], penaltyMs: 0 }

/** What a turn came to. `visit`: a page was asked for, so the next one has to wait its time. */
export type Turn<T> = {
  value: T
  visit?: { tookMs: number; complained: boolean; retryAfterMs?: number; crawlDelayMs?: number }
}
/** What the turn brought, or until when (milliseconds since 1970) the site is to be left alone. */
export type Taken<T> = { value: T } | { until: number }

async function inLine<T>(site: string, { lines }: CrawlerContext['state'], work: () => Promise<T>): Promise<T> {
  const before = lines.get(site) ?? Promise.resolve()
  const mine = before.then(work, work)
  lines.set(site, mine)
  try {
    return await mine
  } finally {
    if (lines.get(site) === mine) lines.delete(site)
  }
}

/** Waits for the moment at which the site may be asked next; whatever can be done before should be. */
export type Ready = () => Promise<void>

/**
 * Waits for this caller's turn at a site and does the work: one at a time over all processes, at the site's pace. A
 * process that dies in its turn loses it when its lease ends. Throws what the work throws, and the signal's reason.
 */
export const waitForTurn = <T>(
  site: string,
  context: CrawlerContext,
  signal: AbortSignal,
  work: (ready: Ready) => Promise<Turn<T>>,
): Promise<Taken<T>> =>
  inLine(site, context.state, () => waitForTurnHere(site, context.forTenant(everyTenant), signal, work))

async function waitForTurnHere<T>(
  site: string,
  { collections, commit, clock, config, log }: CrawlerContext,
  signal: AbortSignal,
  work: (ready: Ready) => Promise<Turn<T>>,
): Promise<Taken<T>> {
  const id = derivedId('crl', site)
  const holder = randomUUID()
  /** A site that is to be left alone for longer than any is was asked before the clock was set back. */
  const nextAtOf = ({ nextAt }: SiteDocument) => (isStillOn(nextAt, hourMs, clock.now()) ? nextAt : 0)
  const leaseUntil = () => clock.now() + config.CRAWL_LEASE_MS
  const write = (change: (site: SiteDocument) => Partial<SiteDocument>) =>
    commit(collections.sites, id, (current) =>
      current?.body.holder === holder ? { body: { ...current.body, ...change(current.body) } } : undefined,
    )

  let nextAt: number
  for (;;) {
    signal.throwIfAborted()
    const stored = await commit(collections.sites, id, (current) => {
      const { body = fresh } = current ?? {}
      const isHeld = body.holder !== null && isStillOn(body.leaseUntil, maxWaitMs + config.CRAWL_LEASE_MS, clock.now())
      const next = nextAtOf(body)
      if (isHeld || next - clock.now() > maxWaitMs) return undefined
      return {
        body: { ...body, nextAt: next, holder, leaseUntil: Math.max(next, clock.now()) + config.CRAWL_LEASE_MS },
      }
    })
    nextAt = nextAtOf(stored!.body)
    if (stored!.body.holder === holder) break
    if (nextAt - clock.now() > maxWaitMs) return { until: nextAt }
    await sleep(pollMs, undefined, { signal })
  }

  const renewal = setInterval(() => {
    write(() => ({ leaseUntil: leaseUntil() })).catch((error) =>
      log.warn({ site, err: error }, 'a turn was not renewed'),
    )
  }, config.CRAWL_LEASE_MS / 3)
  let turn: Turn<T> | undefined
  let startedAt = clock.now()
  try {
    turn = await work(async () => {
      const waitMs = nextAt - clock.now()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
      startedAt = clock.now()
    })
    return { value: turn.value }
  } finally {
    clearInterval(renewal)
    const visit = turn?.visit
    await write((body) => {
      if (!visit) return { holder: null }
      // Whoever asks for more than we would wait loses the page that asked, not every other page as well.
      const restMs = Math.min(visit.retryAfterMs ?? 0, maxRestMs)
      const learnt = learn(body, visit, config.CRAWL_PACE_MS)
      const next = startedAt + intervalMs(learnt, config.CRAWL_PACE_MS, visit.crawlDelayMs)
      return { ...learnt, holder: null, nextAt: Math.max(next, clock.now() + restMs) }
    })
  }
}

/** Forgets sites that nobody asked for a day. */
export async function purgeSites({ collections, clock }: CrawlerContext): Promise<void> {
  const idle = await collections.sites.findAcrossTenants({
    where: { nextAt: { lt: clock.now() - 24 * 60 * 60 * 1_000 } },
    sort: ascending('nextAt'),
    limit: 1_000,
  })
  for (const { tenant, id, revision, body } of idle)
    if (body.holder === null) await collections.sites.remove(tenant, id, revision)
}
