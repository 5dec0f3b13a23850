import { conversationList, conversationRead, id, messageList, pageRequest } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { method: 'GET', access: 'conversations', tag: 'Conversations', status: 200 } as const
const params = z.object({ conversationId: id })

/** What customers and answers said. */
export const conversationRoutes = [
  route({
    ...common,
    url: '/api/conversations',
    summary: 'List conversations',
    query: z.strictObject(conversationList.body.shape),
    reply: conversationList.reply,
    handle: ({ context, query }) => context.ask(conversationList, query),
  }),
  route({
    ...common,
    url: '/api/conversations/:conversationId',
    summary: 'Read a conversation',
    params,
    reply: conversationRead.reply,
    handle: ({ context, params }) => context.ask(conversationRead, params),
  }),
  route({
    ...common,
    url: '/api/conversations/:conversationId/messages',
    summary: 'List the messages of a conversation',
    params,
    query: z.strictObject(pageRequest.shape),
    reply: messageList.reply,
    handle: ({ context, params, query }) => context.ask(messageList, { ...params, ...query }),
  }),
]
