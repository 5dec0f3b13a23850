import {
  activityList,
  bulkExport,
  bulkInput,
  bulkRun,
  conversation,
  conversationHandBack,
  conversationHandOver,
  conversationList,
  conversationPatch,
  conversationRead,
  conversationUpdate,
  id,
  limits,
  messageList,
  messageResend,
  messageWrite,
  pageRequest,
  ServiceError,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { actorOf, requireAgent } from '../agent-records.ts'
import { asText, type RouteInput, route } from '../route.ts'

const common = { access: 'conversations', tag: 'Conversations', status: 200 } as const
const params = z.object({ conversationId: id })
const page = z.strictObject(pageRequest.shape)

const written = z.strictObject({
  kind: messageWrite.body.shape.kind,
  content: z.string().trim().min(1).max(limits.messageCharacters),
  agentId: id.optional().describe('Or the header `x-agent-id`'),
  sawSequence: messageWrite.body.shape.sawSequence,
})

/** Who writes: the agent of the body or of the header, who have to be the same. */
async function writerOf({ context, agentId: named, body }: RouteInput<unknown, unknown, z.output<typeof written>>) {
  const agentId = body.agentId ?? named
  if (agentId !== '' && (named === '' || named === agentId)) return requireAgent(agentId, 'agentId', context)
  const message = agentId === '' ? 'Say which agent writes.' : 'Must be the agent that x-agent-id names.'
  throw new ServiceError('invalid_request', { detail: `agentId: ${message}`, errors: [{ path: 'agentId', message }] })
}

/** What customers, answers and agents said, and what people do about it. */
export const conversationRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/conversations',
    summary: 'List conversations',
    description:
      'Those with the newest message first. `q` finds conversations with messages in which all its words, or words that begin with them, stand; such a page may have fewer than `limit` though `nextCursor` goes on.',
    query: z.strictObject(conversationList.body.shape),
    reply: conversationList.reply,
    handle: ({ context, query }) => context.ask(conversationList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/conversations/handover',
    summary: 'Hand a conversation over to people',
    description:
      'The AI says nothing more until it is handed back; an answer in the making is discarded. A second hand-over changes nothing and says so in `alreadyHandedOver`.',
    body: z.strictObject(conversationHandOver.body.omit({ operationId: true, actor: true }).shape),
    reply: conversationHandOver.reply,
    refusals: ['not_found'],
    async handle(input) {
      const { context, body, operationId } = input
      await context.ask(conversationRead, { conversationId: body.conversationId })
      if (body.assignee) await requireAgent(body.assignee, 'assignee', context)
      return context.ask(conversationHandOver, { ...body, operationId, actor: await actorOf(input) })
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/conversations/bulk',
    summary: 'Do one thing to many conversations',
    description:
      'By `ids` or by `filter`, up to 1,000. `export` answers the file; of CSV, cells that a spreadsheet would run begin with an apostrophe.',
    body: bulkInput,
    reply: bulkRun.reply,
    otherTypes: ['text/csv; charset=utf-8'],
    async handle(input) {
      const { context, body, operationId, clientSignal } = input
      if (body.assignee) await requireAgent(body.assignee, 'assignee', context)
      const request = { operationId, bulk: body, actor: await actorOf(input) }
      if (body.action !== 'export') return context.ask(bulkRun, request)
      const pieces: string[] = []
      for await (const { text } of context.open(bulkExport, request, { signal: clientSignal() })) pieces.push(text)
      const type = body.format === 'csv' ? 'text/csv' : 'application/json'
      return asText(`${type}; charset=utf-8`, pieces.join(''))
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/conversations/:conversationId',
    summary: 'Read a conversation',
    params,
    reply: conversation,
    handle: ({ context, params }) => context.ask(conversationRead, params),
  }),
  route({
    ...common,
    method: 'PATCH',
    url: '/api/conversations/:conversationId',
    summary: 'Change a conversation',
    description: '`status` `escalated` hands it over. `x-agent-id` names who did it.',
    params,
    body: conversationPatch,
    reply: conversation,
    refusals: ['conflict'],
    async handle(input) {
      const { context, params, body } = input
      await context.ask(conversationRead, params)
      if (body.assignee) await requireAgent(body.assignee, 'assignee', context)
      return context.ask(conversationUpdate, { ...params, patch: body, actor: await actorOf(input) })
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/conversations/:conversationId/messages',
    summary: 'List the messages of a conversation',
    params,
    query: page,
    reply: messageList.reply,
    handle: ({ context, params, query }) => context.ask(messageList, { ...params, ...query }),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/conversations/:conversationId/messages',
    summary: 'Reply to the customer, or leave a note',
    description:
      'A reply takes the conversation over: the AI says nothing more until it is handed back. With `sawSequence` it is refused as `conversation_moved` when newer messages exist.',
    params,
    body: written,
    status: 201,
    reply: messageWrite.reply,
    refusals: ['conversation_moved'],
    async handle(input) {
      const { context, params, body, operationId } = input
      await context.ask(conversationRead, params)
      const { agentId: _, ...message } = body
      return context.ask(messageWrite, { ...params, ...message, operationId, agent: await writerOf(input) })
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/conversations/:conversationId/messages/:messageId/resend',
    summary: 'Send a message again that did not go out',
    description:
      'Of a conversation by e-mail, WhatsApp or SMS: a message whose `delivery` is `failed` or `unknown`. Of one that is `unknown` nobody can tell whether the customer has it, so they may get it twice.',
    params: params.extend({ messageId: id }),
    status: 202,
    reply: messageResend.reply,
    refusals: ['conflict'],
    async handle(input) {
      const { context, params, operationId } = input
      await context.ask(conversationRead, { conversationId: params.conversationId })
      return context.ask(messageResend, { ...params, operationId, actor: await actorOf(input) })
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/conversations/:conversationId/handback',
    summary: 'Give a conversation back to the AI',
    params,
    reply: conversation,
    async handle(input) {
      const { context, params } = input
      await context.ask(conversationRead, params)
      return context.ask(conversationHandBack, { ...params, actor: await actorOf(input) })
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/conversations/:conversationId/activity',
    summary: 'What was done to a conversation, by whom',
    params,
    query: page,
    reply: activityList.reply,
    handle: ({ context, params, query }) => context.ask(activityList, { ...params, ...query }),
  }),
]
