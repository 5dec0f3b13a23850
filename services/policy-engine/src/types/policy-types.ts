import { type Policy, ServiceError } from '@frontdesk/contracts'
import { lengthLimit } from './length.ts'
import { piiFilter } from './personal-data.ts'
import type { PolicyType } from './policy-type.ts'
import { toneControl } from './tone.ts'
import { topicFilter } from './topic.ts'

const policyTypes: { [T in Policy['type']]: PolicyType<T> } = {
  'Topic Filter': topicFilter,
  'PII Filter': piiFilter,
  'Tone Control': toneControl,
  'Length Limit': lengthLimit,
}

/** Whether this version supports a type; a newer version may have stored the policy. */
export const isKnownType = (type: string): boolean => Object.hasOwn(policyTypes, type)

/** The policies that apply to a text which keeps its tone or length. */
export const keeping = (what: 'tone' | 'length', policies: Policy[]): Policy[] =>
  policies.filter(({ type }) => !isKnownType(type) || policyTypeOf(type).sets !== what)

/**
 * For a policy whose type, mode or config this version doesn't know. An outage: while an upgrade replaces one process after
 * another, a newer version stored it, and its effect is known when the upgrade ends.
 */
export const unsupportedPolicy = () =>
  new ServiceError('policy_unavailable', { detail: 'This version does not support this policy.', isOutage: true })

/** The implementation of a type. Throws `policy_unavailable` for a type that this version doesn't support: its effect is unknown. */
export function policyTypeOf<T extends Policy['type']>(type: T): PolicyType<T> {
  if (!isKnownType(type)) throw unsupportedPolicy()
  return policyTypes[type]
}
