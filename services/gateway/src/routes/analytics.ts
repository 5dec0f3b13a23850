import { analytics, id, suggestion } from '@frontdesk/contracts'
import { z } from 'zod'
import { actorOf } from '../agents/require-agent.ts'
import { mayUse } from '../keys/authenticate.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'analytics', tag: 'Analytics' } as const

const params = z.object({ suggestionId: id })
const acceptance = z
  .strictObject({
    title: analytics.queries.suggestionAccept.body.shape.title,
    text: analytics.queries.suggestionAccept.body.shape.text,
    proposedAt: analytics.queries.suggestionAccept.body.shape.proposedAt.describe(
      '`proposal.at` of the proposal that you read. Without it, a source that the proposal would change stays as it is',
    ),
  })
  .optional()

/** Numbers, each of which can list its rows; the log. */
export const analyticsRoutes = [
  jsonRoute('GET /api/analytics/overview', {
    ...common,
    name: 'getAnalyticsOverview',
    summary: 'Read the figures on questions, answers, escalations, blocks and resolutions',
    description:
      'Totals, and figures per day, channel or tag. `GET /api/analytics/rows` lists the rows behind a figure.',
    query: z.strictObject(analytics.queries.overviewRead.body.shape),
    reply: analytics.queries.overviewRead.reply,
    handle: ({ context, query }) => context.ask(analytics.queries.overviewRead, query),
  }),
  jsonRoute('GET /api/analytics/topics', {
    ...common,
    name: 'getAnalyticsTopics',
    summary: 'Read what conversations are about, by day or week',
    description:
      'Topics are the tags of conversations that began (`by=tag`; rows: `metric=conversations&tag=…`) or the sources that ' +
      'answers are based on (`by=source`; rows: `metric=questions&sourceId=…`).',
    query: z.strictObject(analytics.queries.topicRead.body.shape),
    reply: analytics.queries.topicRead.reply,
    handle: ({ context, query }) => context.ask(analytics.queries.topicRead, query),
  }),
  jsonRoute('GET /api/analytics/rows', {
    ...common,
    name: 'listAnalyticsRows',
    summary: 'List the rows behind a figure',
    query: z.strictObject(analytics.queries.rowList.body.shape),
    reply: analytics.queries.rowList.reply,
    handle: ({ context, query }) => context.ask(analytics.queries.rowList, query),
  }),
  jsonRoute('GET /api/analytics/log', {
    ...common,
    name: 'listAuditLog',
    summary: 'List the audit log: who changed what and when',
    query: z.strictObject(analytics.queries.logList.body.shape),
    reply: analytics.queries.logList.reply,
    handle: ({ context, query }) => context.ask(analytics.queries.logList, query),
  }),
  jsonRoute('GET /api/analytics/suggestions', {
    ...common,
    name: 'listSuggestions',
    summary: 'List gaps in the knowledge base, most frequent first',
    description:
      'Groups similar questions that were not answered, or answered with low confidence. On a long page, a suggestion can show ' +
      'fewer questions and a shorter draft than when it is read alone.',
    query: z.strictObject(analytics.queries.suggestionList.body.shape),
    reply: analytics.queries.suggestionList.reply,
    handle: ({ context, query }) => context.ask(analytics.queries.suggestionList, query),
  }),
  jsonRoute('GET /api/analytics/suggestions/:suggestionId', {
    ...common,
    name: 'getSuggestion',
    summary: 'Read a suggestion',
    params,
    reply: suggestion,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(analytics.queries.suggestionRead, params),
  }),
  jsonRoute('POST /api/conversations/:conversationId/proposals', {
    ...common,
    access: 'conversations',
    name: 'proposeAnswer',
    summary: 'Propose that the AI gives this reply from now on',
    description:
      'Becomes the draft of an open suggestion, which somebody with the scope `analytics` accepts or dismisses. With `sourceId`, ' +
      'accepting it replaces the text of that source, which must be a `manual` one that has not changed since.',
    params: z.object({ conversationId: id }),
    body: z.strictObject({
      messageId: analytics.queries.suggestionPropose.body.shape.messageId.describe('The reply of an agent'),
      question: analytics.queries.suggestionPropose.body.shape.question,
      title: analytics.queries.suggestionPropose.body.shape.title,
      text: analytics.queries.suggestionPropose.body.shape.text,
      sourceId: analytics.queries.suggestionPropose.body.shape.sourceId,
    }),
    status: 201,
    reply: analytics.queries.suggestionPropose.reply,
    refusals: ['not_found', 'conflict'],
    async handle(input) {
      const { context, params, body, operationId } = input
      return context.ask(analytics.queries.suggestionPropose, {
        ...params,
        ...body,
        operationId,
        actor: await actorOf(input),
      })
    },
  }),
  jsonRoute('POST /api/analytics/suggestions/:suggestionId/accept', {
    ...common,
    name: 'acceptSuggestion',
    summary: 'Create a source from a suggestion and ask its questions again',
    description:
      'Creates the source from `text`, or from the draft if it `isAnswered`. Without either, the questions are only asked ' +
      'again. With `proposedAt`, the proposal is accepted: one that changes a source also needs the scope `knowledge`; 409 if ' +
      'another was made since. The suggestion is `checking` meanwhile, then `closed` if all questions were answered, otherwise `open`.',
    params,
    body: acceptance,
    status: 202,
    reply: suggestion,
    refusals: ['not_found', 'conflict'],
    async handle(input) {
      const { caller, context, params, body, operationId } = input
      return context.ask(analytics.queries.suggestionAccept, {
        ...params,
        ...body,
        operationId,
        mayReplace: mayUse(caller, 'knowledge'),
        actor: await actorOf(input),
      })
    },
  }),
  jsonRoute('POST /api/analytics/suggestions/:suggestionId/dismiss', {
    ...common,
    name: 'dismissSuggestion',
    summary: 'Dismiss a suggestion',
    params,
    reply: suggestion,
    refusals: ['not_found', 'conflict'],
    async handle(input) {
      const { context, params, operationId } = input
      return context.ask(analytics.queries.suggestionDismiss, { ...params, operationId, actor: await actorOf(input) })
    },
  }),
]
