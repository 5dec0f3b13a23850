import { z } from 'zod'
import { id } from './identifiers.ts'
import { limits } from './limits.ts'
import { timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** What an agent writes before it is sent: a reply, or a note. */
export const draftKind = z.enum(['reply', 'note'])
export type DraftKind = z.output<typeof draftKind>

/** What is kept of a draft; `revision` is that of the draft that it was written on, 0 where there was none. */
export const draftInput = z.strictObject({
  content: z.string().max(limits.messageCharacters),
  attachments: z.array(id).max(limits.attachments).default([]),
  sawSequence: z.number().int().min(0).optional().describe('The newest message that the agent has seen'),
  revision: z.number().int().min(0).default(0),
})

export const draft = z.object({
  conversationId: identifier,
  kind: draftKind,
  agentId: identifier,
  content: z.string(),
  attachments: z.array(identifier),
  sawSequence: z.number().int().optional(),
  revision: z.number().int().describe('Increases each time the draft is saved or deleted'),
  updatedAt: timestamp,
})
export type Draft = z.output<typeof draft>
