import { cannedReply, cannedReplyInput, cannedReplyPatch, chat, contacts, id, pageRequest } from '@frontdesk/contracts'
import { z } from 'zod'
import { requireAgent } from '../agents/require-agent.ts'
import { viewerOf } from '../agents/viewer.ts'
import type { GatewayContext } from '../context.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'conversations', tag: 'Conversations' } as const
const params = z.object({ replyId: id })

const checkAssignee = async (
  actions: { assignee?: string | null | undefined } | null | undefined,
  context: GatewayContext,
) => {
  if (actions?.assignee) await requireAgent(actions.assignee, 'actions.assignee', context)
}

/** The name of the person that a conversation is with, from the contact book where they are in it. */
async function contactNameOf(conversationId: string, context: GatewayContext): Promise<{ contactName?: string }> {
  const { contactId, contact } = await context.ask(chat.queries.conversationRead, { conversationId })
  const known = contactId ? await context.ask(contacts.queries.contactRead, { contactId }).catch(notThere) : undefined
  const name = known?.name ?? contact?.name
  return name ? { contactName: name } : {}
}
/** A contact that was erased meanwhile has no name. */
const notThere = (error: unknown): undefined => {
  if ((error as { code?: string }).code !== 'not_found') throw error
}

/** Replies that are written once and sent often. */
export const cannedReplyRoutes = [
  jsonRoute('GET /api/replies', {
    ...common,
    name: 'listCannedReplies',
    summary: 'List canned replies',
    description:
      'Shared replies and those of the agent of `x-agent-id`, by name. They are on one page unless they are too long for it; then `nextCursor` continues the list.',
    query: z.strictObject(pageRequest.pick({ cursor: true }).shape),
    reply: chat.queries.cannedReplyList.reply,
    handle: async (input) =>
      input.context.ask(chat.queries.cannedReplyList, { ...input.query, ...(await viewerOf(input)) }),
  }),
  jsonRoute('POST /api/replies', {
    ...common,
    name: 'createCannedReply',
    summary: 'Create a canned reply',
    description:
      'A reply that is not `shared` belongs to the agent of `x-agent-id`, and nobody else sees it. `actions` lists what should also happen when the reply is sent; the client that sends it carries them out.',
    body: cannedReplyInput,
    status: 201,
    reply: cannedReply,
    refusals: ['conflict'],
    async handle(input) {
      await checkAssignee(input.body.actions, input.context)
      return input.context.ask(chat.queries.cannedReplyCreate, {
        ...{ operationId: input.operationId, reply: input.body },
        ...(await viewerOf(input)),
      })
    },
  }),
  jsonRoute('GET /api/replies/:replyId', {
    ...common,
    name: 'getCannedReply',
    summary: 'Read a canned reply',
    params,
    reply: cannedReply,
    handle: async (input) =>
      input.context.ask(chat.queries.cannedReplyRead, { ...input.params, ...(await viewerOf(input)) }),
  }),
  jsonRoute('PATCH /api/replies/:replyId', {
    ...common,
    name: 'updateCannedReply',
    summary: 'Change a canned reply',
    params,
    body: cannedReplyPatch,
    reply: cannedReply,
    refusals: ['conflict'],
    async handle(input) {
      await checkAssignee(input.body.actions, input.context)
      return input.context.ask(chat.queries.cannedReplyUpdate, {
        ...{ ...input.params, patch: input.body },
        ...(await viewerOf(input)),
      })
    },
  }),
  jsonRoute('DELETE /api/replies/:replyId', {
    ...common,
    name: 'deleteCannedReply',
    summary: 'Delete a canned reply',
    params,
    async handle(input) {
      await input.context.ask(chat.queries.cannedReplyDelete, { ...input.params, ...(await viewerOf(input)) })
    },
  }),
  jsonRoute('POST /api/replies/:replyId/render', {
    ...common,
    name: 'renderCannedReply',
    summary: 'Fill in a canned reply for a conversation',
    description:
      'Replaces `{{contact.name}}` and, with `x-agent-id`, `{{agent.name}}`; `missing` lists names that are not known. Sends nothing.',
    params,
    body: z.strictObject({ conversationId: id }),
    reply: chat.queries.cannedReplyRender.reply,
    async handle(input) {
      const { context, params, body } = input
      await context.ask(chat.queries.cannedReplyRead, { ...params, ...(await viewerOf(input)) })
      const { agentId } = await viewerOf(input)
      const agent =
        agentId === undefined ? {} : { agentName: (await requireAgent(agentId, 'x-agent-id', context)).name }
      const named = await contactNameOf(body.conversationId, context)
      return context.ask(chat.queries.cannedReplyRender, { ...params, ...named, ...agent, ...(agentId && { agentId }) })
    },
  }),
]
