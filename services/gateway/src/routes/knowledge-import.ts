import { extname } from 'node:path'
import { importStart, manifest } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

/** Knowledge from an export, into this tenant. */
export const knowledgeImportRoutes = [
  route({
    access: 'knowledge',
    tag: 'Knowledge',
    method: 'POST',
    url: '/api/knowledge/import',
    summary: 'Import an export',
    description:
      'A manifest as JSON, or the ZIP of an export as `file`. The job says of each source whether it was `created`, `updated`, `skipped` (the same content) or `rejected` (why). Ids and all versions are kept; vectors of the model in use are, too. Importing the same again changes nothing.',
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
    reply: importStart.reply,
    refusals: ['empty_document'],
    receive({ context, operationId }, { files }) {
      const { blobId, filename } = files[0]!
      const form = extname(filename).toLowerCase() === '.zip' ? 'zip' : 'json'
      return context.ask(importStart, { operationId, blobId, form, name: filename })
    },
  }),
]
