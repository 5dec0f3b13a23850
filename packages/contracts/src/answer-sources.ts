import { z } from 'zod'
import { identifier, marked } from './text-marks.ts'

/** Words of a source; `masked` beside it says when a policy changed them. */
const quote = marked(z.string(), { flag: 'masked' })

/** What an answer rests on. `quote` stands in the chunk, word for word, unless `masked`. */
export const answerSource = z.object({
  title: z.string(),
  sourceId: identifier,
  version: z.number().int(),
  url: marked(z.string(), { is: 'whole' }).optional(),
  quote,
  masked: z.boolean().optional(),
  superseded: z
    .boolean()
    .optional()
    .describe('An older source that contradicts the answer: see `GET /api/knowledge/contradictions`'),
})
export type AnswerSource = z.output<typeof answerSource>

/** What one sentence of an answer rests on: `start` to `end` of the content (UTF-16 code units). */
export const citation = z.object({
  start: z.number().int(),
  end: z.number().int(),
  source: z.number().int().describe('Its place in `sources`'),
  quote: quote.describe('Occurs in the source word for word, unless `masked`'),
  masked: z.boolean().optional(),
})
export type Citation = z.output<typeof citation>
