import { chat, id, pageOf, pageRequest } from '@frontdesk/contracts'
import { z } from 'zod'
import { pagesOf } from '../export/pages-of.ts'
import {
  showConversations,
  showMessage,
  visitorConversation,
  visitorIn,
  visitorMessage,
} from '../visitors/visitor-views.ts'
import { requireFeature } from '../widgets/require-feature.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'visitor', tag: 'Visitors' } as const
const params = z.object({ conversationId: id })
const { after } = chat.queries.messageList.body.shape

/** A visitor's own conversations. */
export const widgetConversationRoutes = [
  jsonRoute('GET /api/widget/conversations', {
    ...common,
    name: 'listVisitorConversations',
    summary: 'List the visitor’s conversations',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(visitorConversation),
    async handle({ context, caller, query }) {
      const asked = { ...query, visitorId: visitorIn(caller).id }
      const { items, nextCursor } = await context.ask(chat.queries.visitorConversationList, asked)
      return { items: await showConversations(items, context), nextCursor }
    },
  }),
  jsonRoute('DELETE /api/widget/conversations', {
    ...common,
    name: 'deleteVisitorConversations',
    summary: 'Delete all of the visitor’s conversations',
    description:
      'Only if the widget has `features.deleteConversations`; otherwise 403. The visitor can no longer read or continue the conversations at once, and answers that are being written are stopped. The conversations are erased in all services, for agents too, usually within 2 minutes. What the visitor said about themselves is removed. The contact of a user of the site stays.',
    status: 202,
    async handle({ context, caller }) {
      const visitor = visitorIn(caller)
      requireFeature(visitor, 'deleteConversations')
      await context.ask(chat.queries.visitorConversationsDelete, { visitorId: visitor.id })
    },
  }),
  jsonRoute('GET /api/widget/conversations/:conversationId/messages', {
    ...common,
    name: 'listVisitorMessages',
    summary: 'List messages of the visitor’s conversation',
    description:
      'Newest first. `after` returns the oldest messages after the one with that `sequence`. Sequences can have gaps, because internal messages are left out; for the same reason, a page can have fewer than `limit` items although there is a `nextCursor`.',
    params,
    query: z.strictObject({ ...pageRequest.shape, after }),
    reply: pageOf(visitorMessage),
    async handle({ context, caller, params: { conversationId }, query }) {
      const visitor = visitorIn(caller)
      await context.ask(chat.queries.visitorConversationRead, { visitorId: visitor.id, conversationId })
      const { items, nextCursor } = await context.ask(chat.queries.messageList, { conversationId, ...query })
      const messageIds = items.filter(({ author }) => author.kind === 'ai').map(({ id }) => id)
      const asked = { conversationId, messageIds }
      const feedback = await Array.fromAsync(
        messageIds.length === 0 ? [] : pagesOf((page) => context.ask(chat.queries.feedbackRead, { ...asked, ...page })),
      )
      const shown = items.flatMap((message) => showMessage(message, visitor, feedback) ?? [])
      return { items: shown, nextCursor }
    },
  }),
]
