import { chat, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { requireViewer } from '../agents/viewer.ts'
import { jsonRoute } from './route.ts'

/** Who is where at the moment. */
export const presenceRoutes = [
  jsonRoute('POST /api/presence', {
    access: 'conversations',
    tag: 'Conversations',
    name: 'tellPresence',
    summary: 'Say where an agent is',
    description:
      'Reports that the agent of `x-agent-id` looks at a conversation, or writes in it; `conversationId: null`: in no conversation. Send it every 20 s; it expires after 30 s. `GET /api/events/stream` reports it as `presence`.',
    body: z.strictObject({
      conversationId: id.nullable(),
      state: chat.queries.presenceTell.body.shape.state,
    }),
    refusals: ['not_found'],
    async handle(input) {
      const { conversationId } = input.body
      if (conversationId !== null) await input.context.ask(chat.queries.conversationRead, { conversationId })
      await input.context.ask(chat.queries.presenceTell, { ...input.body, ...(await requireViewer(input)) })
    },
  }),
  jsonRoute('POST /api/conversations/:conversationId/typing', {
    access: 'chat',
    tag: 'Chat',
    name: 'tellTyping',
    summary: 'Report that the customer is typing',
    description: 'Send it every 3 s while the customer types. `GET /api/events/stream` reports it as `typing`.',
    params: z.object({ conversationId: id }),
    handle: ({ context, params }) => context.ask(chat.queries.typingTell, params),
  }),
]
