import {
  analyticsLog,
  analyticsOverview,
  analyticsRows,
  id,
  suggestion,
  suggestionAccept,
  suggestionDismiss,
  suggestionList,
  suggestionRead,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { actorOf } from '../agent-records.ts'
import { route } from '../route.ts'

const common = { access: 'analytics', tag: 'Analytics', status: 200 } as const

const params = z.object({ suggestionId: id })
const acceptance = z
  .strictObject({ title: suggestionAccept.body.shape.title, text: suggestionAccept.body.shape.text })
  .optional()

/** Numbers, each of which can list its rows; the log. */
export const analyticsRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/analytics/overview',
    summary: 'Read what was asked, answered, escalated, blocked and resolved',
    description: 'In all, and for each day, channel or tag. `GET /api/analytics/rows` lists what a number counts.',
    query: z.strictObject(analyticsOverview.body.shape),
    reply: analyticsOverview.reply,
    handle: ({ context, query }) => context.ask(analyticsOverview, query),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/analytics/rows',
    summary: 'List the rows behind a number',
    query: z.strictObject(analyticsRows.body.shape),
    reply: analyticsRows.reply,
    handle: ({ context, query }) => context.ask(analyticsRows, query),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/analytics/log',
    summary: 'List bulk actions and changes of settings: who, when, what',
    query: z.strictObject(analyticsLog.body.shape),
    reply: analyticsLog.reply,
    handle: ({ context, query }) => context.ask(analyticsLog, query),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/analytics/suggestions',
    summary: 'List gaps in the knowledge base, the most asked first',
    description:
      'Questions that were not answered, or hardly, grouped by what they ask. In a long page a suggestion may show fewer ' +
      'questions and a shorter draft than by itself.',
    query: z.strictObject(suggestionList.body.shape),
    reply: suggestionList.reply,
    handle: ({ context, query }) => context.ask(suggestionList, query),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/analytics/suggestions/:suggestionId',
    summary: 'Read a suggestion',
    params,
    reply: suggestion,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(suggestionRead, params),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/analytics/suggestions/:suggestionId/accept',
    summary: 'Make a source of a suggestion and ask its questions again',
    description:
      'The source is made of `text`, or of the draft when that `isAnswered`; without either the questions are only asked ' +
      'again. `checking` meanwhile; then `closed` when all of them were answered, otherwise `open` again.',
    params,
    body: acceptance,
    status: 202,
    reply: suggestion,
    refusals: ['not_found', 'conflict'],
    async handle(input) {
      const { context, params, body, operationId } = input
      return context.ask(suggestionAccept, { ...params, ...body, operationId, actor: await actorOf(input) })
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/analytics/suggestions/:suggestionId/dismiss',
    summary: 'Say that a suggestion needs no source',
    params,
    reply: suggestion,
    refusals: ['not_found', 'conflict'],
    async handle(input) {
      const { context, params, operationId } = input
      return context.ask(suggestionDismiss, { ...params, operationId, actor: await actorOf(input) })
    },
  }),
]
