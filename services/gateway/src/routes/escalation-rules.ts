import { chat, escalationRule, id, pageRequest, ruleInput, rulePatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { requireAgent } from '../agents/require-agent.ts'
import type { GatewayContext } from '../context.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', tag: 'Escalation rules' } as const
const params = z.object({ ruleId: id })

const checkAssignee = async (then: { assignee?: string | undefined } | undefined, context: GatewayContext) => {
  if (then?.assignee) await requireAgent(then.assignee, 'then.assignee', context)
}

/** When the AI gives a conversation to people, and to whom. */
export const escalationRuleRoutes = [
  jsonRoute({
    ...common,
    method: 'GET',
    url: '/api/escalation-rules',
    name: 'listEscalationRules',
    summary: 'List escalation rules',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: chat.queries.ruleList.reply,
    handle: ({ context, query }) => context.ask(chat.queries.ruleList, query),
  }),
  jsonRoute({
    ...common,
    method: 'POST',
    url: '/api/escalation-rules',
    name: 'createEscalationRule',
    summary: 'Create an escalation rule',
    description:
      'Rules are checked before every answer, lowest `priority` first; the first rule that applies hands the conversation over. Requests for a person and frustration escalate without a rule as long as there is no rule of that kind, enabled or not. If nobody claims the conversation within `unclaimedAfterMinutes`, the rule `next` runs.',
    body: ruleInput,
    status: 201,
    reply: escalationRule,
    refusals: ['conflict'],
    async handle({ context, body, operationId }) {
      await checkAssignee(body.then, context)
      return context.ask(chat.queries.ruleCreate, { operationId, rule: body })
    },
  }),
  jsonRoute({
    ...common,
    method: 'GET',
    url: '/api/escalation-rules/:ruleId',
    name: 'getEscalationRule',
    summary: 'Read an escalation rule',
    params,
    status: 200,
    reply: escalationRule,
    handle: ({ context, params }) => context.ask(chat.queries.ruleRead, params),
  }),
  jsonRoute({
    ...common,
    method: 'PATCH',
    url: '/api/escalation-rules/:ruleId',
    name: 'updateEscalationRule',
    summary: 'Change an escalation rule',
    params,
    body: rulePatch,
    status: 200,
    reply: escalationRule,
    async handle({ context, params, body }) {
      await checkAssignee(body.then, context)
      return context.ask(chat.queries.ruleUpdate, { ...params, patch: body })
    },
  }),
  jsonRoute({
    ...common,
    method: 'DELETE',
    url: '/api/escalation-rules/:ruleId',
    name: 'deleteEscalationRule',
    summary: 'Delete an escalation rule',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(chat.queries.ruleDelete, params)
    },
  }),
]
