import { z } from 'zod'
import { answerSource, citation } from './answer-sources.ts'
import { visitorPage } from './conversation-visitor.ts'
import { id } from './identifiers.ts'
import { escalationReason, messageFormat, truncated } from './records.ts'
import { identifier } from './text-marks.ts'

/**
 * What a turn sends, in order: one `start`, any number of `delta`, one end. `offset` counts the characters (UTF-16
 * code units) of the answer sent so far; a reader that comes back names the last one it saw.
 */
export const turnPart = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    offset: z.number().int(),
    conversationId: identifier,
    messageId: identifier.describe(
      'The id of the answer. If the message was passed on to people, who have the conversation, the id of the customer’s message',
    ),
  }),
  z.object({ type: z.literal('delta'), offset: z.number().int(), text: z.string() }),
  z.object({
    type: z.literal('done'),
    offset: z.number().int(),
    confidence: z.number(),
    sources: z.array(answerSource),
    // A chat of the release before sends none.
    citations: z.array(citation).default([]).describe('The source that supports each sentence of the answer'),
    format: messageFormat.optional().describe('The format of the answer; absent: `text`'),
    truncated: truncated.optional(),
    conversationId: identifier,
    messageId: identifier,
  }),
  z.object({
    type: z.literal('blocked'),
    offset: z.number().int(),
    policy: z.string(),
    reason: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('escalated'),
    offset: z.number().int(),
    reason: escalationReason,
    score: z.number(),
    message: z.string(),
    conversationId: identifier,
  }),
  z.object({ type: z.literal('error'), offset: z.number().int(), message: z.string(), code: z.string() }),
])
export type TurnPart = z.output<typeof turnPart>

/** The visitor of a chat widget who wrote a message. */
export const visitorTurn = z.object({ id, widgetId: id, page: visitorPage.optional() })

/** What answers of a chat widget may cost: beyond it messages go to people. */
export const turnBudget = z.object({
  widgetId: id,
  answersPerHour: z.number().int().min(0),
  tokensPerDay: z.number().int().min(0).optional().describe('By day in UTC'),
})
export type TurnBudget = z.output<typeof turnBudget>
