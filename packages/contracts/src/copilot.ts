import { z } from 'zod'
import { query, stream } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { answerSource, pageOf, pageRequest, timestamp } from './records.ts'

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
  result: z.string().describe('As the policies let it out; the refusal when they block it'),
  sources: z.array(answerSource).optional(),
  sentiment: z
    .object({
      label: z.enum(['positive', 'neutral', 'negative', 'frustrated']),
      score: z.number().describe('How clearly it is that, 0 to 1'),
    })
    .optional(),
  model: z.string().describe('What wrote it; `local` when no language model did'),
})

/** What comes of an action, in order: one `start`, deltas that joined are the result, `done` with all of it. */
export const copilotPart = z.discriminatedUnion('type', [
  copilotResult.pick({ action: true, conversationId: true, messageId: true }).extend({ type: z.literal('start') }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  copilotResult.extend({ type: z.literal('done') }),
])

/**
 * Runs an action; the same operation again answers what it answered. A stream, so that it ends when its reader goes away,
 * and may take as long as a model does. Throws `not_found`, `model_required`, `invalid_request`, `conflict`.
 */
export const actionRun = stream(
  'stream.copilot.action.run.v1',
  z.object({ operationId, action: copilotAction, conversationId: id }),
  copilotPart,
)

const counted = { promptTokens: z.number().int(), completionTokens: z.number().int() }
/** What actions cost that asked a language model, by the days on which there were any. Both days count. */
export const copilotUsage = query(
  'query.copilot.usage.read.v1',
  z.object({ from: z.iso.date(), to: z.iso.date() }),
  z.object({ days: z.array(z.object({ day: z.string(), ...counted })) }),
  { timeoutMs: 15_000 },
)

/** What the copilot wrote on a conversation, newest first. */
export const copilotRunList = query(
  'query.copilot.run.list.v1',
  pageRequest.extend({ conversationId: id }),
  pageOf(copilotResult.extend({ createdAt: timestamp })),
)
