import {
  channelUsage,
  copilotUsage,
  deliveryUsage,
  pageUsage,
  type ReplyOf,
  thresholdPreview,
  usageRead,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

/** A day, or the day of a time; both in UTC. */
const day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text).toISOString().slice(0, 10))
const dayMs = 86_400_000

const more = {
  pages: z.number().int(),
  deliveries: z.number().int(),
  channelMessages: z.number().int().describe('That customers sent by e-mail, WhatsApp and SMS'),
  channelReplies: z.number().int().describe('That left by them'),
  copilotPromptTokens: z.number().int().describe('Of the copilot, beside those of questions'),
  copilotCompletionTokens: z.number().int(),
}
const usage = usageRead.reply.extend({
  ...more,
  days: z.array(usageRead.reply.shape.days.element.extend(more)),
})

type Counted = ReplyOf<typeof pageUsage>['days']
const on = (days: Counted, day: string): number => days.find((each) => each.day === day)?.count ?? 0
const sum = (days: Counted): number => days.reduce((total, { count }) => total + count, 0)

/** What questions cost, and what another threshold would have done to them. */
export const usageRoutes = [
  route({
    method: 'GET',
    url: '/api/usage',
    access: 'analytics',
    tag: 'Analytics',
    summary: 'What was used: questions, tokens, fetched pages, deliveries and messages of channels by day',
    description:
      'Days in UTC, `from` and `to` included; the last 30 when neither is given. Deliveries are known for 30 days.',
    query: z.strictObject({ from: day.optional(), to: day.optional() }),
    status: 200,
    reply: usage,
    async handle({ context, query }) {
      const to = query.to ?? new Date().toISOString().slice(0, 10)
      const from = query.from ?? new Date(Date.parse(to) - 29 * dayMs).toISOString().slice(0, 10)
      const asked = await context.ask(usageRead, { from, to })
      const [{ days: pages }, { days: deliveries }, { days: byChannels }, { days: byCopilot }] = await Promise.all([
        context.ask(pageUsage, { from, to }),
        context.ask(deliveryUsage, { from, to }),
        context.ask(channelUsage, { from, to }),
        context.ask(copilotUsage, { from, to }),
      ])
      const received = byChannels.map(({ day, count }) => ({ day, count }))
      const sent = byChannels.map(({ day, sent }) => ({ day, count: sent }))
      const prompted = byCopilot.map(({ day, promptTokens }) => ({ day, count: promptTokens }))
      const completed = byCopilot.map(({ day, completionTokens }) => ({ day, count: completionTokens }))
      const days = asked.days.map((each) => ({
        ...each,
        pages: on(pages, each.day),
        deliveries: on(deliveries, each.day),
        channelMessages: on(received, each.day),
        channelReplies: on(sent, each.day),
        copilotPromptTokens: on(prompted, each.day),
        copilotCompletionTokens: on(completed, each.day),
      }))
      return {
        ...asked,
        pages: sum(pages),
        deliveries: sum(deliveries),
        channelMessages: sum(received),
        channelReplies: sum(sent),
        copilotPromptTokens: sum(prompted),
        copilotCompletionTokens: sum(completed),
        days,
      }
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
