import { type crawler, ingest } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { crawls, pages } from './crawl/crawl-document.ts'
import { sites } from './site/site-document.ts'
import type { State } from './state.ts'

export const config = z.object({
  /** Where a site's owner can read who is asking; goes into the user agent. */
  PUBLIC_URL: z.url().optional(),
  /** One fetch, and the whole body. */
  CRAWL_TIMEOUT_MS: z.coerce.number().int().min(100).default(20_000),
  /** A crawl whose worker is silent for this long is taken over. */
  CRAWL_LEASE_MS: z.coerce.number().int().min(1_000).default(10_000),
  /** Between the starts of two requests to one site, where neither the site nor its robots.txt asks for more. 0: none. */
  CRAWL_PACE_MS: z.coerce.number().int().min(0).max(60_000).default(250),
})
export const collections = { crawls, pages, sites }
export const asks = [ingest] as const

export type CrawlerContext = Context<
  'blobs' | 'outboundHttp',
  typeof config,
  typeof collections,
  typeof crawler,
  typeof asks,
  State
>
