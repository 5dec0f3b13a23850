import type { Policy, PolicyDecision, policyEngine, ReplyOf } from '@frontdesk/contracts'
import type { Tools } from '../types/policy-type.ts'
import { releaseText } from './filter-answer.ts'

const strength = { pass: 0, change: 1, block: 2 } as const

/**
 * Texts that leave beside an answer, each as it may leave, with one decision a policy: the strongest it took on any of
 * them. Throws `policy_unavailable` when a policy can't be evaluated on one of them, and nothing leaves.
 */
export async function releaseTexts(
  policies: Policy[],
  texts: string[],
  tone: 'kept' | 'set',
  tools: Tools,
): Promise<ReplyOf<typeof policyEngine.queries.textsRelease>> {
  const strongest = new Map<string, PolicyDecision>()
  const released = []
  for (const each of texts) {
    const { decisions, ...result } = await releaseText(policies, each, tone, tools)
    for (const decision of decisions) {
      const known = strongest.get(decision.policyId)
      if (!known || strength[decision.decision] > strength[known.decision]) strongest.set(decision.policyId, decision)
    }
    released.push(result)
  }
  return { texts: released, decisions: [...strongest.values()] }
}
