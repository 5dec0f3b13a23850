import {
  escalationRule,
  id,
  pageRequest,
  ruleCreate,
  ruleDelete,
  ruleInput,
  ruleList,
  rulePatch,
  ruleRead,
  ruleUpdate,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { requireAgent } from '../agent-records.ts'
import type { GatewayContext } from '../context.ts'
import { route } from '../route.ts'

const common = { access: 'settings', tag: 'Escalation rules' } as const
const params = z.object({ ruleId: id })

const checkAssignee = async (then: { assignee?: string | undefined } | undefined, context: GatewayContext) => {
  if (then?.assignee) await requireAgent(then.assignee, 'then.assignee', context)
}

/** When the AI gives a conversation to people, and to whom. */
export const escalationRuleRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/escalation-rules',
    summary: 'List escalation rules',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: ruleList.reply,
    handle: ({ context, query }) => context.ask(ruleList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/escalation-rules',
    summary: 'Make an escalation rule',
    description:
      'Rules are tried before every answer, lower `priority` first; the first that applies hands the conversation over. Asking for a person and frustration do so without a rule, until there is one of that kind, enabled or not. A conversation that nobody claims within `unclaimedAfterMinutes` is moved on by the rule `next`.',
    body: ruleInput,
    status: 201,
    reply: escalationRule,
    refusals: ['conflict'],
    async handle({ context, body, operationId }) {
      await checkAssignee(body.then, context)
      return context.ask(ruleCreate, { operationId, rule: body })
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/escalation-rules/:ruleId',
    summary: 'Read an escalation rule',
    params,
    status: 200,
    reply: escalationRule,
    handle: ({ context, params }) => context.ask(ruleRead, params),
  }),
  route({
    ...common,
    method: 'PATCH',
    url: '/api/escalation-rules/:ruleId',
    summary: 'Change an escalation rule',
    params,
    body: rulePatch,
    status: 200,
    reply: escalationRule,
    async handle({ context, params, body }) {
      await checkAssignee(body.then, context)
      return context.ask(ruleUpdate, { ...params, patch: body })
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/escalation-rules/:ruleId',
    summary: 'Delete an escalation rule',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(ruleDelete, params)
    },
  }),
]
