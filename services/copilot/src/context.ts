import {
  conversationRead,
  type copilotResult,
  messageList,
  messageScreen,
  messageSimulate,
  textsRelease,
} from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Context } from '@frontdesk/service'
import type { z } from 'zod'

/** One finished run of an action: what was answered, so that the same operation answers it again. */
export type RunDocument = z.output<typeof copilotResult> & { createdAt: string }

const runs = collection<RunDocument>('copilot-runs', [{ fields: ['conversationId', 'createdAt'] }])
/** What actions cost that asked a language model. It holds no word, and stays when they are erased. Keyed by the run. */
export type UsageRecord = { at: string; promptTokens: number; completionTokens: number }

const usage = collection<UsageRecord>('copilot-usage', [{ fields: ['at'] }])
export const collections = { runs, usage }
export const asks = { conversationRead, messageList, messageScreen, messageSimulate, textsRelease }

export type CopilotContext = Context<'models', z.ZodType, typeof collections, Record<never, never>, typeof asks>
