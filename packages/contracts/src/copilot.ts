import { z } from 'zod'
import { query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { answerSource } from './records.ts'

export const copilotAction = z.enum([
  'summarize',
  'translate_en',
  'translate_sv',
  'suggest_reply',
  'analyze_sentiment',
  'draft_note',
])

export const copilotResult = z.object({
  action: copilotAction,
  conversationId: z.string(),
  messageId: z.string().describe('The newest message it saw'),
  result: z.string(),
  sources: z.array(answerSource).optional(),
  sentiment: z.object({ label: z.string(), score: z.number() }).optional(),
  model: z.string(),
})

export const actionRun = query(
  'query.copilot.action.run.v1',
  z.object({ operationId, action: copilotAction, conversationId: id }),
  copilotResult,
  { timeoutMs: 60_000 },
)
