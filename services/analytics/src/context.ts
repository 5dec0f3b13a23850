import { type analytics, chat, ingest, policyEngine } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { conversations, facts, recalibrations, sources } from './facts/fact-document.ts'
import { gaps, groupings, questions } from './gaps/gap-document.ts'
import { log } from './log/log-document.ts'
import { crawledPages } from './pages/crawled-page-document.ts'

export const config = z.object({
  /** An answer of less confidence shows a gap in the sources. */
  LOW_CONFIDENCE: z.coerce.number().min(0).max(1).default(0.5),
})
export const collections = {
  facts,
  recalibrations,
  conversations,
  sources,
  crawledPages,
  log,
  questions,
  gaps,
  groupings,
}
export const asks = [chat, ingest, policyEngine] as const
export const uses = ['blobs'] as const

export type AnalyticsContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof analytics,
  typeof asks
>
