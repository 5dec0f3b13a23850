import { type answerFilter, type Policy, type PolicyDecision, type ReplyOf, refusal } from '@frontdesk/contracts'
import { decisionOf, enabledIn, failingClosed, maskText, type Tools, type Verdict } from './evaluate-policy.ts'
import { shortenToTokens } from './shorten-to-tokens.ts'
import { matchTopics } from './topics/match-topics.ts'

type Filtered = ReplyOf<typeof answerFilter>

/**
 * What of an answer may leave under the Post-generation policies among the given ones. A pure function of its arguments:
 * for a growing text the released text only grows, and at the end (`final`) everything that may leave has left, however
 * the text came. Policies form a pipeline in their order, each seeing what the one before let out:
 * - `segment` policies (PII Filter, Length Limit) let out what no continuation could change;
 * - `answer` policies (Topic Filter) judge the whole, so nothing leaves before the end.
 * A block releases the refusal instead. A policy that can't be evaluated throws `policy_unavailable`.
 */
export function filterAnswer(all: Policy[], text: string, final: boolean, tools: Tools = {}): Filtered {
  const policies = enabledIn('Post-generation', all)
  // Found by type, not by trying: a policy that fails on half a text must fail before any of it left.
  if (!final && policies.some(({ type }) => type !== 'PII Filter' && type !== 'Length Limit')) {
    return { released: '', decisions: [] }
  }
  const decisions: PolicyDecision[] = []
  let released = text
  for (const policy of policies) {
    const verdict = failingClosed(policy, () => evaluate(policy, released, final, tools))
    decisions.push(decisionOf(policy, verdict))
    if (verdict.decision === 'block') {
      return { released: refusal, blocked: { policy: policy.type, reason: verdict.reason }, decisions }
    }
    released = verdict.text
  }
  return { released, decisions }
}

function evaluate(policy: Policy, text: string, final: boolean, { tokenizer }: Tools): Verdict {
  switch (policy.type) {
    case 'Topic Filter': {
      const match = matchTopics(text, policy.config)
      if (!match) return { text, decision: 'pass', reason: 'no topic was touched' }
      return { text: '', decision: 'block', reason: `the topic "${match.topic}"` }
    }
    case 'PII Filter':
      return maskText(policy, text, final)
    case 'Length Limit': {
      if (!tokenizer) throw new Error('no tokenizer was loaded')
      const { maxTokens } = policy.config
      const shortened = shortenToTokens(text, maxTokens, tokenizer, final)
      if (!final || shortened === text) return { text: shortened, decision: 'pass', reason: 'within the limit' }
      return { text: shortened, decision: 'change', reason: `shortened to ${maxTokens} tokens` }
    }
    default:
      throw new Error(`a ${policy.type} can't be evaluated`)
  }
}

/**
 * A whole text that leaves beside an answer, as it may leave. A blocked one comes back empty: a refusal is no title and no
 * quote. Throws `policy_unavailable` as `filterAnswer` does.
 */
export function releaseText(policies: Policy[], text: string, tools: Tools = {}) {
  const { released, blocked, decisions } = filterAnswer(policies, text, true, tools)
  const left = blocked ? '' : released
  return { text: left, changed: left !== text, blocked: blocked !== undefined, decisions }
}
