import {
  bulkInput,
  channels,
  chat,
  conversation,
  conversationPatch,
  id,
  invalidNamedField,
  limits,
  pageRequest,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { actorOf, requireAgent } from '../agents/require-agent.ts'
import { requireViewer, viewerOf } from '../agents/viewer.ts'
import { notThisAgent, requireAgentKey } from '../people/acting-agent.ts'
import { asText, isBulkResult, jsonRoute, type RouteInput } from './route.ts'

const common = { access: 'conversations', tag: 'Conversations' } as const
const params = z.object({ conversationId: id })
const page = z.strictObject(pageRequest.shape)

const written = z.strictObject({
  kind: chat.queries.messageWrite.body.shape.kind,
  content: z.string().max(limits.messageCharacters).trim().min(1),
  agentId: id.optional().describe('Alternative to the header `x-agent-id`'),
  sawSequence: chat.queries.messageWrite.body.shape.sawSequence,
  format: chat.queries.messageWrite.body.shape.format,
  attachments: chat.queries.messageWrite.body.shape.attachments,
  clientId: chat.queries.messageWrite.body.shape.clientId,
  mentions: chat.queries.messageWrite.body.shape.mentions.describe(
    'For a note: agents and teams that get a notification (`GET /api/notifications`)',
  ),
  // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a message.
  then: chat.queries.messageWrite.body.shape.then,
})

/** Who writes: the agent of the body or of the header, who have to be the same. */
async function writerOf(input: RouteInput<unknown, unknown, z.output<typeof written>>) {
  const { context, caller, agentId: named, body } = input
  const agentId = body.agentId ?? named
  if (caller.agentId !== undefined && agentId !== caller.agentId) throw notThisAgent()
  if (agentId !== '') await requireAgentKey(caller, context)
  if (agentId !== '' && (named === '' || named === agentId)) return requireAgent(agentId, 'agentId', context)
  throw invalidNamedField(
    'agentId',
    agentId === '' ? 'Name the agent who writes.' : 'Must be the agent that x-agent-id names.',
  )
}

/** What customers, answers and agents said, and what people do about it. */
export const conversationRoutes = [
  jsonRoute('GET /api/conversations', {
    ...common,
    name: 'listConversations',
    summary: 'List conversations',
    description:
      'Sorted by the newest message, newest first, unless `sort` says otherwise; `waiting` lists only conversations whose customer waits for an answer, the longest wait first. A filter can be repeated; any of its values is enough. `q` finds conversations whose messages contain all of its words, or words that start with them. A search is always sorted by the newest message, whatever the order of the `view`. A page searches at most 2,000 conversations, so it can have fewer than `limit` items although there is a `nextCursor`. With `x-agent-id`, each conversation shows whether it is `unread` for that agent.',
    query: z.strictObject(chat.queries.conversationList.body.omit({ agentId: true }).shape),
    reply: chat.queries.conversationList.reply,
    refusals: ['not_found'],
    async handle(input) {
      const { context, query } = input
      return context.ask(chat.queries.conversationList, { ...query, ...(await viewerOf(input)) })
    },
  }),
  jsonRoute('POST /api/conversations/handover', {
    ...common,
    name: 'handOverConversation',
    summary: 'Hand a conversation over to people',
    description:
      'The AI stops answering until the conversation is handed back; an answer in progress is discarded. A second handover changes nothing and returns `alreadyHandedOver`.',
    body: z.strictObject(chat.queries.conversationHandOver.body.omit({ operationId: true, actor: true }).shape),
    reply: chat.queries.conversationHandOver.reply,
    refusals: ['not_found'],
    async handle(input) {
      const { context, body, operationId } = input
      await context.ask(chat.queries.conversationRead, { conversationId: body.conversationId })
      if (body.assignee) await requireAgent(body.assignee, 'assignee', context)
      return context.ask(chat.queries.conversationHandOver, { ...body, operationId, actor: await actorOf(input) })
    },
  }),
  jsonRoute('POST /api/conversations/bulk', {
    ...common,
    name: 'bulkUpdateConversations',
    summary: 'Apply a bulk action to conversations',
    description:
      'Select up to 1,000 conversations by `ids` or `filter`. `export` returns the file; in CSV, cells that a spreadsheet would run as a formula start with an apostrophe.',
    body: bulkInput,
    reply: z.union([chat.queries.bulkRun.reply, z.array(conversation)]).meta({
      id: 'BulkConversationsReply',
      description: 'The result of the action; for `export`, the conversations',
    }),
    otherTypes: ['text/csv; charset=utf-8'],
    hasOnlyIds: isBulkResult,
    async handle(input) {
      const { context, body, operationId, clientSignal } = input
      if (body.assignee) await requireAgent(body.assignee, 'assignee', context)
      const request = { operationId, bulk: body, actor: await actorOf(input) }
      if (body.action !== 'export') return context.ask(chat.queries.bulkRun, request)
      const pieces: string[] = []
      for await (const { text } of context.open(chat.streams.bulkExport, request, { signal: clientSignal() }))
        pieces.push(text)
      const type = body.format === 'csv' ? 'text/csv' : 'application/json'
      return asText(`${type}; charset=utf-8`, pieces.join(''))
    },
  }),
  jsonRoute('GET /api/conversations/:conversationId', {
    ...common,
    name: 'getConversation',
    summary: 'Read a conversation',
    params,
    reply: conversation,
    async handle(input) {
      const { context, params } = input
      return context.ask(chat.queries.conversationRead, { ...params, ...(await viewerOf(input)) })
    },
  }),
  jsonRoute('PUT /api/conversations/:conversationId/read', {
    ...common,
    name: 'markConversationRead',
    summary: 'Mark a conversation as read',
    description: 'Up to the message of this `sequence`, for the agent of `x-agent-id`; never backwards.',
    params,
    body: z.strictObject({ sequence: chat.queries.conversationMarkRead.body.shape.sequence }),
    async handle(input) {
      const { context, params, body } = input
      await context.ask(chat.queries.conversationRead, params)
      await context.ask(chat.queries.conversationMarkRead, { ...params, ...body, ...(await requireViewer(input)) })
    },
  }),
  jsonRoute('PATCH /api/conversations/:conversationId', {
    ...common,
    name: 'updateConversation',
    summary: 'Change a conversation',
    description: '`status: escalated` hands the conversation over. `x-agent-id` names the agent.',
    params,
    body: conversationPatch,
    reply: conversation,
    refusals: ['conflict'],
    async handle(input) {
      const { context, params, body } = input
      await context.ask(chat.queries.conversationRead, params)
      if (body.assignee) await requireAgent(body.assignee, 'assignee', context)
      return context.ask(chat.queries.conversationUpdate, { ...params, patch: body, actor: await actorOf(input) })
    },
  }),
  jsonRoute('GET /api/conversations/:conversationId/messages', {
    ...common,
    name: 'listMessages',
    summary: 'List the messages of a conversation',
    description:
      'Newest first. Use at most one of `before`, `after` and `around`, with the `sequence` of a message; `nextCursor` always leads to older messages. A page with long messages can have fewer than `limit`.',
    params,
    query: z.strictObject(chat.queries.messageList.body.omit({ conversationId: true }).shape),
    reply: chat.queries.messageList.reply,
    handle: ({ context, params, query }) => context.ask(chat.queries.messageList, { ...params, ...query }),
  }),
  jsonRoute('POST /api/conversations/:conversationId/messages', {
    ...common,
    name: 'createMessage',
    summary: 'Reply to the customer, or add an internal note',
    description:
      'A reply takes the conversation over: the AI stops answering until it is handed back. With `sawSequence`, the reply is rejected with `conversation_moved` if newer messages exist. `attachments` sends up to 10 uploads, 25 MB together, by e-mail and WhatsApp; a reply by SMS with files is rejected (422).',
    params,
    body: written,
    status: 201,
    reply: chat.queries.messageWrite.reply,
    refusals: ['conversation_moved'],
    async handle(input) {
      const { context, params, body, operationId } = input
      await context.ask(chat.queries.conversationRead, params)
      const { agentId: _, ...message } = body
      for (const agentId of body.mentions?.agents ?? []) await requireAgent(agentId, 'mentions.agents', context)
      return context.ask(chat.queries.messageWrite, {
        ...params,
        ...message,
        operationId,
        agent: await writerOf(input),
      })
    },
  }),
  jsonRoute('POST /api/conversations/:conversationId/messages/:messageId/resend', {
    ...common,
    name: 'resendMessage',
    summary: 'Resend a message that was not delivered',
    description:
      'For conversations by e-mail, WhatsApp or SMS: resends a message whose `delivery` is `failed` or `unknown`. With `unknown`, the customer may already have the message and get it twice.',
    params: params.extend({ messageId: id }),
    status: 202,
    reply: channels.queries.messageResend.reply,
    refusals: ['conflict'],
    async handle(input) {
      const { context, params, operationId } = input
      await context.ask(chat.queries.conversationRead, { conversationId: params.conversationId })
      return context.ask(channels.queries.messageResend, { ...params, operationId, actor: await actorOf(input) })
    },
  }),
  jsonRoute('POST /api/conversations/:conversationId/handback', {
    ...common,
    name: 'handBackConversation',
    summary: 'Hand a conversation back to the AI',
    params,
    reply: conversation,
    async handle(input) {
      const { context, params } = input
      await context.ask(chat.queries.conversationRead, params)
      return context.ask(chat.queries.conversationHandBack, { ...params, actor: await actorOf(input) })
    },
  }),
  jsonRoute('GET /api/conversations/:conversationId/activity', {
    ...common,
    name: 'listConversationActivity',
    summary: 'Read the activity log of a conversation',
    params,
    query: page,
    reply: chat.queries.activityList.reply,
    handle: ({ context, params, query }) => context.ask(chat.queries.activityList, { ...params, ...query }),
  }),
]
