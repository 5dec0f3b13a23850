import { analyticsLog, analyticsOverview, analyticsRows } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { access: 'analytics', tag: 'Analytics', status: 200 } as const

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
]
