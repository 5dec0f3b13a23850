import { type answerFilter, type Policy, type PolicyDecision, type ReplyOf, refusal } from '@frontdesk/contracts'
import {
  decisionOf,
  enabledIn,
  failingClosed,
  judgeTopics,
  maskText,
  type Tools,
  type Verdict,
} from './evaluate-policy.ts'
import { shortenToTokens } from './shorten-to-tokens.ts'
import { restyleAnswer } from './tone/restyle-answer.ts'

type Filtered = ReplyOf<typeof answerFilter>

/**
 * Policies that let out what no continuation could change; every other type judges the whole. Found by type, not by
 * trying: a policy that fails on half a text must fail before any of it left.
 */
const isSegment = ({ type }: Policy): boolean => type === 'PII Filter' || type === 'Length Limit'

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
  if (!final && !policies.every(isSegment)) return { released: '', holds: 'answer', decisions: [] }
  const decisions = new Map<string, PolicyDecision>()
  let released = text
  for (const [i, policy] of policies.entries()) {
    const verdict = await failingClosed(policy, tools, () => evaluate(policy, policies, released, final, tools))
    decisions.set(policy.id, decisionOf(policy, verdict))
    if (verdict.decision === 'block') return refused(policy, verdict, decisions)
    const isNew = policy.type === 'Tone Control' && verdict.text !== released
    released = verdict.text
    if (!isNew) continue
    for (const before of policies.slice(0, i)) {
      // Two that disagree on the tone would go on for ever; the later one has the last word.
      if (before.type === 'Tone Control') continue
      const again = await failingClosed(before, tools, () => evaluate(before, policies, released, final, tools))
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

async function evaluate(
  policy: Policy,
  policies: Policy[],
  text: string,
  final: boolean,
  tools: Tools,
): Promise<Verdict> {
  switch (policy.type) {
    case 'Topic Filter': {
      const match = await judgeTopics(policy, text, tools)
      if (!match) return { text, decision: 'pass', reason: 'no topic was touched' }
      return { text: '', decision: 'block', reason: match.reason }
    }
    case 'PII Filter':
      return maskText(policy, text, final)
    case 'Tone Control':
      return restyleAnswer(text, policy.config.tone, tools.models, tools.signal)
    case 'Length Limit': {
      if (!tools.tokenizer) throw new Error('no tokenizer was loaded')
      const { maxTokens } = policy.config
      const shortened = shortenToTokens(text, maxTokens, tools.tokenizer, {
        final,
        mayCut: keepsMasks(policy, policies),
      })
      if (!final || shortened === text) return { text: shortened, decision: 'pass', reason: 'within the limit' }
      return { text: shortened, decision: 'change', reason: `shortened to ${maxTokens} tokens` }
    }
    default:
      throw new Error('there is no such type of policy')
  }
}

/** Whether a cut leaves every mask that comes after a Length Limit as it is: half of a number would look like none to it. */
function keepsMasks(limit: Policy, policies: Policy[]): (start: string, whole: string) => boolean {
  const masks = policies.slice(policies.indexOf(limit) + 1).filter((policy) => policy.type === 'PII Filter')
  const masked = (text: string) => masks.reduce((left, policy) => maskText(policy, left, true).text, text)
  return (start, whole) => masks.length === 0 || masked(whole).startsWith(masked(start))
}

/**
 * A whole text that leaves beside an answer, as it may leave. A blocked one comes back empty: a refusal is no title and no
 * quote. Somebody else's words keep their `tone`. Throws `policy_unavailable` as `filterAnswer` does.
 */
export async function releaseText(all: Policy[], text: string, tone: 'kept' | 'set', tools: Tools) {
  const policies = tone === 'set' ? all : all.filter(({ type }) => type !== 'Tone Control')
  const { released, blocked, decisions } = await filterAnswer(policies, text, true, tools)
  const left = blocked ? '' : released
  return { text: left, changed: left !== text, blocked: blocked !== undefined, decisions }
}
