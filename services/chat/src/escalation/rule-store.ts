import { type BodyOf, type chat, derivedId, type EscalationRule, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
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

export async function pageRules(
  page: { limit: number; cursor?: string | undefined },
  { tenant, collections }: ChatContext,
) {
  const { items, nextCursor } = await collections.rules.find(tenant, {
    sort: { field: 'createdAt', direction: 'desc' },
    limit: page.limit,
    ...(page.cursor && { cursor: page.cursor }),
  })
  return { items: items.map(shown), nextCursor }
}

export async function readRule(ruleId: string, { tenant, collections }: ChatContext): Promise<EscalationRule> {
  const stored = await collections.rules.get(tenant, ruleId)
  if (!stored) throw noRule()
  return shown(stored)
}

export async function updateRule({ ruleId, patch }: BodyOf<typeof chat.queries.ruleUpdate>, context: ChatContext) {
  await checkNext(ruleId, patch.then?.next, context)
  await requireTeam(patch.then?.teamId, 'then.teamId', context)
  const stored = await context.commit(context.collections.rules, ruleId, (current) => {
    if (!current) throw noRule()
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    return { body: { ...current.body, ...given, updatedAt: timestampOf(context.clock) } }
  })
  return shown(stored!)
}

export async function deleteRule(ruleId: string, { tenant, collections }: ChatContext): Promise<void> {
  if (!(await collections.rules.remove(tenant, ruleId))) throw noRule()
}

async function checkNext(ruleId: string, next: string | undefined, { tenant, collections }: ChatContext) {
  if (next === undefined) return
  if (next !== ruleId && (await collections.rules.get(tenant, next))) return
  const errors = [{ path: 'then.next', message: 'Must be the id of another escalation rule.' }]
  throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}
