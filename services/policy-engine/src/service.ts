import { type Policy, policyEngine } from '@frontdesk/contracts'
import { loadTokenizer, startUsageMeter } from '@frontdesk/models'
import { type Context, defineService } from '@frontdesk/service'
import { z } from 'zod'
import { collections, type PolicyContext } from './context.ts'
import { filterAnswer } from './evaluation/filter-answer.ts'
import { releaseTexts } from './evaluation/release-texts.ts'
import { screenMessage } from './evaluation/screen-message.ts'
import { growingMasks } from './personal-data/growing-masks.ts'
import { checkPolicySet } from './policies/check-policy-set.ts'
import {
  createPolicy,
  deletePolicy,
  enabledPolicies,
  listPolicies,
  readPolicy,
  updatePolicy,
} from './policies/policy-store.ts'
import type { Tools } from './types/policy-type.ts'
import { keeping } from './types/policy-types.ts'

/** Masks of the answers that this process filters now. Losing one only costs time. */
const masks = growingMasks()

/** Owns the policies, and decides for every text what may be given to the model or sent. */
export const policyEngineService = defineService({
  contracts: policyEngine,
  config: z.object({
    /** How long a configured language model may judge topics after the rules; 0: it is not asked. */
    TOPIC_JUDGE_TIMEOUT_MS: z.coerce.number().int().min(0).default(3_000),
  }),
  uses: ['models'],
  collections,
  asks: [],
  handlers: {
    policyCreate: (body, context) => createPolicy(body, context),
    policyList: (page, context) => listPolicies(page, context),
    policyRead: ({ policyId }, context) => readPolicy(policyId, context),
    policyUpdate: (body, context) => updatePolicy(body, context),
    policyDelete: ({ policyId }, context) => deletePolicy(policyId, context),
    messageScreen: async ({ text, history, policies }, context) =>
      metered(async (onUsage) =>
        screenMessage(policies ?? (await enabledPolicies(context)), text, history, {
          ...judgingTools(toolsOf(context), context),
          onUsage,
        }),
      ),
    answerFilter: ({ policies, text, final }, context) =>
      metered(async (onUsage) =>
        filterAnswer(policies, text, final, {
          ...judgingTools(await withTokenizer(policies, context), context),
          masks,
          onUsage,
        }),
      ),
    policySetCheck: async ({ policies }, context) => ({ policies: checkPolicySet(policies, context) }),
    async textsRelease({ policies, texts, tone, length }, context) {
      const all = policies ?? (await enabledPolicies(context))
      const set = length === 'kept' ? keeping('length', all) : all
      return releaseTexts(set, texts, tone, await withTokenizer(set, context))
    },
  },
})

type EvaluationContext = PolicyContext &
  Pick<Context<'models'>, 'models'> & { config: { TOPIC_JUDGE_TIMEOUT_MS: number } }

const toolsOf = ({ models, signal, log }: EvaluationContext): Tools => ({
  models,
  signal,
  onFailure: ({ id, name, type, mode }, err) =>
    log.error({ policyId: id, policy: name, type, mode, err }, 'a policy could not be evaluated, so nothing is sent'),
})

/** A reply with the tokens that language models used for it, counted for the turn. */
async function metered<Reply>(make: (onUsage: Tools['onUsage'] & {}) => Promise<Reply>) {
  const meter = startUsageMeter()
  const reply = await make(meter.add)
  const usage = meter.total()
  return { ...reply, ...(usage && { usage }) }
}

/** With the language model, for messages and answers: titles, quotes and events are judged by the rules alone, since they are many. */
const judgingTools = (tools: Tools, { config, log }: EvaluationContext): Tools => ({
  ...tools,
  topicJudgeMs: config.TOPIC_JUDGE_TIMEOUT_MS,
  onUnjudged: ({ id, name }, err) =>
    log.warn({ policyId: id, policy: name, err }, 'the model could not judge topics; the result of the rules is used'),
})

// The tokenizer is large, so it is there only for those who have set a limit.
const withTokenizer = async (policies: Policy[], context: EvaluationContext): Promise<Tools> =>
  policies.some(({ type, enabled }) => enabled && type === 'Length Limit')
    ? { ...toolsOf(context), tokenizer: await loadTokenizer(context.models.chat) }
    : toolsOf(context)
