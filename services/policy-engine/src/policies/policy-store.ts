import { type BodyOf, derivedId, type Policy, type policyEngine, ServiceError } from '@frontdesk/contracts'
import { descending, findPage, getExisting } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { PolicyContext } from '../context.ts'
import { allConfigsBytes, findPolicyFaults, parseConfig, policiesPerTenant, sizeOf } from './find-policy-faults.ts'
import { type PolicyDocument, toPolicy } from './policy-document.ts'

const notFound = () => new ServiceError('not_found', { detail: 'There is no such policy.' })

/** Every enabled policy of the tenant, read from the store, so that a change takes effect at once in every process. */
export async function enabledPolicies({ tenant, collections }: PolicyContext): Promise<Policy[]> {
  const { items } = await collections.policies.find(tenant, { where: { enabled: true }, limit: 1_000 })
  return items.map(toPolicy)
}

/**
 * Makes a policy; the same operation again answers the same one. Throws `invalid_request` with a sentence for each thing
 * that this version could not evaluate, and when the tenant's policies would be too many or too large.
 */
export async function createPolicy(
  { operationId, policy }: BodyOf<typeof policyEngine.queries.policyCreate>,
  context: PolicyContext,
): Promise<Policy> {
  const { tenant, collections, clock, commit } = context
  const policyId = derivedId('pol', tenant, operationId)
  const existing = await collections.policies.get(tenant, policyId)
  if (existing) return toPolicy(existing)
  refuseFaults(policy)
  await refuseTooMuch(policyId, policy.config, context)
  const now = timestampOf(clock)
  const stored = await commit(collections.policies, policyId, (current) =>
    current ? undefined : { body: { ...policy, createdAt: now, updatedAt: now } as PolicyDocument },
  )
  return toPolicy(stored!)
}

/** Changes a policy; its config is checked against the type that it has. Throws `not_found` and `invalid_request`. */
export async function updatePolicy(
  { policyId, patch }: BodyOf<typeof policyEngine.queries.policyUpdate>,
  context: PolicyContext,
): Promise<Policy> {
  const { tenant, collections, clock, commit } = context
  const before = await getExisting(collections.policies, tenant, policyId, notFound)
  // A policy's type never changes, so what is checked here holds whoever writes in between.
  const { config, ...others } = patch
  const checked = config === undefined ? undefined : parseConfig(before.body.type, config)
  if (checked) {
    refuseFaults({ type: before.body.type, config: checked })
    await refuseTooMuch(policyId, checked, context)
  }
  const stored = await commit(collections.policies, policyId, (current) => {
    if (!current) throw notFound()
    const changes = { ...others, ...(checked && { config: checked }), updatedAt: timestampOf(clock) }
    return { body: { ...current.body, ...changes } as PolicyDocument }
  })
  return toPolicy(stored!)
}

/** A page of policies, newest first. */
export const listPolicies = (
  { limit, cursor }: BodyOf<typeof policyEngine.queries.policyList>,
  { tenant, collections }: PolicyContext,
) => findPage(collections.policies, tenant, { sort: descending('createdAt'), limit, cursor }, toPolicy)

/** Throws `not_found`. */
export const readPolicy = async (policyId: string, { tenant, collections }: PolicyContext): Promise<Policy> =>
  toPolicy(await getExisting(collections.policies, tenant, policyId, notFound))

/** Throws `not_found`. */
export async function deletePolicy(policyId: string, { tenant, collections }: PolicyContext): Promise<void> {
  if (!(await collections.policies.remove(tenant, policyId))) throw notFound()
}

function refuseFaults(rule: Parameters<typeof findPolicyFaults>[0]) {
  const errors = findPolicyFaults(rule)
  if (errors.length > 0) throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

async function refuseTooMuch(policyId: string, config: Policy['config'], { tenant, collections }: PolicyContext) {
  const { items } = await collections.policies.find(tenant, { limit: 1_000 })
  const others = items.filter(({ id }) => id !== policyId)
  if (others.length >= policiesPerTenant) {
    throw new ServiceError('invalid_request', {
      detail: `A tenant has at most ${policiesPerTenant} policies.`,
    })
  }
  const bytes = others.reduce((sum, { body }) => sum + sizeOf(body.config), sizeOf(config))
  if (bytes > allConfigsBytes) {
    const detail = `All policies together would have ${Math.ceil(bytes / 1024)} kB of config; ${allConfigsBytes / 1024} kB is the limit.`
    throw new ServiceError('invalid_request', { detail, errors: [{ path: 'config', message: detail }] })
  }
}
