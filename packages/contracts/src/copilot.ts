import { z } from 'zod'
import { answerSource } from './answer-sources.ts'
import { owner, query, stream } from './define.ts'
import { copiesErase } from './erasure.ts'
import { id, operationId } from './identifiers.ts'
import { pageOf, pageRequest, timestamp } from './records.ts'
import { codeWord, identifier } from './text-marks.ts'

export const copilotAction = z.enum([
  'summarize',
  'translate_en',
  'translate_sv',
  'suggest_reply',
  'analyze_sentiment',
  'draft_note',
])

export const copilotOutcome = z
  .enum(['done', 'nothing_found', 'blocked'])
  .describe('`nothing_found`: the knowledge base has no answer, and `result` says so; `blocked`: a policy refused')
export type CopilotOutcome = z.output<typeof copilotOutcome>

export const copilotResult = z.object({
  action: copilotAction,
  conversationId: identifier,
  messageId: identifier.describe('The newest message it saw'),
  outcome: copilotOutcome,
  result: z.string().describe('The result after the policies filtered it, or the refusal if they blocked it'),
  sources: z.array(answerSource).optional(),
  sentiment: z
    .object({
      label: z.enum(['positive', 'neutral', 'negative', 'frustrated']),
      score: z.number().describe('How clear the sentiment is, 0 to 1'),
    })
    .optional(),
  model: codeWord.describe('The model that wrote it; `local` if no language model did'),
})

/** A finished run of an action. */
export const copilotRun = copilotResult.extend({ id: identifier, createdAt: timestamp })

/** What comes of an action, in order: one `start`, deltas that joined are the result, `done` with all of it. */
export const copilotPart = z.discriminatedUnion('type', [
  copilotResult.pick({ action: true, conversationId: true, messageId: true }).extend({ type: z.literal('start') }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  copilotResult.extend({ type: z.literal('done') }),
])

const counted = { promptTokens: z.number().int(), completionTokens: z.number().int() }

/** Everything that copilot answers and tells. */
export const copilot = owner('copilot', {
  queries: {
    /** What actions cost that asked a language model, by the days on which there were any. Both days count. */
    usageRead: query(
      'query.copilot.usage.read.v1',
      z.object({ from: z.iso.date(), to: z.iso.date() }),
      z.object({ days: z.array(z.object({ day: z.string(), ...counted })) }),
      { timeoutMs: 15_000 },
    ),
    /** What the copilot wrote on a conversation, newest first. */
    runList: query('query.copilot.run.list.v1', pageRequest.extend({ conversationId: id }), pageOf(copilotRun)),
    copiesErase: copiesErase('copilot'),
  },
  streams: {
    /**
     * Runs an action; the same operation again answers what it answered. A stream, so that it ends when its reader goes away,
     * and may take as long as a model does. Throws `not_found`, `model_required`, `invalid_request`, `conflict`.
     */
    actionRun: stream(
      'stream.copilot.action.run.v1',
      z.object({ operationId, action: copilotAction, conversationId: id }),
      copilotPart,
    ),
  },
})
