import { chat } from '@frontdesk/contracts'
import { z } from 'zod'
import { requireViewer, viewerOf } from '../agents/viewer.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'conversations', tag: 'Conversations' } as const

/** What agents are told. */
export const notificationRoutes = [
  jsonRoute('GET /api/notifications', {
    ...common,
    name: 'listNotifications',
    summary: 'List your own notifications',
    description:
      'Those of the agent of the session or of `x-agent-id`, newest first: a colleague mentioned them or one of their teams in a note (`mention`), or assigned a conversation to them (`assigned`). They are stored for 30 days. `GET /api/events/stream` sends new ones. For an API key without an agent, the list is empty.',
    query: z.strictObject({
      limit: chat.queries.notificationList.body.shape.limit,
      cursor: chat.queries.notificationList.body.shape.cursor,
      unread: z.literal('true').optional().describe('Only unread ones'),
    }),
    reply: chat.queries.notificationList.reply,
    async handle(input) {
      const { unread, ...page } = input.query
      const { agentId } = await viewerOf(input)
      if (agentId === undefined) return { items: [], nextCursor: null, unread: 0 }
      return input.context.ask(chat.queries.notificationList, { ...page, agentId, ...(unread && { unread: true }) })
    },
  }),
  jsonRoute('POST /api/notifications/read', {
    ...common,
    name: 'markNotificationsRead',
    summary: 'Mark your own notifications as read',
    description:
      '`ids` or `all`. When the agent reads a conversation (`PUT /api/conversations/{id}/read`), its notifications are marked too.',
    body: z.union([
      z.strictObject({ ids: chat.queries.notificationMarkRead.body.shape.ids.unwrap() }),
      z.strictObject({ all: z.literal(true) }),
    ]),
    reply: chat.queries.notificationMarkRead.reply,
    async handle(input) {
      return input.context.ask(chat.queries.notificationMarkRead, { ...input.body, ...(await requireViewer(input)) })
    },
  }),
]
