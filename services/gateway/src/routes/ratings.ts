import { chat, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { refuseAgents } from '../people/refuse-agents.ts'
import { jsonRoute } from './route.ts'

/** What customers think of conversations. */
export const ratingRoutes = [
  jsonRoute('POST /api/conversations/:conversationId/rating', {
    access: 'chat',
    tag: 'Chat',
    name: 'rateConversation',
    summary: 'Rate a conversation',
    description:
      'The customer’s rating of the whole conversation, from 1 to 5. For 24 hours another rating replaces it; after that the reply is 409. Agents can’t rate (403). The status of the conversation does not change.',
    params: z.object({ conversationId: id }),
    body: z.strictObject(chat.queries.conversationRate.body.omit({ conversationId: true }).shape),
    reply: chat.queries.conversationRate.reply,
    refusals: ['not_found', 'conflict'],
    async handle(input) {
      refuseAgents(input)
      return input.context.ask(chat.queries.conversationRate, { ...input.params, ...input.body })
    },
  }),
]
