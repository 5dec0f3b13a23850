import type { Policy, PolicyDecision, policyEngine, ReplyOf } from '@frontdesk/contracts'
import { maskText } from '../types/personal-data.ts'
import type { Tools } from '../types/policy-type.ts'
import { policyTypeOf } from '../types/policy-types.ts'
import { decisionOf, enabledIn, failingClosed, inOrder } from './evaluate-policy.ts'

/**
 * What Pre-generation policies make of a customer's message: the text that the model may see, what they ask of the model,
 * or a block, which ends the evaluation there. `history` (what was said before and the model will see too) is masked alike
 * and blocks nothing: it was screened when it came. A policy that can't be evaluated throws `policy_unavailable`.
 */
export async function screenMessage(
  all: Policy[],
  message: string,
  history: string[],
  tools: Tools,
): Promise<ReplyOf<typeof policyEngine.queries.messageScreen>> {
  const policies = inOrder(all.filter(({ enabled }) => enabled))
  const decisions: PolicyDecision[] = []
  const instructions: string[] = []
  const pre = enabledIn('Pre-generation', policies)
  const filters = pre.filter((policy) => policy.type === 'PII Filter')
  const forModels = (text: string) => filters.reduce((masked, filter) => maskText(filter, masked, true).text, text)
  let asked = { text: message, history }
  let maxTokens = Number.POSITIVE_INFINITY
  for (const policy of pre) {
    const { text } = asked
    const screening = await failingClosed(policy, tools, () =>
      policyTypeOf(policy.type).before(policy, { ...asked, forModels: () => forModels(text) }, tools),
    )
    decisions.push(decisionOf(policy, screening))
    if (screening.decision === 'block') {
      const blocked = { policy: policy.type, reason: screening.reason }
      return { policies, text: '', history: [], blocked, instructions: [], decisions }
    }
    asked = { text: screening.text ?? asked.text, history: screening.history ?? asked.history }
    if (screening.instruction !== undefined) instructions.push(screening.instruction)
    maxTokens = Math.min(maxTokens, screening.maxTokens ?? maxTokens)
  }
  return { policies, ...asked, instructions, ...(Number.isFinite(maxTokens) && { maxTokens }), decisions }
}
