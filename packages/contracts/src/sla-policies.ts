import { z } from 'zod'
import { query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { oneLineName } from './one-line.ts'
import { channel, pageOf, pageRequest, tags, timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** What a service-level target is about. */
export const slaTarget = z.enum(['firstResponse', 'nextResponse', 'resolution'])
export type SlaTarget = z.output<typeof slaTarget>

const minutes = z.number().min(0.01).max(525_600)
export const slaTargets = z
  .strictObject({
    firstResponse: minutes.optional().describe('Minutes until a person first answers'),
    nextResponse: minutes.optional().describe('Minutes until a person answers each later message'),
    resolution: minutes.optional().describe('Minutes until the conversation is resolved or closed'),
  })
  .refine((targets) => Object.values(targets).some((target) => target !== undefined), 'Must name a target.')

/** Conversations that a policy is for: all conditions hold, and of each list any value. */
export const slaFilter = z.strictObject({
  channel: z.array(channel).min(1).max(5).optional(),
  team: z.array(id).min(1).max(50).optional().describe('Ids of teams'),
  tags: tags.min(1).optional(),
})

/** What happens to a conversation when a target is breached. */
export const slaBreachAction = z.strictObject({
  addTags: tags.min(1).optional(),
  teamId: id.optional().describe('The conversation is assigned to this team and loses its assignee'),
  escalate: z
    .boolean()
    .optional()
    .describe(
      'The conversation is escalated with the reason `sla`; only once, until it is resolved or handed back to the AI',
    ),
})

const fields = {
  name: z.string().max(100).overwrite(oneLineName).min(1),
  targets: slaTargets,
  businessHours: z.boolean().describe('Only the time within the business hours of the settings counts'),
  filter: slaFilter,
  onBreach: slaBreachAction.optional(),
  order: z.number().int().min(0).max(10_000).describe('The policy with the lowest order that fits applies'),
  enabled: z.boolean(),
}

/** What a service-level policy is made of. */
export const slaPolicyInput = z.strictObject({
  ...fields,
  businessHours: fields.businessHours.default(false),
  filter: slaFilter.default({}),
  order: fields.order.default(0),
  enabled: fields.enabled.default(true),
})
export const slaPolicyPatch = z.strictObject({ ...fields, onBreach: slaBreachAction.nullable() }).partial()

/** Targets for how fast people answer. */
export const slaPolicy = z.object({ id: identifier, ...fields, createdAt: timestamp, updatedAt: timestamp })
export type SlaPolicy = z.output<typeof slaPolicy>

/** A target of a conversation that was met or breached. */
export const slaResult = z.object({
  policyId: identifier,
  policyName: z.string(),
  target: slaTarget,
  result: z.enum(['met', 'breached']),
  startedAt: timestamp,
  dueAt: timestamp,
  at: timestamp.describe('When it was met, or was due'),
  elapsedMs: z.number().describe('Time from the start until then, as the policy counts it, without pauses'),
})
export type SlaResult = z.output<typeof slaResult>

/** A first answer that came after its target was breached. */
export const slaLateAnswer = slaResult.omit({ result: true })
export type SlaLateAnswer = z.output<typeof slaLateAnswer>

/** What chat answers of service-level policies. */
export const slaQueries = {
  slaPolicyCreate: query(
    'query.chat.sla-policy.create.v1',
    z.object({ operationId, policy: slaPolicyInput }),
    slaPolicy,
  ),
  slaPolicyList: query('query.chat.sla-policy.list.v1', pageRequest, pageOf(slaPolicy)),
  slaPolicyRead: query('query.chat.sla-policy.read.v1', z.object({ slaPolicyId: id }), slaPolicy),
  slaPolicyUpdate: query(
    'query.chat.sla-policy.update.v1',
    z.object({ slaPolicyId: id, patch: slaPolicyPatch }),
    slaPolicy,
  ),
  /** Conversations that it applies to keep their targets. */
  slaPolicyDelete: query('query.chat.sla-policy.delete.v1', z.object({ slaPolicyId: id }), z.object({})),
}
