import { analytics, channels, chat, copilot, type ReplyOf, webhookDispatcher } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

/** A day, or the day of a time; both in UTC. */
const day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => new Date(text).toISOString().slice(0, 10))
const dayMs = 86_400_000

const more = {
  pages: z.number().int(),
  deliveries: z.number().int(),
  channelMessages: z.number().int().describe('Messages received by e-mail, WhatsApp and SMS'),
  channelReplies: z.number().int().describe('Messages sent by e-mail, WhatsApp and SMS'),
  copilotPromptTokens: z.number().int().describe('Prompt tokens of the copilot, in addition to those of questions'),
  copilotCompletionTokens: z.number().int(),
}
const usage = chat.queries.usageRead.reply
  .extend({
    ...more,
    days: z.array(chat.queries.usageRead.reply.shape.days.element.extend(more)),
  })
  .meta({ id: 'Usage' })

type Counted = ReplyOf<typeof analytics.queries.pageUsageRead>['days']
const on = (days: Counted, day: string): number => days.find((each) => each.day === day)?.count ?? 0
const sum = (days: Counted): number => days.reduce((total, { count }) => total + count, 0)

/** What questions cost, and what another threshold would have done to them. */
export const usageRoutes = [
  jsonRoute('GET /api/usage', {
    access: 'analytics',
    tag: 'Analytics',
    name: 'getUsage',
    summary: 'Read the usage per day: questions, tokens, fetched pages, deliveries and channel messages',
    description:
      'Days in UTC, `from` and `to` included; the last 30 when neither is given. Deliveries are known for 30 days.',
    query: z.strictObject({ from: day.optional(), to: day.optional() }),
    reply: usage,
    async handle({ context, query }) {
      const to = query.to ?? timestampOf(context.clock).slice(0, 10)
      const from = query.from ?? new Date(Date.parse(to) - 29 * dayMs).toISOString().slice(0, 10)
      const asked = await context.ask(chat.queries.usageRead, { from, to })
      const [{ days: pages }, { days: deliveries }, { days: byChannels }, { days: byCopilot }] = await Promise.all([
        context.ask(analytics.queries.pageUsageRead, { from, to }),
        context.ask(webhookDispatcher.queries.usageRead, { from, to }),
        context.ask(channels.queries.usageRead, { from, to }),
        context.ask(copilot.queries.usageRead, { from, to }),
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
  jsonRoute('GET /api/settings/threshold-preview', {
    access: 'settings',
    tag: 'Settings',
    name: 'previewEscalationThreshold',
    summary: 'Preview another escalation threshold',
    description:
      'Compares the confidence of each of the newest 1,000 questions with `threshold`; no question is asked again.',
    query: z.strictObject(chat.queries.thresholdPreview.body.shape),
    reply: chat.queries.thresholdPreview.reply,
    handle: ({ context, query }) => context.ask(chat.queries.thresholdPreview, query),
  }),
]
