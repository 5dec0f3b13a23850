import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { conversations, facts, sources } from './fact-documents.ts'
import { log } from './keep-log.ts'

export const config = z.object({})
export const collections = { facts, conversations, sources, log }
export const asks = {}
export const uses = [] as const

export type AnalyticsContext = Context<(typeof uses)[number], typeof config, typeof collections, {}, typeof asks>
