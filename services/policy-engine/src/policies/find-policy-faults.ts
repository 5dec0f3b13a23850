import { type Fault, type Policy, ServiceError } from '@frontdesk/contracts'
import { faultsOf } from '@frontdesk/service'
import { policyTypeOf, unsupportedPolicy } from '../types/policy-types.ts'

/** What a policy does, without its name and place. */
export type PolicyRule = Pick<Policy, 'type' | 'config'>

/** A turn's whole set crosses the bus beside the answer, 512 kB in all; these leave half of that for the answer. */
const configBytes = 48 * 1024
export const allConfigsBytes = 224 * 1024
export const policiesPerTenant = 200

/** The config, parsed by its type. Throws `invalid_request` with every fault, under `config`. */
export function parseConfig(type: Policy['type'], config: unknown): Policy['config'] {
  const parsed = policyTypeOf(type).config.safeParse(config)
  if (parsed.success) return parsed.data
  throw new ServiceError('invalid_request', {
    errors: faultsOf(parsed.error).map(({ path, message }) => ({ path: path ? `config.${path}` : 'config', message })),
  })
}

/** Configs that were found to fit their type: a turn's set is evaluated again and again. */
const fitting = new WeakMap<object, Policy['type']>()

/** Throws `policy_unavailable` for a type that this version doesn't support or a config that doesn't match: its effect is unknown. */
export function refuseUnknown({ type, config }: PolicyRule): void {
  if (fitting.get(config) === type) return
  if (!policyTypeOf(type).config.safeParse(config).success) throw unsupportedPolicy()
  fitting.set(config, type)
}

/**
 * Why a policy that is well-formed could still not be evaluated. Policies fail closed, so one that can't be evaluated
 * would block every answer: it is refused when it is written instead.
 */
export function findPolicyFaults({ type, config }: PolicyRule): Fault[] {
  const faults = policyTypeOf(type).faults(config)
  if (sizeOf(config) <= configBytes) return faults
  return [{ path: 'config', message: `A config has at most ${configBytes / 1024} kB as JSON.` }, ...faults]
}

/** Bytes of a config as JSON in UTF-8. */
export const sizeOf = (config: unknown): number => Buffer.byteLength(JSON.stringify(config) ?? '', 'utf8')
