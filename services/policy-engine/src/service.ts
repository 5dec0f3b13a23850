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
import { defineService } from '@frontdesk/service'
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
  readPolicy,
  updatePolicy,
} from './keep-policies.ts'
import { releaseTexts } from './release-texts.ts'
import { screenMessage } from './screen-message.ts'

/** Owns the policies, and decides on every text what of it may go to the model or leave. */
export const policyEngine = defineService({
  name: 'policy-engine',
  config: z.object({}),
  uses: [],
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
      screenMessage(policies ?? (await enabledPolicies(context)), text, history),
    answerFilter: async ({ policies, text, final }) => filterAnswer(policies, text, final, await toolsFor(policies)),
    policySetCheck: async ({ policies }, context) => ({ policies: checkPolicySet(policies, context) }),
    async textsRelease({ policies, texts }, context) {
      const set = policies ?? (await enabledPolicies(context))
      return releaseTexts(set, texts, await toolsFor(set))
    },
  },
})

// The tokenizer is large, so it is there only for those who have set a limit.
const toolsFor = async (policies: Policy[]): Promise<Tools> =>
  policies.some(({ type, enabled }) => enabled && type === 'Length Limit') ? { tokenizer: await loadTokenizer() } : {}
