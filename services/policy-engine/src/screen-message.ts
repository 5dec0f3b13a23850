import type { messageScreen, Policy, PolicyDecision, ReplyOf } from '@frontdesk/contracts'
import { toneInWords } from '@frontdesk/models'
import { decisionOf, enabledIn, failingClosed, inOrder, judgeTopics, maskText, type Tools } from './evaluate-policy.ts'

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
): Promise<ReplyOf<typeof messageScreen>> {
  const policies = inOrder(all.filter(({ enabled }) => enabled))
  const decisions: PolicyDecision[] = []
  const instructions: string[] = []
  let text = message
  let past = history
  let maxTokens: number | undefined
  for (const policy of enabledIn('Pre-generation', policies)) {
    const blocked = await failingClosed(policy, tools, async () => {
      switch (policy.type) {
        case 'Topic Filter': {
          const match = await judgeTopics(policy, text, tools)
          const reason = match?.reason ?? 'no topic was touched'
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
        case 'Tone Control': {
          const { tone } = policy.config
          instructions.push(`Write in a tone that is ${toneInWords(tone)}.`)
          const reason = tools.models.writesFreely
            ? `the model is asked to write in a tone that is ${tone}`
            : `the local models take no instructions: only a Post-generation policy makes an answer ${tone} there`
          decisions.push(decisionOf(policy, { decision: 'pass', reason }))
          return undefined
        }
        case 'Length Limit': {
          maxTokens = Math.min(maxTokens ?? Number.POSITIVE_INFINITY, policy.config.maxTokens)
          const reason = `the answer may have ${policy.config.maxTokens} tokens`
          decisions.push(decisionOf(policy, { decision: 'pass', reason }))
          return undefined
        }
      }
    })
    if (blocked) return { policies, text: '', history: [], blocked, instructions: [], decisions }
  }
  return { policies, text, history: past, instructions, ...(maxTokens !== undefined && { maxTokens }), decisions }
}
