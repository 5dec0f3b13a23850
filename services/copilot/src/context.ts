import { chat, type copilot, policyEngine } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import type { z } from 'zod'
import { runs } from './runs/run-document.ts'
import { usage } from './usage/usage-document.ts'

export const collections = { runs, usage }
export const asks = [chat, policyEngine] as const

export type CopilotContext = Context<'models', z.ZodType, typeof collections, typeof copilot, typeof asks>
