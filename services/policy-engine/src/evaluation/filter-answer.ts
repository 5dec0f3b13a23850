import { type Policy, type PolicyDecision, type policyEngine, type ReplyOf, refusal } from '@frontdesk/contracts'
import type { Tools, Verdict } from '../types/policy-type.ts'
import { isKnownType, keeping, policyTypeOf } from '../types/policy-types.ts'
import { decisionOf, enabledIn, failingClosed } from './evaluate-policy.ts'

type Filtered = ReplyOf<typeof policyEngine.queries.answerFilter>

/**
 * What of an answer may leave under the Post-generation policies among the given ones. A function of its arguments alone
 * (but for a model that restyles, which is asked once, at the end): for a growing text the released text only grows, and at
 * the end (`final`) everything that may leave has left, however the text came. Policies form a pipeline in their order,
 * each seeing what the one before let out:
 * - `segment` policies (PII Filter, Length Limit) let out what no continuation could change;
 * - `answer` policies (Topic Filter, Tone Control) need the whole, so nothing leaves before the end (`holds`).
 * What a Tone Control wrote anew goes through the policies before it once more. A block releases the refusal instead. A
 * policy that can't be evaluated throws `policy_unavailable`.
 */
export async function filterAnswer(all: Policy[], text: string, final: boolean, tools: Tools): Promise<Filtered> {
  const policies = enabledIn('Post-generation', all)
  if (!final && policies.some(holdsAnswer)) return { released: '', holds: 'answer', decisions: [] }
  const decisions = new Map<string, PolicyDecision>()
  const evaluate = (policy: Policy, text: string) =>
    policyTypeOf(policy.type).after(
      policy,
      { text, final, following: policies.slice(policies.indexOf(policy) + 1) },
      tools,
    )
  let released = text
  for (const [i, policy] of policies.entries()) {
    const verdict = await failingClosed(policy, tools, () => evaluate(policy, released))
    decisions.set(policy.id, decisionOf(policy, verdict))
    if (verdict.decision === 'block') return refused(policy, verdict, decisions)
    const isNew = policyTypeOf(policy.type).rewrites === true && verdict.text !== released
    released = verdict.text
    if (!isNew) continue
    for (const before of policies.slice(0, i)) {
      // Two that disagree on the tone would go on for ever; the later one has the last word.
      if (policyTypeOf(before.type).rewrites) continue
      const again = await failingClosed(before, tools, () => evaluate(before, released))
      if (again.decision !== 'pass') decisions.set(before.id, decisionOf(before, again))
      if (again.decision === 'block') return refused(before, again, decisions)
      released = again.text
    }
  }
  return { released, ...(policies.length > 0 && { holds: 'segment' }), decisions: [...decisions.values()] }
}

const refused = ({ type }: Policy, { reason }: Verdict, decisions: Map<string, PolicyDecision>): Filtered => ({
  released: refusal,
  blocked: { policy: type, reason },
  decisions: [...decisions.values()],
})

/**
 * Found by type, not by trying: a policy that fails on half a text must fail before any of it left. So a type that nobody
 * knows holds all of it back.
 */
const holdsAnswer = ({ type }: Policy): boolean => !isKnownType(type) || policyTypeOf(type).holds === 'answer'

/**
 * A whole text that leaves beside an answer, as it may leave. A blocked one comes back empty: a refusal is no title and no
 * quote. Somebody else's words keep their `tone`. Throws `policy_unavailable` as `filterAnswer` does.
 */
export async function releaseText(all: Policy[], text: string, tone: 'kept' | 'set', tools: Tools) {
  const policies = tone === 'set' ? all : keeping('tone', all)
  const { released, blocked, decisions } = await filterAnswer(policies, text, true, tools)
  const left = blocked ? '' : released
  return { text: left, changed: left !== text, blocked: blocked !== undefined, decisions }
}
