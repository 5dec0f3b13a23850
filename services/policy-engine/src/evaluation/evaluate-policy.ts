import { type Policy, type PolicyDecision, ServiceError } from '@frontdesk/contracts'
import { refuseUnknown } from '../policies/find-policy-faults.ts'
import type { Tools } from '../types/policy-type.ts'
import { unsupportedPolicy } from '../types/policy-types.ts'

/** Lower priority first, ties by creation, then by id, so that the order is the same everywhere. */
export const inOrder = (policies: Policy[]): Policy[] =>
  policies.toSorted((a, b) => a.priority - b.priority || compare(a.createdAt, b.createdAt) || compare(a.id, b.id))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const modes = new Set(
  Object.keys({ 'Pre-generation': true, 'Post-generation': true } satisfies Record<Policy['mode'], true>),
)

/** The enabled policies of a mode, in order. A policy with an unknown mode belongs to every mode, so that it fails closed. */
export const enabledIn = (mode: Policy['mode'], policies: Policy[]): Policy[] =>
  inOrder(policies.filter((policy) => policy.enabled && (policy.mode === mode || !modes.has(policy.mode))))

/** A line of the trace. */
export const decisionOf = (
  policy: Policy,
  { decision, reason }: Pick<PolicyDecision, 'decision' | 'reason'>,
): PolicyDecision => ({
  policyId: policy.id,
  name: policy.name,
  type: policy.type,
  mode: policy.mode,
  decision,
  reason,
})

/**
 * Runs one policy's evaluation; whatever it throws becomes `policy_unavailable`, so that nothing leaves. So does a policy of
 * a type, a mode or a config that this version doesn't know. What its model would meet again keeps its code (`model_refused`,
 * `model_failed`): waiting doesn't help.
 */
export async function failingClosed<T>(
  policy: Policy,
  { onFailure, signal }: Tools,
  evaluate: () => T | Promise<T>,
): Promise<T> {
  try {
    if (!modes.has(policy.mode)) throw unsupportedPolicy()
    refuseUnknown(policy)
    return await evaluate()
  } catch (cause) {
    signal?.throwIfAborted()
    onFailure?.(policy, cause)
    const detail = `The policy "${policy.name}" could not be evaluated, so nothing was sent.`
    const why = cause instanceof ServiceError ? cause.message : 'An unexpected error; see the log.'
    throw new ServiceError(lastingFaultOf(cause) ?? 'policy_unavailable', {
      detail,
      cause,
      errors: [{ path: policy.id, message: why }],
      decision: decisionOf(policy, { decision: 'block', reason: `could not be evaluated: ${why}` }),
    })
  }
}

const lastingFaultOf = (cause: unknown): 'model_refused' | 'model_failed' | undefined =>
  cause instanceof ServiceError && (cause.code === 'model_refused' || cause.code === 'model_failed')
    ? cause.code
    : undefined
