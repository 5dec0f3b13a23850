import { z } from 'zod'
import { timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** Which answers cited a source, newest first. Counts go over all of them, whichever page is asked for. */
export const sourceUsage = z.object({
  cited: z.number().int().describe('Answers that cite the source'),
  lastCitedAt: timestamp.nullable(),
  items: z.array(
    z.object({
      conversationId: identifier,
      messageId: identifier.describe('Of the answer'),
      quote: z.string().describe('What the answer quotes of the source'),
      at: timestamp,
    }),
  ),
  nextCursor: identifier.nullable(),
})
export type SourceUsage = z.output<typeof sourceUsage>
