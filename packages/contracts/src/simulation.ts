import { z } from 'zod'
import { query, stream } from './define.ts'
import { id } from './identifiers.ts'
import { limits } from './limits.ts'
import { policy, policyInput } from './policy-engine.ts'
import { answerSource, channel, escalationReason, outcome, policyDecision, timestamp } from './records.ts'

const [topicFilter, piiFilter, toneControl, lengthLimit] = policyInput.options
const whenRead = { id: id.optional(), createdAt: timestamp.optional(), updatedAt: timestamp.optional() }

/** A policy for a try: as a client writes it, or as it was read from the API. */
export const triedPolicy = z.discriminatedUnion('type', [
  topicFilter.extend(whenRead),
  piiFilter.extend(whenRead),
  toneControl.extend(whenRead),
  lengthLimit.extend(whenRead),
])
export const triedPolicies = z
  .array(triedPolicy)
  .max(200)
  .describe("In place of the tenant's policies, all of them; ties of priority go by their order here")

/**
 * Brings policies for a try into the form of kept ones: what is missing (ids, times) is made up, so that ties go by their
 * order in the list. Throws `invalid_request` with every reason for which one of them could not be made, under
 * `<position>.<field>`.
 */
export const policySetCheck = query(
  'query.policy-engine.policy-set.check.v1',
  z.object({ policies: triedPolicies }),
  z.object({ policies: z.array(policy) }),
)

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
    .describe('What was said before, oldest first'),
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
  confidence: z.number(),
  sources: z.array(answerSource),
  chunks: z
    .array(z.object({ sourceId: z.string(), version: z.number().int(), text: z.string(), score: z.number() }))
    .describe('What was found, best first; a text that a policy blocks is empty'),
  policies: z.array(policyDecision).describe('Every decision, in the order they were taken'),
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
    .describe('Of each step that ran; `filterMs` is spent while `generateMs` goes on'),
})
export type Simulation = z.output<typeof simulation>

/**
 * Runs the pipeline on a question, stores and publishes nothing, and answers one part. A stream, so that it ends when its
 * reader goes away, and may take as long as a model does. Throws what would have made the turn fail.
 */
export const messageSimulate = stream(
  'stream.chat.message.simulate.v1',
  simulationInput.extend({
    isForColleague: z
      .boolean()
      .optional()
      .describe('The answer goes to a person: no rule hands the message over, only what the knowledge base has counts'),
  }),
  simulation,
  { maxInFlight: 64 },
)
