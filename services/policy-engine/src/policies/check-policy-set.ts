import { type BodyOf, type Fault, type Policy, type policyEngine, ServiceError } from '@frontdesk/contracts'
import type { Clock } from '@frontdesk/service'
import { allConfigsBytes, findPolicyFaults, sizeOf } from './find-policy-faults.ts'

/**
 * Policies for a try, in the form of kept ones. What is made up follows their order in the list, and so do ties. Throws
 * `invalid_request` with every fault for which one of them could not be made, and when together they are too large.
 */
export function checkPolicySet(
  policies: BodyOf<typeof policyEngine.queries.policySetCheck>['policies'],
  { clock }: { clock: Clock },
): Policy[] {
  const errors: Fault[] = policies.flatMap((each, i) =>
    findPolicyFaults(each).map(({ path, message }) => ({ path: `${i}.${path}`, message })),
  )
  const ids = policies.map(({ id }, i) => id ?? `policy_${i + 1}`)
  for (const [i, id] of ids.entries()) {
    if (ids.indexOf(id) < i) errors.push({ path: `${i}.id`, message: 'Another policy of the list has this id.' })
  }
  if (policies.reduce((sum, { config }) => sum + sizeOf(config), 0) > allConfigsBytes) {
    errors.push({ path: '', message: `All policies together have at most ${allConfigsBytes / 1024} kB of config.` })
  }
  if (errors.length > 0) throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })

  const now = clock.now()
  return policies.map((each, i): Policy => {
    const createdAt = each.createdAt ?? new Date(now + i).toISOString()
    return { ...each, id: ids[i]!, createdAt, updatedAt: each.updatedAt ?? createdAt }
  })
}
