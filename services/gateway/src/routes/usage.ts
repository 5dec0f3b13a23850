import { thresholdPreview, usageRead } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

/** A day, or the day of a time; both in UTC. */
const day = z.union([z.iso.date(), z.iso.datetime()]).transform((text) => text.slice(0, 10))
const dayMs = 86_400_000

/** What questions cost, and what another threshold would have done to them. */
export const usageRoutes = [
  route({
    method: 'GET',
    url: '/api/usage',
    access: 'analytics',
    tag: 'Analytics',
    summary: 'What was used: questions and tokens by day',
    description: 'Days in UTC, `from` and `to` included; the last 30 when neither is given.',
    query: z.strictObject({ from: day.optional(), to: day.optional() }),
    status: 200,
    reply: usageRead.reply,
    handle({ context, query }) {
      const to = query.to ?? new Date().toISOString().slice(0, 10)
      const from = query.from ?? new Date(Date.parse(to) - 29 * dayMs).toISOString().slice(0, 10)
      return context.ask(usageRead, { from, to })
    },
  }),
  route({
    method: 'GET',
    url: '/api/settings/threshold-preview',
    access: 'settings',
    tag: 'Settings',
    summary: 'See what another escalation threshold would have done',
    description:
      'Holds the confidence that each of the newest 1,000 questions was decided on against `threshold`; nothing is asked again.',
    query: z.strictObject(thresholdPreview.body.shape),
    status: 200,
    reply: thresholdPreview.reply,
    handle: ({ context, query }) => context.ask(thresholdPreview, query),
  }),
]
