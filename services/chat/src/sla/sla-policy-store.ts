import { type BodyOf, type chat, derivedId, ServiceError, type SlaPolicy } from '@frontdesk/contracts'
import { descending, findPage, getExisting, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { readSettings } from '../settings/settings-store.ts'
import { requireTeam } from '../teams/team-store.ts'
import type { SlaPolicyDocument, SlaRules } from './sla-policy-document.ts'

/** All policies of a tenant are looked at whenever a conversation goes to people. */
const maxPolicies = 100

const shown = ({ id, body }: Stored<SlaPolicyDocument>): SlaPolicy => ({ id, ...body })
const noPolicy = () => new ServiceError('not_found', { detail: 'There is no such service-level policy.' })

/** The rules that hold now; undefined where the tenant has no enabled policy. */
export async function readSlaRules(context: ChatContext): Promise<SlaRules | undefined> {
  const { items } = await context.collections.slaPolicies.find(context.tenant, { limit: maxPolicies })
  const policies = items.map(shown).filter(({ enabled }) => enabled)
  if (policies.length === 0) return undefined
  policies.sort((a, b) => a.order - b.order || (a.createdAt < b.createdAt ? -1 : 1) || (a.id < b.id ? -1 : 1))
  const { businessHours } = await readSettings(context)
  return { policies, hours: businessHours }
}

/** What of a policy names teams. */
type NamesTeams = Pick<BodyOf<typeof chat.queries.slaPolicyUpdate>['patch'], 'filter' | 'onBreach'>

async function requireTeams({ filter, onBreach }: NamesTeams, context: ChatContext): Promise<void> {
  for (const [place, teamId] of (filter?.team ?? []).entries())
    await requireTeam(teamId, `filter.team.${place}`, context)
  await requireTeam(onBreach?.teamId, 'onBreach.teamId', context)
}

/** Creates a policy. The same operation again answers the same policy. */
export async function createSlaPolicy(
  { operationId, policy }: BodyOf<typeof chat.queries.slaPolicyCreate>,
  context: ChatContext,
): Promise<SlaPolicy> {
  const { tenant, collections, clock } = context
  await requireTeams(policy, context)
  if ((await collections.slaPolicies.count(tenant)) >= maxPolicies) {
    throw new ServiceError('conflict', { detail: `A tenant has at most ${maxPolicies} service-level policies.` })
  }
  const now = timestampOf(clock)
  const body = { ...policy, createdAt: now, updatedAt: now }
  const { stored } = await collections.slaPolicies.insert(tenant, derivedId('sla', tenant, operationId), body)
  return shown(stored)
}

/** Newest first. */
export const listSlaPolicies = (
  { limit, cursor }: BodyOf<typeof chat.queries.slaPolicyList>,
  { tenant, collections }: ChatContext,
) => findPage(collections.slaPolicies, tenant, { sort: descending('createdAt'), limit, cursor }, shown)

/** Throws `not_found`. */
export const readSlaPolicy = async (policyId: string, { tenant, collections }: ChatContext): Promise<SlaPolicy> =>
  shown(await getExisting(collections.slaPolicies, tenant, policyId, noPolicy))

/** Changes a policy; conversations that have targets already keep them. Throws `not_found`. */
export async function updateSlaPolicy(
  { slaPolicyId, patch }: BodyOf<typeof chat.queries.slaPolicyUpdate>,
  context: ChatContext,
): Promise<SlaPolicy> {
  await requireTeams(patch, context)
  const stored = await context.commit(context.collections.slaPolicies, slaPolicyId, (current) => {
    if (!current) throw noPolicy()
    const { onBreach, ...rest } = patch
    const { onBreach: before, ...kept } = current.body
    const action = onBreach === undefined ? before : onBreach
    const body: SlaPolicyDocument = {
      ...{ ...kept, ...rest, updatedAt: timestampOf(context.clock) },
      ...(action && { onBreach: action }),
    }
    return { body }
  })
  return shown(stored!)
}

/** Throws `not_found`. */
export async function deleteSlaPolicy(policyId: string, { tenant, collections }: ChatContext): Promise<void> {
  if (!(await collections.slaPolicies.remove(tenant, policyId))) throw noPolicy()
}

/** Takes a team that is deleted out of the policies. A policy that was for that team alone is disabled. */
export async function removeTeamFromPolicies(
  teamId: string,
  { tenant, collections, commit }: ChatContext,
): Promise<void> {
  const { items } = await collections.slaPolicies.find(tenant, { limit: maxPolicies })
  for (const { id } of items) {
    await commit(collections.slaPolicies, id, (current) => {
      if (!current) return undefined
      const { filter, onBreach, ...rest } = current.body
      const isNamed = filter.team?.includes(teamId) || onBreach?.teamId === teamId
      if (!isNamed) return undefined
      const { team, ...others } = filter
      const left = team?.filter((each) => each !== teamId)
      const { teamId: to, ...action } = onBreach ?? {}
      const kept = { ...action, ...(to !== undefined && to !== teamId && { teamId: to }) }
      return {
        body: {
          ...rest,
          filter: { ...others, ...(left && left.length > 0 && { team: left }) },
          ...(Object.keys(kept).length > 0 && { onBreach: kept }),
          enabled: rest.enabled && !(left && left.length === 0),
        },
      }
    })
  }
}
