import { type Policy, type PolicyDecision, ServiceError } from '@frontdesk/contracts'
import type { Tokenizer } from '@frontdesk/models'
import { type Masker, maskers } from './mask-personal-data.ts'

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

/** The maskers of a PII Filter, in the order of its kinds. Throws for a kind that this version can't find. */
function maskersOf(policy: Policy & { type: 'PII Filter' }): Masker[] {
  return policy.config.kinds.map((kind) => {
    const masker = maskers[kind]
    if (!masker) throw new Error(`personal data of the kind ${kind} can't be masked`)
    return masker
  })
}

/**
 * Masks a text, one kind after the other. Of a text that still grows (`final` false) each kind passes on only what no
 * continuation could change, so the result of a longer text begins with that of a shorter one.
 */
export function maskText(policy: Policy & { type: 'PII Filter' }, text: string, final: boolean): Verdict {
  let masked = text
  const said: string[] = []
  for (const { name, mask, settledLength } of maskersOf(policy)) {
    const result = mask(final ? masked : masked.slice(0, settledLength(masked)))
    masked = result.text
    if (result.found > 0) said.push(`${result.found} ${name[result.found === 1 ? 0 : 1]}`)
  }
  if (said.length === 0) return { text: masked, decision: 'pass', reason: 'no personal data was found' }
  return { text: masked, decision: 'change', reason: `masked ${said.join(', ')}` }
}
