import { z } from 'zod'
import { progress } from './records.ts'
import { identifier } from './text-marks.ts'

/** What an agent does in a conversation at the moment. */
export const presenceState = z.enum(['viewing', 'replying', 'noting'])

/** Where an agent is now; `conversationId` null: in none. Has no number and is told to whoever listens at that time. */
export const presence = z.object({
  type: z.literal('presence'),
  agentId: identifier,
  conversationId: identifier.nullable(),
  state: presenceState,
})
/** Somebody writes. As `presence`. */
export const typing = z.object({
  type: z.literal('typing'),
  conversationId: identifier,
  by: z.literal('customer'),
})
/** How far reading a source has come. As `presence`. */
export const sourceProgress = z.object({
  type: z.literal('source.progress'),
  sourceId: identifier,
  progress,
})
export type Presence = z.output<typeof presence>
export type Typing = z.output<typeof typing>
export type SourceProgress = z.output<typeof sourceProgress>
