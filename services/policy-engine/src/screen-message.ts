import type { messageScreen, Policy, PolicyDecision, ReplyOf } from '@frontdesk/contracts'
import { decisionOf, enabledIn, failingClosed, inOrder, maskText } from './evaluate-policy.ts'
import { matchTopics } from './topics/match-topics.ts'

/**
 * What Pre-generation policies make of a customer's message: the text that the model may see, or a block, which ends the
 * evaluation there. `history` (what was said before and the model will see too) is masked alike and blocks nothing: it was
 * screened when it came. A policy that can't be evaluated throws `policy_unavailable`.
 */
export function screenMessage(all: Policy[], message: string, history: string[] = []): ReplyOf<typeof messageScreen> {
  const policies = inOrder(all.filter(({ enabled }) => enabled))
  const decisions: PolicyDecision[] = []
  let text = message
  let past = history
  let maxTokens: number | undefined
  for (const policy of enabledIn('Pre-generation', policies)) {
    const blocked = failingClosed(policy, () => {
      switch (policy.type) {
        case 'Topic Filter': {
          const match = matchTopics(text, policy.config)
          const reason = match ? `the topic "${match.topic}"` : 'no topic was touched'
          decisions.push(decisionOf(policy, { decision: match ? 'block' : 'pass', reason }))
          return match && { policy: policy.type, reason }
        }
        case 'PII Filter': {
          const verdict = maskText(policy, text, true)
          text = verdict.text
          past = past.map((each) => maskText(policy, each, true).text)
          decisions.push(decisionOf(policy, verdict))
          return undefined
        }
        case 'Length Limit': {
          maxTokens = Math.min(maxTokens ?? Number.POSITIVE_INFINITY, policy.config.maxTokens)
          const reason = `the answer may have ${policy.config.maxTokens} tokens`
          decisions.push(decisionOf(policy, { decision: 'pass', reason }))
          return undefined
        }
        default:
          throw new Error(`a ${policy.type} can't be evaluated`)
      }
    })
    if (blocked) return { policies, text: '', history: [], blocked, instructions: [], decisions }
  }
  return {
    policies,
    text,
    history: past,
    instructions: [],
    ...(maxTokens !== undefined && { maxTokens }),
    decisions,
  }
}
