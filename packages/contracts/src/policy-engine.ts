import { z } from 'zod'
import { owner, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { oneLineName } from './one-line.ts'
import { modelUsage, pageOf, pageRequest, policyDecision, timestamp } from './records.ts'

const phrase = z.string().max(200).trim().min(1)
export const piiKind = z.enum(['email', 'phone', 'national_id', 'card', 'iban'])

export const topicFilterConfig = z.strictObject({
  topics: z
    .array(
      z.strictObject({
        name: z.string().max(100).overwrite(oneLineName).min(1),
        phrases: z
          .array(phrase)
          .max(500)
          .describe('Words and phrases, matched in any form; may be empty when there are examples'),
        examples: z
          .array(z.string().max(1_000).trim().min(1))
          .max(200)
          .optional()
          .describe('Messages about the topic; messages that are similar to one of them match too'),
      }),
    )
    .min(1)
    .max(100),
})
export const piiFilterConfig = z.strictObject({
  kinds: z.array(piiKind).min(1).max(100),
  regions: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'an ISO 3166 country code such as SE'))
    .max(50)
    .optional(),
})
export const toneControlConfig = z.strictObject({ tone: z.enum(['formal', 'informal', 'professional']) })
export const lengthLimitConfig = z.strictObject({ maxTokens: z.number().int().min(1).max(100_000) })

const common = {
  name: z.string().max(200).overwrite(oneLineName).min(1),
  mode: z.enum(['Pre-generation', 'Post-generation']),
  priority: z
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .describe('The lowest runs first; policies with the same priority run in the order of creation'),
  enabled: z.boolean(),
}
const withDefaults = { ...common, priority: common.priority.default(100), enabled: common.enabled.default(true) }

/** The types of policy, each with its config: a new one is added here, and the compiler finds the other places. */
const ofEachType = <Common extends z.ZodRawShape>(common: Common) =>
  [
    z.object({ ...common, type: z.literal('Topic Filter'), config: topicFilterConfig }),
    z.object({ ...common, type: z.literal('PII Filter'), config: piiFilterConfig }),
    z.object({ ...common, type: z.literal('Tone Control'), config: toneControlConfig }),
    z.object({ ...common, type: z.literal('Length Limit'), config: lengthLimitConfig }),
  ] as const
/** Refuses fields that it does not know: what clients write. */
const strict = <Types extends readonly z.ZodObject[]>(types: Types): Types =>
  types.map((each) => each.strict()) as unknown as Types

/** A policy as a client writes it. */
export const policyInput = z.discriminatedUnion('type', strict(ofEachType(withDefaults)))

/** A policy as it is kept. */
export const policy = z.discriminatedUnion(
  'type',
  ofEachType({ ...common, id: z.string(), createdAt: timestamp, updatedAt: timestamp }),
)
export type Policy = z.output<typeof policy>

/**
 * A policy as it crosses the bus: also one that another version wrote, of a type, mode or config unknown here. It is listed
 * and handed on as it is, and whoever evaluates it refuses it (`policy_unavailable`), so it has the type of the known ones.
 */
const keptPolicy = z.union([
  policy,
  z.looseObject({ id: z.string(), enabled: z.boolean() }),
]) as unknown as typeof policy

/**
 * A change of a policy: any field but its type. `config` replaces the whole config and has to fit the type that the policy
 * has, which only its owner knows: policy-engine checks it and names each fault.
 */
export const policyPatch = z.strictObject({
  name: common.name.optional(),
  mode: common.mode.optional(),
  priority: common.priority.optional(),
  enabled: common.enabled.optional(),
  config: z.looseObject({}).describe("As for a new policy of this one's type").optional(),
})

const readAt = z.iso.datetime({ offset: true }).optional()

/** A policy for a try: as a client writes it, or as it was read from the API. */
export const triedPolicy = z.discriminatedUnion(
  'type',
  strict(ofEachType({ ...withDefaults, id: id.optional(), createdAt: readAt, updatedAt: readAt })),
)
export const triedPolicies = z
  .array(triedPolicy)
  .max(200)
  .describe("Replace all of the tenant's policies; policies with the same priority run in this order")

