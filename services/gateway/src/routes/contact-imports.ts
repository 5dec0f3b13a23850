import { Readable } from 'node:stream'
import {
  contactErasure,
  contactJob,
  contacts,
  encodingLabel,
  findUnreadable,
  id,
  importMapping,
  importRow,
  onDuplicate,
} from '@frontdesk/contracts'
import { writeCsv } from '@frontdesk/text-files'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { downloadRoute, jsonRoute, uploadRoute } from './route.ts'
import { fieldCharacters } from './sources.ts'

const common = { access: 'contacts', tag: 'Contacts' } as const
const importId = z.object({ importId: id })

/** A form's field that holds JSON. */
const jsonField = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .max(fieldCharacters)
    .transform((text, check): z.output<T> => {
      try {
        const given: unknown = JSON.parse(text)
        const parsed = schema.safeParse(given)
        const unreadable = findUnreadable(given).map(({ message }) => ({ path: [], message }))
        if (parsed.success && unreadable.length === 0) return parsed.data
        for (const { path, message } of parsed.error?.issues ?? unreadable)
          check.addIssue({ code: 'custom', path, message })
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
    const page = await context.ask(contacts.queries.importRowList, {
      jobId: job,
      verdict: 'rejected',
      after,
      limit: 500,
    })
    const columns = columnsOf(page.header)
    const rows = isFirst ? [[...columns, freeName('row', columns), freeName('reasons', columns)]] : []
    for (const { row, cells = [], reasons = [] } of page.items) {
      const own = columns.map((_, i) => cells[i] ?? '')
      rows.push([...own, String(row), reasons.join('; ')])
      after = row
    }
    yield writeCsv(rows)
    if (page.isLast) return
  }
}

/** Imports of contacts from CSV files. */
export const contactImportRoutes = [
  uploadRoute('POST /api/contacts/import', {
    ...common,
    name: 'importContacts',
    summary: 'Import contacts from a CSV file',
    description:
      'multipart/form-data: `file` (CSV, at most 10,000 rows), `mapping` (JSON, column → `name`, `email`, `phone`, `externalId`, `tags` or `attributes.<name>`), `onDuplicate`, `dryRun`, `encoding`. If the charset of the file is not certain, the request fails with `charset_unknown` and `candidates`: send it again with one of them as `encoding`. The job has a verdict for each row.',
    upload: {
      field: 'file',
      maxFiles: 1,
      fields: z.strictObject({
        mapping: jsonField(importMapping),
        onDuplicate: onDuplicate.default('skip'),
        dryRun: z.enum(['true', 'false']).default('false'),
        encoding: encodingLabel.optional(),
      }),
      extensions: ['.csv', '.tsv', '.txt'],
      allOrNothing: true,
    },
    status: 202,
    reply: contacts.queries.importStart.reply,
    refusals: ['payload_too_large', 'unsupported_media_type', 'empty_document', 'charset_unknown', 'damaged_document'],
    receive({ context, operationId }, { files, fields }) {
      const { filename, blobId } = files[0]!
      const { mapping, onDuplicate, dryRun, encoding } = fields as {
        mapping: z.output<typeof importMapping>
        onDuplicate: 'skip'
        dryRun: string
        encoding?: string
      }
      const wanted = { blobId, filename, mapping, onDuplicate, dryRun: dryRun === 'true', encoding }
      return context.ask(contacts.queries.importStart, { operationId, ...wanted })
    },
  }),
  jsonRoute('GET /api/contacts/imports/:importId', {
    ...common,
    name: 'getContactImport',
    summary: 'Read a contact import',
    description: 'Same content as `/api/jobs/{jobId}`, for keys that have only the scope `contacts`.',
    params: importId,
    reply: contactJob,
    handle: ({ context, params }) => context.ask(contacts.queries.jobRead, { jobId: params.importId }),
  }),
  jsonRoute('GET /api/contacts/erasures/:erasureId', {
    ...common,
    name: 'getContactErasure',
    summary: 'Read the progress of a contact erasure',
    description: 'Same content as `/api/jobs/{jobId}`, for keys that have only the scope `contacts`.',
    params: z.object({ erasureId: id }),
    reply: contactErasure,
    handle: ({ context, params }) => context.ask(contacts.queries.erasureRead, { jobId: params.erasureId }),
  }),
  jsonRoute('GET /api/contacts/imports/:importId/rows', {
    ...common,
    name: 'listContactImportRows',
    summary: 'Read the verdicts of an import, row by row',
    description: 'To get the next page, pass the last `row` that you received as `after`.',
    params: importId,
    query: z.strictObject({
      verdict: importRow.shape.verdict.optional(),
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    reply: z.object({ items: z.array(importRow), isLast: z.boolean() }),
    refusals: ['not_found'],
    async handle({ context, params, query }) {
      const { items, isLast } = await context.ask(contacts.queries.importRowList, { jobId: params.importId, ...query })
      return { items: items.map(({ cells: _, ...row }) => row), isLast }
    },
  }),
  downloadRoute('GET /api/contacts/imports/:importId/rejected', {
    ...common,
    name: 'downloadRejectedContactRows',
    summary: 'Download the rejected rows of an import as CSV, with the reasons',
    params: importId,
    downloads: ['text/csv; charset=utf-8'],
    refusals: ['not_found'],
    async download({ context, params }) {
      await context.ask(contacts.queries.importRowList, { jobId: params.importId, limit: 1 })
      const body = Readable.from(rejectedRows(context, params.importId))
      return { contentType: 'text/csv; charset=utf-8', filename: 'rejected.csv', body }
    },
  }),
  jsonRoute('POST /api/contacts/imports/:importId/undo', {
    ...common,
    name: 'undoContactImport',
    summary: 'Undo an import',
    description:
      'Deletes the contacts that the import created and restores those that it changed, except contacts that were changed since (`kept`).',
    params: importId,
    status: 202,
    reply: contactJob,
    refusals: ['not_found', 'conflict'],
    handle: ({ context, params }) => context.ask(contacts.queries.importUndo, { jobId: params.importId }),
  }),
]
