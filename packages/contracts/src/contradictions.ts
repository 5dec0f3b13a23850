import { z } from 'zod'
import { chunk, timestamp } from './records.ts'
import { identifier, marked } from './text-marks.ts'

/** What one of two sources says of a subject. */
const contradictingStatement = z.object({
  sourceId: identifier,
  title: z.string(),
  version: z.number().int(),
  chunk: z.number().int().describe('Index of the chunk that it stands in'),
  text: z.string().describe('A sentence, or a cell of a table as `Label, column: value`'),
  since: timestamp.describe('When the first of the versions in a row was made that hold this text or page'),
})

/** Two live sources that say different things of one subject. */
export const contradiction = z.object({
  id: identifier,
  kind: z.enum(['number', 'date', 'polarity']).describe('What differs: an amount or a time of day; a date; yes and no'),
  status: z.enum(['open', 'dismissed', 'resolved']).describe('`resolved`: one of them does not say it any more'),
  newer: contradictingStatement,
  older: contradictingStatement,
  createdAt: timestamp,
})
export type Contradiction = z.output<typeof contradiction>

/** The same with where it stands, for whoever answers from those chunks. */
const placedStatement = contradictingStatement.omit({ chunk: true }).extend({
  contentId: identifier,
  url: marked(z.string(), { is: 'whole' }).optional(),
  chunk,
  start: z.number().int().describe('In the text of the chunk; of a cell its value'),
  end: z.number().int(),
  quote: z.string().describe('Stands in the chunk word for word; of a cell its row'),
  value: z.string().optional().describe('Of a cell'),
})
export const placedContradiction = z.object({ id: identifier, newer: placedStatement, older: placedStatement })
export type PlacedContradiction = z.output<typeof placedContradiction>
export type PlacedStatement = z.output<typeof placedStatement>
