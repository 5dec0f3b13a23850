import { type Policy, type PolicyDecision, ServiceError } from '@frontdesk/contracts'
import type { Models, Tokenizer } from '@frontdesk/models'
import { maskPersonalData } from './mask-personal-data.ts'
import { matchExamples } from './topics/examples/match-examples.ts'
import { matchTopics } from './topics/match-topics.ts'

/** What one policy says of one text. */
export type Verdict = { text: string; decision: PolicyDecision['decision']; reason: string }

/** What evaluation needs beside its policies. The tokenizer is there when a Length Limit is among them. */
export type Tools = {
  models: Pick<Models, 'embed' | 'embedding' | 'writesFreely' | 'restyle'>
  tokenizer?: Tokenizer | undefined
  signal?: AbortSignal
  /** Told of each policy that can't be evaluated, before nothing leaves. */
  onFailure?: (policy: Policy, cause: unknown) => void
}

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
export async function failingClosed<T>(
  policy: Policy,
  { onFailure, signal }: Tools,
  evaluate: () => T | Promise<T>,
): Promise<T> {
  try {
    return await evaluate()
  } catch (cause) {
    signal?.throwIfAborted()
    onFailure?.(policy, cause)
    const detail = `The policy "${policy.name}" could not be evaluated, so nothing was sent.`
    const why = cause instanceof ServiceError ? cause.message : 'An unexpected error; the log has it.'
    throw new ServiceError('policy_unavailable', {
      detail,
      cause,
      errors: [{ path: policy.id, message: why }],
      decision: decisionOf(policy, { decision: 'block', reason: `could not be evaluated: ${why}` }),
    })
  }
}

/** What a Topic Filter says of a text: a block, or undefined. By phrases first, for they cost nothing. */
export async function judgeTopics(
  { config }: Policy & { type: 'Topic Filter' },
  text: string,
  { models, signal }: Tools,
): Promise<{ reason: string } | undefined> {
  const match = matchTopics(text, config)
  if (match) return { reason: `the topic "${match.topic}"` }
  const like = await matchExamples(text, config.topics, models, signal)
  return like && { reason: `the topic "${like.topic}" (${like.similarity.toFixed(2)} like one of its examples)` }
}

/** What a PII Filter makes of a text; of one that still grows (`final` false), of the part that no continuation could change. */
export function maskText(policy: Policy & { type: 'PII Filter' }, text: string, final: boolean): Verdict {
  const { text: masked, found } = maskPersonalData(text, policy.config, final)
  if (found.length === 0) return { text: masked, decision: 'pass', reason: 'no personal data was found' }
  return { text: masked, decision: 'change', reason: `masked ${found.join(', ')}` }
}
