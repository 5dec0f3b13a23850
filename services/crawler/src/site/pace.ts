import type { SiteDocument } from './site-document.ts'

type Pace = Pick<SiteDocument, 'latenciesMs' | 'penaltyMs'>

/** Replies that say how fast a site is: enough that one slow page does not slow down a crawl. */
const remembered = 9
/** Replies that usually take longer than this are slow: such a site rests for as long as a reply takes. */
const slowMs = 500
/** However slow a site is, and however much it complains without saying for how long. */
const maxAdaptedMs = 10_000
const maxPenaltyMs = 60_000
/** A robots.txt may ask for more than this, and gets this. */
export const maxCrawlDelayMs = 30_000

/** What became of a request, as far as the site's pace is concerned. */
export type Visit = { tookMs: number; complained: boolean }

function medianOf(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** What a site's pace becomes by a visit: complaints double the interval, everything else halves what they made of it. */
export function learn({ latenciesMs, penaltyMs }: Pace, visit: Visit, paceMs: number): Pace {
  const doubled = Math.min(maxPenaltyMs, Math.max(paceMs, penaltyMs) * 2)
  const halved = penaltyMs / 2 > paceMs ? penaltyMs / 2 : 0
  return {
    latenciesMs: [...latenciesMs, visit.tookMs].slice(-remembered),
    penaltyMs: visit.complained ? doubled : halved,
  }
}

/**
 * Milliseconds between the starts of two requests to a site: the pace, more where its robots.txt asks for it, twice the
 * usual duration of its replies where they are slow, more after complaints. A pace of 0 leaves only the robots.txt's.
 */
export function intervalMs({ latenciesMs, penaltyMs }: Pace, paceMs: number, crawlDelayMs = 0): number {
  const asked = Math.min(crawlDelayMs, maxCrawlDelayMs)
  if (paceMs === 0) return asked
  const usualMs = medianOf(latenciesMs)
  const adaptedMs = usualMs > slowMs ? Math.min(2 * usualMs, maxAdaptedMs) : 0
  return Math.max(paceMs, asked, penaltyMs, adaptedMs)
}
