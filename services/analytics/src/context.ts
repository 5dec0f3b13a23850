import { messageList, messageSimulate, sourceAdd, sourceRead } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { crawledPages } from './count-pages.ts'
import { conversations, facts, sources } from './fact-documents.ts'
import { gaps, groupings, questions } from './gaps/gap-documents.ts'
import { log } from './keep-log.ts'

export const config = z.object({
  /** An answer of less confidence shows a gap in the sources. */
  LOW_CONFIDENCE: z.coerce.number().min(0).max(1).default(0.5),
})
export const collections = { facts, conversations, sources, crawledPages, log, questions, gaps, groupings }
export const asks = { messageList, messageSimulate, sourceAdd, sourceRead }
export const uses = ['blobs'] as const

export type AnalyticsContext = Context<(typeof uses)[number], typeof config, typeof collections, {}, typeof asks>
