import { Readable } from 'node:stream'
import { manifest } from '@frontdesk/contracts'
import { z } from 'zod'
import { bufferText } from '../export/buffer-text.ts'
import { writeMarkdown, writeZip } from '../export/write-archive.ts'
import { writeManifest } from '../export/write-manifest.ts'
import { downloadRoute } from './route.ts'

/** All knowledge of a tenant, streamed. */
export const knowledgeExportRoutes = [
  downloadRoute('GET /api/knowledge/export', {
    access: 'knowledge',
    tag: 'Knowledge',
    name: 'exportKnowledge',
    summary: 'Export all knowledge',
    description:
      'The manifest as JSON; `format=zip`: the manifest and the original files; `format=markdown`: one Markdown file per source. The reply is streamed. Missing blobs are left out and listed in `missing` of the manifest, or in `missing.json` of the Markdown export.',
    query: z.strictObject({
      format: z.enum(['json', 'zip', 'markdown']).default('json'),
      vectors: z.enum(['true', 'false']).default('false').describe('`true` includes the `embedding` of each chunk'),
    }),
    reply: manifest,
    downloads: ['application/zip'],
    async download({ context, query: { format, vectors } }) {
      const options = { vectors: vectors === 'true' }
      const day = new Date(context.clock.now()).toISOString().slice(0, 10)
      if (format === 'markdown') {
        const filename = `knowledge-${day}-markdown.zip`
        return { contentType: 'application/zip', filename, body: writeMarkdown(context) }
      }
      if (format === 'zip') {
        return { contentType: 'application/zip', filename: `knowledge-${day}.zip`, body: writeZip(context, options) }
      }
      const body = Readable.from(bufferText(writeManifest(context, options)))
      return { contentType: 'application/json; charset=utf-8', filename: `knowledge-${day}.json`, body }
    },
  }),
]
