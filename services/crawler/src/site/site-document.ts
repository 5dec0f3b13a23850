import { collection } from '@frontdesk/documents'

/** Who may ask a site now, and how fast. Shared by every crawl of every tenant: a site has one visitor, us. */
export type SiteDocument = {
  holder: string | null
  leaseUntil: number
  /** The next request may start at (milliseconds since 1970). */
  nextAt: number
  /** How long the latest replies took. */
  latenciesMs: number[]
  /** The interval that the site's own complaints (429, 503) lead to; 0 when it has none. */
  penaltyMs: number
}

export const sites = collection<SiteDocument>('crawler-sites', [{ fields: ['nextAt'], acrossTenants: true }])
