import { extname } from 'node:path'
import { ingest, manifest } from '@frontdesk/contracts'
import { z } from 'zod'
import { uploadRoute } from './route.ts'

/** Knowledge from an export, into this tenant. */
export const knowledgeImportRoutes = [
  uploadRoute('POST /api/knowledge/import', {
    access: 'knowledge',
    tag: 'Knowledge',
    name: 'importKnowledge',
    summary: 'Import an exported knowledge base',
    description:
      'Send a manifest as JSON, or the ZIP of an export as `file`. The job reports for each source whether it was `created`, `updated`, `skipped` (same content) or `rejected` (with the reason). Ids and all versions are kept, and vectors if they are from the model in use. Importing the same manifest again changes nothing.',
    body: manifest,
    upload: {
      field: 'file',
      maxFiles: 1,
      fields: z.strictObject({}),
      allOrNothing: true,
      extensions: ['.zip', '.json'],
      fileBytes: ({ config }) => config.IMPORT_MAX_MB * 1024 * 1024,
      takesJson: true,
    },
    status: 202,
    reply: ingest.queries.importStart.reply,
    refusals: ['empty_document'],
    receive({ context, operationId }, { files }) {
      const { blobId, filename } = files[0]!
      const form = extname(filename).toLowerCase() === '.zip' ? 'zip' : 'json'
      return context.ask(ingest.queries.importStart, { operationId, blobId, form, name: filename })
    },
  }),
]
