import {
  type BodyOf,
  type chat,
  derivedId,
  type EscalationRule,
  invalidField,
  ServiceError,
} from '@frontdesk/contracts'
import { descending, findPage, getExisting, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { requireTeam } from '../teams/team-store.ts'
import type { RuleDocument } from './rule-document.ts'

/** All rules of a tenant are looked at before every answer. */
const maxRules = 100

const shown = ({ id, body }: Stored<RuleDocument>): EscalationRule => ({ id, ...body })
const noRule = () => new ServiceError('not_found', { detail: 'There is no such escalation rule.' })

/** Every rule of the tenant in the order in which they are tried: lower priority first, ties by creation. */
export async function listRules({
  tenant,
  collections,
}: Pick<ChatContext, 'tenant' | 'collections'>): Promise<EscalationRule[]> {
  const { items } = await collections.rules.find(tenant, { limit: maxRules })
  return items
    .map(shown)
    .sort((a, b) => a.priority - b.priority || (a.createdAt < b.createdAt ? -1 : 1) || (a.id < b.id ? -1 : 1))
}

export async function createRule({ operationId, rule }: BodyOf<typeof chat.queries.ruleCreate>, context: ChatContext) {
  const { tenant, collections, clock } = context
  const id = derivedId('rul', tenant, operationId)
  await checkNext(id, rule.then.next, context)
  await requireTeam(rule.then.teamId, 'then.teamId', context)
  if ((await collections.rules.count(tenant)) >= maxRules) {
    throw new ServiceError('conflict', { detail: `A tenant has at most ${maxRules} escalation rules.` })
  }
  const now = timestampOf(clock)
  const { stored } = await collections.rules.insert(tenant, id, { ...rule, createdAt: now, updatedAt: now })
  return shown(stored)
}

export const pageRules = (page: { limit: number; cursor?: string | undefined }, { tenant, collections }: ChatContext) =>
  findPage(collections.rules, tenant, { sort: descending('createdAt'), limit: page.limit, cursor: page.cursor }, shown)

export const readRule = async (ruleId: string, { tenant, collections }: ChatContext): Promise<EscalationRule> =>
  shown(await getExisting(collections.rules, tenant, ruleId, noRule))

export async function updateRule({ ruleId, patch }: BodyOf<typeof chat.queries.ruleUpdate>, context: ChatContext) {
  await checkNext(ruleId, patch.then?.next, context)
  await requireTeam(patch.then?.teamId, 'then.teamId', context)
  const stored = await context.commit(context.collections.rules, ruleId, (current) => {
    if (!current) throw noRule()
    return { body: { ...current.body, ...patch, updatedAt: timestampOf(context.clock) } }
  })
  return shown(stored!)
}

export async function deleteRule(ruleId: string, { tenant, collections }: ChatContext): Promise<void> {
  if (!(await collections.rules.remove(tenant, ruleId))) throw noRule()
}

async function checkNext(ruleId: string, next: string | undefined, { tenant, collections }: ChatContext) {
  if (next === undefined) return
  if (next !== ruleId && (await collections.rules.get(tenant, next))) return
  throw invalidField('then.next', 'Must be the id of another escalation rule.')
}
