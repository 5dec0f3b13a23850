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
  jsonRoute('GET /api/escalation-rules', {
    ...common,
    name: 'listEscalationRules',
    summary: 'List escalation rules',
    query: z.strictObject(pageRequest.shape),
    reply: chat.queries.ruleList.reply,
    handle: ({ context, query }) => context.ask(chat.queries.ruleList, query),
  }),
  jsonRoute('POST /api/escalation-rules', {
    ...common,
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
  jsonRoute('GET /api/escalation-rules/:ruleId', {
    ...common,
    name: 'getEscalationRule',
    summary: 'Read an escalation rule',
    params,
    reply: escalationRule,
    handle: ({ context, params }) => context.ask(chat.queries.ruleRead, params),
  }),
  jsonRoute('PATCH /api/escalation-rules/:ruleId', {
    ...common,
    name: 'updateEscalationRule',
    summary: 'Change an escalation rule',
    params,
    body: rulePatch,
    reply: escalationRule,
    async handle({ context, params, body }) {
      await checkAssignee(body.then, context)
      return context.ask(chat.queries.ruleUpdate, { ...params, patch: body })
    },
  }),
  jsonRoute('DELETE /api/escalation-rules/:ruleId', {
    ...common,
    name: 'deleteEscalationRule',
    summary: 'Delete an escalation rule',
    params,
    handle: ({ context, params }) => context.ask(chat.queries.ruleDelete, params),
  }),
]
