import { z } from 'zod'
import { answerSource, citation } from './answer-sources.ts'
import { limits } from './limits.ts'
import { triedPolicies } from './policy-engine.ts'
import { channel, escalationReason, foundChunk, messageFormat, outcome, policyDecision, truncated } from './records.ts'

export const threshold = z.number().min(0).max(1).describe('Below this confidence a question goes to people')

/** `user` and `assistant` are other names of `customer` and `ai`. */
const role = z.enum(['customer', 'ai', 'agent', 'user', 'assistant'])

/** A question for a try. Of a longer history the pipeline sees what it would see of a conversation. */
export const simulationInput = z.strictObject({
  message: z.string().min(1).max(limits.messageCharacters),
  history: z
    .array(z.strictObject({ role, content: z.string().min(1).max(limits.historyCharacters) }))
    .max(limits.historyMessages)
    .optional()
    .describe('Earlier messages, oldest first'),
  policies: triedPolicies.optional(),
  channel: channel.optional(),
  threshold: threshold.optional(),
})
export type SimulationInput = z.output<typeof simulationInput>

const milliseconds = z.number().min(0)

/** What would have happened, and every step on the way. All texts are as the policies let them out. */
export const simulation = z.object({
  outcome: outcome.exclude(['failed']),
  content: z.string(),
  format: messageFormat.optional().describe('The format of the content; absent: `text`'),
  truncated: truncated.optional(),
  confidence: z.number(),
  sources: z.array(answerSource),
  citations: z.array(citation).describe('The source that supports each sentence of the answer'),
  chunks: z
    .array(
      foundChunk.pick({ sourceId: true, version: true, title: true, text: true, start: true, end: true, score: true }),
    )
    .describe(
      'The found chunks, best first; `start` to `end` of the text of the version. A text or title that a policy blocks is empty',
    ),
  policies: z.array(policyDecision).describe('All policy decisions, in order'),
  escalation: z.object({ would: z.boolean(), reason: escalationReason.nullable() }),
  timings: z
    .object({
      screenMs: milliseconds,
      findMs: milliseconds,
      judgeMs: milliseconds,
      generateMs: milliseconds,
      filterMs: milliseconds,
      citeMs: milliseconds,
    })
    .partial()
    .extend({ totalMs: milliseconds })
    .describe('Duration of each step that ran; `filterMs` overlaps with `generateMs`'),
})
export type Simulation = z.output<typeof simulation>

/** A simulation as it goes: one `start`, the answer in deltas as a customer would have read it, `done` with all of it. */
export const simulationPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start') }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  simulation.extend({ type: z.literal('done') }),
])
export type SimulationPart = z.output<typeof simulationPart>
