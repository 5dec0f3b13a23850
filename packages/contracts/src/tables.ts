import { z } from 'zod'

/**
 * One data row of a table. `values` belong to the headers of the table in the same order, '' where the cell is empty.
 * `start` and `end` say where the row's line stands in the text of the chunk that holds it; label and values stand in that
 * line word for word.
 */
export const tableRow = z.object({
  label: z.string(),
  group: z.string().optional().describe('The heading row (without values) above this row, such as `Current assets`'),
  values: z.array(z.string()),
  start: z.number().int(),
  end: z.number().int(),
})
export type TableRow = z.output<typeof tableRow>

/** The rows of one table whose lines begin in a chunk. `headers` name the columns of values; '' where nothing names one. */
export const tablePart = z.object({
  caption: z.string().optional().describe('The caption of the table, or the text right before it'),
  headers: z.array(z.string()),
  rows: z.array(tableRow),
})
export type TablePart = z.output<typeof tablePart>

/** A row with everything that says what its cells are, without the empty ones. */
export type LabelledRow = {
  label: string
  group?: string
  caption?: string
  cells: { header: string; value: string }[]
  start: number
  end: number
}

/** The rows of a chunk's tables in reading order, each with its caption, and each value with its header. */
export const tableRowsOf = ({ tables = [] }: { tables?: TablePart[] | undefined }): LabelledRow[] =>
  tables.flatMap(({ caption, headers, rows }) =>
    rows.map(({ values, ...row }) => ({
      ...row,
      ...(caption && { caption }),
      cells: values.flatMap((value, i) => (value === '' ? [] : [{ header: headers[i] ?? '', value }])),
    })),
  )
