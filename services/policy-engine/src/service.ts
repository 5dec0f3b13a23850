import {
  answerFilter,
  messageScreen,
  type Policy,
  policyCreate,
  policyDelete,
  policyList,
  policyRead,
  policySetCheck,
  policyUpdate,
  textsRelease,
} from '@frontdesk/contracts'
import { loadTokenizer } from '@frontdesk/models'
import { type Context, defineService } from '@frontdesk/service'
import { z } from 'zod'
import { checkPolicySet } from './check-policy-set.ts'
import type { Tools } from './evaluate-policy.ts'
import { filterAnswer } from './filter-answer.ts'
import {
  collections,
  createPolicy,
  deletePolicy,
  enabledPolicies,
  listPolicies,
  type PolicyContext,
  readPolicy,
  updatePolicy,
} from './keep-policies.ts'
import { releaseTexts } from './release-texts.ts'
import { screenMessage } from './screen-message.ts'

/** Owns the policies, and decides on every text what of it may go to the model or leave. */
export const policyEngine = defineService({
  name: 'policy-engine',
  config: z.object({}),
  uses: ['models'],
  collections,
  publishes: {},
  asks: {},
  handles: {
    policyCreate,
    policyList,
    policyRead,
    policyUpdate,
    policyDelete,
    messageScreen,
    answerFilter,
    textsRelease,
    policySetCheck,
  },
  handlers: {
    policyCreate: (body, context) => createPolicy(body, context),
    policyList: (page, context) => listPolicies(page, context),
    policyRead: ({ policyId }, context) => readPolicy(policyId, context),
    policyUpdate: (body, context) => updatePolicy(body, context),
    async policyDelete({ policyId }, context) {
      await deletePolicy(policyId, context)
      return {}
    },
    messageScreen: async ({ text, history, policies }, context) =>
      screenMessage(policies ?? (await enabledPolicies(context)), text, history, toolsOf(context)),
    answerFilter: async ({ policies, text, final }, context) =>
      filterAnswer(policies, text, final, await withTokenizer(policies, context)),
    policySetCheck: async ({ policies }, context) => ({ policies: checkPolicySet(policies, context) }),
    async textsRelease({ policies, texts, tone }, context) {
      const set = policies ?? (await enabledPolicies(context))
      return releaseTexts(set, texts, tone, await withTokenizer(set, context))
    },
  },
})

type EvaluationContext = PolicyContext & Pick<Context<'models'>, 'models'>

const toolsOf = ({ models, signal, log }: EvaluationContext): Tools => ({
  models,
  signal,
  onFailure: ({ id, name, type, mode }, err) =>
    log.error({ policyId: id, policy: name, type, mode, err }, 'a policy could not be evaluated, so nothing leaves'),
})

// The tokenizer is large, so it is there only for those who have set a limit.
const withTokenizer = async (policies: Policy[], context: EvaluationContext): Promise<Tools> =>
  policies.some(({ type, enabled }) => enabled && type === 'Length Limit')
    ? { ...toolsOf(context), tokenizer: await loadTokenizer(context.models.chat) }
    : toolsOf(context)
