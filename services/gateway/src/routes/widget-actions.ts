import { chat, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { showConversations, visitorIn, visitorState } from '../visitors/visitor-views.ts'
import { requireFeature } from '../widgets/require-feature.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'visitor', tag: 'Visitors' } as const
const params = z.object({ conversationId: id })
/** Signs of typing are passed on at most so often. */
const typingMs = 3_000

/** What visitors do in their own conversations beside writing. */
export const widgetActionRoutes = [
  jsonRoute('POST /api/widget/conversations/:conversationId/read', {
    ...common,
    name: 'markVisitorConversationRead',
    summary: 'Report up to which message the visitor has read',
    description: 'Up to the message of this `sequence`; never backwards.',
    params,
    body: z.strictObject({ sequence: chat.queries.visitorMarkRead.body.shape.sequence }),
    handle: ({ context, caller, params, body }) =>
      context.ask(chat.queries.visitorMarkRead, { visitorId: visitorIn(caller).id, ...params, ...body }),
  }),
  jsonRoute('POST /api/widget/conversations/:conversationId/typing', {
    ...common,
    name: 'tellVisitorTyping',
    summary: 'Report that the visitor is typing',
    description: 'Send it every 3 s while the visitor types; more frequent requests are ignored.',
    params,
    async handle({ context, caller, params: { conversationId } }) {
      const { state, clock } = context
      const { id: visitorId } = visitorIn(caller)
      await context.ask(chat.queries.visitorConversationRead, { visitorId, conversationId })
      const now = clock.now()
      if (now - (state.typingToldAt.get(conversationId) ?? Number.NEGATIVE_INFINITY) < typingMs) return
      state.typingToldAt.set(conversationId, now)
      await context.ask(chat.queries.typingTell, { conversationId })
    },
  }),
  jsonRoute('POST /api/widget/conversations/:conversationId/handover', {
    ...common,
    name: 'askForPerson',
    summary: 'Ask for a person',
    description:
      'From now on, people answer. Outside of business hours, `expectedAt` is when they are back. A repeated request changes nothing.',
    params,
    body: z.strictObject({ reason: z.string().max(200).trim().min(1).optional() }).default({}),
    reply: z
      .strictObject({ state: visitorState, expectedAt: z.string().meta({ format: 'date-time' }).optional() })
      .meta({ id: 'VisitorHandover' }),
    async handle({ context, caller, params: { conversationId }, body: { reason }, operationId }) {
      const visitor = visitorIn(caller)
      requireFeature(visitor, 'talkToPerson')
      const own = { visitorId: visitor.id, conversationId }
      await context.ask(chat.queries.visitorConversationRead, own)
      const actor = { kind: 'customer' } as const
      const asked = { operationId, conversationId, ...(reason !== undefined && { reason }), actor }
      await context.ask(chat.queries.conversationHandOver, asked)
      const [conversation, { open, opensAt }] = await Promise.all([
        context.ask(chat.queries.visitorConversationRead, own),
        context.ask(chat.queries.hoursRead, {}),
      ])
      const [shown] = await showConversations([conversation], context)
      return { state: shown!.state, ...(!open && opensAt && { expectedAt: opensAt }) }
    },
  }),
  jsonRoute('POST /api/widget/conversations/:conversationId/close', {
    ...common,
    name: 'closeVisitorConversation',
    summary: 'Close the visitor’s conversation',
    description: 'A new message opens it again.',
    params,
    handle: ({ context, caller, params }) =>
      context.ask(chat.queries.visitorConversationClose, { visitorId: visitorIn(caller).id, ...params }),
  }),
  jsonRoute('POST /api/widget/feedback', {
    ...common,
    name: 'rateVisitorAnswer',
    summary: 'Rate whether an answer helped the visitor',
    description: '`helpful: true` resolves the conversation as confirmed, as `POST /api/chat/feedback` does.',
    body: z.strictObject(chat.queries.messageRate.body.omit({ visitorId: true }).shape),
    reply: chat.queries.messageRate.reply,
    refusals: ['not_found'],
    handle: ({ context, caller, body }) =>
      context.ask(chat.queries.messageRate, { ...body, visitorId: visitorIn(caller).id }),
  }),
  jsonRoute('POST /api/widget/conversations/:conversationId/rating', {
    ...common,
    name: 'rateVisitorConversation',
    summary: 'Rate the visitor’s conversation',
    description:
      'From 1 to 5, with an optional comment. For 24 hours another rating replaces it; after that the reply is 409.',
    params,
    body: z.strictObject(chat.queries.conversationRate.body.omit({ conversationId: true }).shape),
    reply: chat.queries.conversationRate.reply,
    refusals: ['conflict'],
    async handle({ context, caller, params, body }) {
      const visitor = visitorIn(caller)
      requireFeature(visitor, 'rating')
      await context.ask(chat.queries.visitorConversationRead, { visitorId: visitor.id, ...params })
      return context.ask(chat.queries.conversationRate, { ...params, ...body })
    },
  }),
]
