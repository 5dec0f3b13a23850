import { z } from 'zod'
import { chunk, timestamp } from './records.ts'
import { identifier, marked } from './text-marks.ts'

/** What one of two sources says of a subject. */
const contradictingStatement = z.object({
  sourceId: identifier,
  title: z.string(),
  version: z.number().int(),
  chunk: z.number().int().describe('Index of the chunk that contains it'),
  text: z.string().describe('A sentence, or a cell of a table as `Label, column: value`'),
  since: timestamp.describe('When the first of the consecutive versions that contain this text or page was created'),
})

/** Two live sources that say different things of one subject. */
export const contradiction = z.object({
  id: identifier,
  kind: z.enum(['number', 'date', 'polarity']).describe('What differs: an amount or a time of day; a date; yes and no'),
  status: z
    .enum(['open', 'dismissed', 'resolved'])
    .describe('`resolved`: one of the sources no longer contains its statement'),
  newer: contradictingStatement,
  older: contradictingStatement,
  createdAt: timestamp,
})
export type Contradiction = z.output<typeof contradiction>

/** A source too long to be checked whole: what the rest of its live version states is compared with nothing. */
export const partlyChecked = z
  .object({
    sourceId: identifier,
    checkedChunks: z.number().int().describe('From the beginning of the live version'),
    chunks: z.number().int().describe('Of the live version'),
  })
  .describe('A source whose live version is too long to be checked whole')

export type PartlyChecked = z.output<typeof partlyChecked>

/** The same with where it stands, for whoever answers from those chunks. */
const placedStatement = contradictingStatement.omit({ chunk: true }).extend({
  contentId: identifier,
  url: marked(z.string(), { is: 'whole' }).optional(),
  chunk,
  start: z.number().int().describe('Position in the text of the chunk; for a table cell, of its value'),
  end: z.number().int(),
  quote: z.string().describe('Occurs in the chunk word for word; for a table cell, its row'),
  value: z.string().optional().describe('Of a cell'),
})
export const placedContradiction = z.object({ id: identifier, newer: placedStatement, older: placedStatement })
export type PlacedContradiction = z.output<typeof placedContradiction>
export type PlacedStatement = z.output<typeof placedStatement>