/** Absent when no model was asked, and from versions that did not count. */
const usage = modelUsage.optional().describe('Tokens of the model that judged topics or set a tone')

/** Everything that policy-engine answers and tells. */
export const policyEngine = owner('policy-engine', {
  queries: {
    policyCreate: query(
      'query.policy-engine.policy.create.v1',
      z.object({ operationId, policy: policyInput }),
      keptPolicy,
    ),
    policyList: query('query.policy-engine.policy.list.v1', pageRequest, pageOf(keptPolicy)),
    policyRead: query('query.policy-engine.policy.read.v1', z.object({ policyId: id }), keptPolicy),
    policyUpdate: query(
      'query.policy-engine.policy.update.v1',
      z.object({ policyId: id, patch: policyPatch }),
      keptPolicy,
    ),
    policyDelete: query('query.policy-engine.policy.delete.v1', z.object({ policyId: id }), z.object({})),
    /**
     * Before generation: freezes the tenant's enabled policies for a turn and evaluates the Pre-generation ones on the
     * customer's message. `text` is what the model may see, and so is `history`, what was said before, in the same order. A
     * block ends the turn with the refusal.
     */
    messageScreen: query(
      'query.policy-engine.message.screen.v1',
      z.object({
        text: z.string(),
        history: z.array(z.string()).default([]),
        policies: z.array(keptPolicy).optional().describe("Replaces the tenant's policies, for a simulation"),
      }),
      z.object({
        policies: z.array(keptPolicy).describe('The frozen set: every enabled policy, in evaluation order'),
        text: z.string(),
        history: z.array(z.string()),
        blocked: z.object({ policy: z.string(), reason: z.string() }).optional(),
        instructions: z.array(z.string()).describe('What Pre-generation policies ask of the model'),
        maxTokens: z.number().int().optional(),
        decisions: z.array(policyDecision),
        usage,
      }),
      // A topic's examples are compared by the embedding model, an answer's tone is set by the language model.
      { timeoutMs: 20_000 },
    ),
    /**
     * After generation: what of the text so far may leave, under the turn's frozen policies. A pure function; for a
     * growing `text` the `released` text only grows. `final`: the text is whole, so all of it that may leave does.
     */
    answerFilter: query(
      'query.policy-engine.answer.filter.v1',
      z.object({ policies: z.array(keptPolicy), text: z.string(), final: z.boolean() }),
      z.object({
        released: z.string(),
        holds: z
          .enum(['segment', 'answer'])
          .optional()
          .describe(
            'What the policies hold back while the text grows; with `answer`, nothing is sent before the answer is complete',
          ),
        blocked: z.object({ policy: z.string(), reason: z.string() }).optional(),
        decisions: z.array(policyDecision),
        usage,
      }),
      { timeoutMs: 30_000 },
    ),
    /**
     * Whole texts that leave beside an answer (quotes, titles, summaries, copilot results, event bodies), under the given
     * policies or, without them, the tenant's current Post-generation ones. Each comes back as it may leave.
     */
    textsRelease: query(
      'query.policy-engine.texts.release.v1',
      z.object({
        policies: z.array(keptPolicy).optional(),
        texts: z.array(z.string()).max(100),
        tone: z
          .enum(['kept', 'set'])
          .default('kept')
          .describe(
            '`set`: texts that we wrote; a Tone Control applies. Quotes, titles and what customers wrote keep theirs',
          ),
        length: z
          .enum(['kept', 'set'])
          .default('set')
          .describe('`kept`: no Length Limit shortens, for it is of answers'),
      }),
      z.object({
        texts: z.array(z.object({ text: z.string(), changed: z.boolean(), blocked: z.boolean() })),
        decisions: z.array(policyDecision),
      }),
      { timeoutMs: 30_000 },
    ),
    /**
     * Brings policies for a try into the form of kept ones: what is missing (ids, times) is made up, so that ties go by their
     * order in the list. Throws `invalid_request` with every reason for which one of them could not be made, under
     * `<position>.<field>`.
     */
    policySetCheck: query(
      'query.policy-engine.policy-set.check.v1',
      z.object({ policies: triedPolicies }),
      z.object({ policies: z.array(keptPolicy) }),
    ),
  },
})
