import { Readable } from 'node:stream'
import {
  contactErasure,
  contactErasureRead,
  contactImportStart,
  contactImportUndo,
  contactJob,
  contactJobRead,
  id,
  importMapping,
  importRow,
  importRowList,
  onDuplicate,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { route } from '../route.ts'
import { csvRow } from '../write-csv.ts'

const common = { access: 'contacts', tag: 'Contacts' } as const
const importId = z.object({ importId: id })

/** A form's field that holds JSON. */
const jsonField = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, check): z.output<T> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text))
      if (parsed.success) return parsed.data
      for (const { path, message } of parsed.error.issues) check.addIssue({ code: 'custom', path, message })
    } catch {
      check.addIssue({ code: 'custom', message: 'must be JSON, such as {"E-mail": "email"}' })
    }
    return z.NEVER
  })

/** Columns of the file itself, without the two that it has when it is the rejected rows of an import before. */
function columnsOf(header: string[]): string[] {
  const isOurs = /^(?:import )*row$/.test(header.at(-2) ?? '') && /^(?:import )*reasons$/.test(header.at(-1) ?? '')
  return isOurs ? header.slice(0, -2) : header
}

/** A name that no column has: in a file, each is there once. */
const freeName = (name: string, columns: string[]): string =>
  columns.includes(name) ? freeName(`import ${name}`, columns) : name

/** Rows that were rejected, as they stood in the file, with why: corrected it can be imported again. */
async function* rejectedRows(context: GatewayContext, job: string): AsyncGenerator<string> {
  let after = 0
  for (let isFirst = true; ; isFirst = false) {
    const page = await context.ask(importRowList, { jobId: job, verdict: 'rejected', after, limit: 500 })
    const columns = columnsOf(page.header)
    if (isFirst) yield csvRow([...columns, freeName('row', columns), freeName('reasons', columns)])
    for (const { row, cells = [], reasons = [] } of page.items) {
      const own = columns.map((_, i) => cells[i] ?? '')
      yield csvRow([...own, String(row), reasons.join('; ')])
      after = row
    }
    if (page.isLast) return
  }
}

/** Imports of contacts from CSV files. */
export const contactImportRoutes = [
  route({
    ...common,
    method: 'POST',
    url: '/api/contacts/import',
    summary: 'Import contacts from a CSV file',
    description:
      'multipart/form-data: `file` (CSV, at most 10,000 rows), `mapping` (JSON, column → `name`, `email`, `phone`, `externalId`, `tags` or `attributes.<name>`), `onDuplicate`, `dryRun`. The job has a verdict for each row.',
    upload: {
      field: 'file',
      maxFiles: 1,
      fields: z.strictObject({
        mapping: jsonField(importMapping),
        onDuplicate: onDuplicate.default('skip'),
        dryRun: z.enum(['true', 'false']).default('false'),
      }),
      extensions: ['.csv', '.tsv', '.txt'],
      allOrNothing: true,
    },
    status: 202,
    reply: contactImportStart.reply,
    refusals: ['payload_too_large', 'unsupported_media_type', 'empty_document'],
    receive({ context, operationId }, { files, fields }) {
      const { filename, blobId } = files[0]!
      const { mapping, onDuplicate, dryRun } = fields as {
        mapping: z.output<typeof importMapping>
        onDuplicate: 'skip'
        dryRun: string
      }
      const wanted = { blobId, filename, mapping, onDuplicate, dryRun: dryRun === 'true' }
      return context.ask(contactImportStart, { operationId, ...wanted })
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts/imports/:importId',
    summary: 'Read an import',
    description: 'What `/api/jobs/{jobId}` says of it, for keys that have the scope of contacts alone.',
    params: importId,
    status: 200,
    reply: contactJob,
    handle: ({ context, params }) => context.ask(contactJobRead, { jobId: params.importId }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts/erasures/:erasureId',
    summary: 'Read what an erasure has removed so far',
    description: 'What `/api/jobs/{jobId}` says of it, for keys that have the scope of contacts alone.',
    params: z.object({ erasureId: id }),
    status: 200,
    reply: contactErasure,
    handle: ({ context, params }) => context.ask(contactErasureRead, { jobId: params.erasureId }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts/imports/:importId/rows',
    summary: 'Read the verdicts of an import, row by row',
    description: 'Pass the last `row` that you have as `after`.',
    params: importId,
    query: z.strictObject({
      verdict: importRow.shape.verdict.optional(),
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    status: 200,
    reply: z.object({ items: z.array(importRow), isLast: z.boolean() }),
    refusals: ['not_found'],
    async handle({ context, params, query }) {
      const { items, isLast } = await context.ask(importRowList, { jobId: params.importId, ...query })
      return { items: items.map(({ cells: _, ...row }) => row), isLast }
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/contacts/imports/:importId/rejected',
    summary: 'Download the rejected rows of an import as CSV, with the reasons',
    params: importId,
    status: 200,
    downloads: ['text/csv; charset=utf-8'],
    refusals: ['not_found'],
    async download({ context, params }) {
      await context.ask(importRowList, { jobId: params.importId, limit: 1 })
      const body = Readable.from(rejectedRows(context, params.importId))
      return { contentType: 'text/csv; charset=utf-8', filename: 'rejected.csv', body }
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/contacts/imports/:importId/undo',
    summary: 'Take an import back',
    description: 'What it made goes and what it changed is as before, unless it was changed since (`kept`).',
    params: importId,
    status: 202,
    reply: contactJob,
    refusals: ['not_found', 'conflict'],
    handle: ({ context, params }) => context.ask(contactImportUndo, { jobId: params.importId }),
  }),
]
