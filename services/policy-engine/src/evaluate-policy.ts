import { type Policy, type PolicyDecision, ServiceError } from '@frontdesk/contracts'
import type { Tokenizer } from '@frontdesk/models'
import { maskPersonalData } from './mask-personal-data.ts'

/** What one policy says of one text. */
export type Verdict = { text: string; decision: PolicyDecision['decision']; reason: string }

/** What evaluation needs beside its policies. The tokenizer is there when a Length Limit is among them. */
export type Tools = { tokenizer?: Tokenizer | undefined }

/** Lower priority first, ties by creation, then by id, so that the order is the same everywhere. */
export const inOrder = (policies: Policy[]): Policy[] =>
  policies.toSorted((a, b) => a.priority - b.priority || compare(a.createdAt, b.createdAt) || compare(a.id, b.id))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The enabled policies of a mode, in order. */
export const enabledIn = (mode: Policy['mode'], policies: Policy[]): Policy[] =>
  inOrder(policies.filter((policy) => policy.enabled && policy.mode === mode))

/** A line of the trace. */
export const decisionOf = (policy: Policy, { decision, reason }: Omit<Verdict, 'text'>): PolicyDecision => ({
  policyId: policy.id,
  name: policy.name,
  type: policy.type,
  mode: policy.mode,
  decision,
  reason,
})

/** Runs one policy's evaluation; whatever it throws becomes `policy_unavailable`, so that nothing leaves. */
export function failingClosed<T>(policy: Policy, evaluate: () => T): T {
  try {
    return evaluate()
  } catch (cause) {
    throw new ServiceError('policy_unavailable', {
      detail: `The policy "${policy.name}" could not be evaluated, so nothing was sent.`,
      cause,
    })
  }
}

/** What a PII Filter makes of a text; of one that still grows (`final` false), of the part that no continuation could change. */
export function maskText(policy: Policy & { type: 'PII Filter' }, text: string, final: boolean): Verdict {
  const { text: masked, found } = maskPersonalData(text, policy.config, final)
  if (found.length === 0) return { text: masked, decision: 'pass', reason: 'no personal data was found' }
  return { text: masked, decision: 'change', reason: `masked ${found.join(', ')}` }
}
