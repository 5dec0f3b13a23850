import { id, ingest, originalType, pageRequest, ServiceError, source, sourceVersion } from '@frontdesk/contracts'
import { keptContent } from '@frontdesk/service'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { compareTexts } from '../versions/compare-texts.ts'
import { readVersionText } from '../versions/read-version-text.ts'
import { downloadRoute, jsonRoute } from './route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const
const params = z.object({ sourceId: id })
const versionNumber = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const versionParams = params.extend({ version: versionNumber })

async function textToCompare(sourceId: string, version: number, context: GatewayContext) {
  const { text, status } = await readVersionText({ sourceId, version }, context)
  if (text === null) {
    throw new ServiceError('conflict', { detail: `Version ${version} is ${status} and has no text to compare.` })
  }
  return { name: `version ${version}`, text }
}

/** Versions of a source: their text, their differences, and the way back. */
export const sourceVersionRoutes = [
  jsonRoute('GET /api/knowledge/sources/:sourceId/versions', {
    ...common,
    name: 'listSourceVersions',
    summary: 'List the versions of a source',
    params,
    query: z.strictObject(pageRequest.shape),
    reply: ingest.queries.versionList.reply,
    handle: ({ context, params, query }) => context.ask(ingest.queries.versionList, { ...params, ...query }),
  }),
  jsonRoute('GET /api/knowledge/sources/:sourceId/versions/:version', {
    ...common,
    name: 'getSourceVersion',
    summary: 'Read a version with its text',
    params: versionParams,
    reply: sourceVersion.extend({ text: z.string().nullable().describe('null until it is extracted') }),
    refusals: ['content_missing'],
    handle: ({ context, params }) => readVersionText(params, context),
  }),
  jsonRoute('GET /api/knowledge/sources/:sourceId/versions/:version/diff', {
    ...common,
    name: 'compareSourceVersions',
    summary: 'Compare the texts of two versions',
    params: versionParams,
    query: z.strictObject({ to: versionNumber.describe('The version to compare with') }),
    reply: z.object({
      from: z.number().int(),
      to: z.number().int(),
      diff: z.string().describe('A unified diff by line; empty if the texts are equal'),
    }),
    refusals: ['conflict', 'content_missing'],
    async handle({ context, params: { sourceId, version }, query: { to } }) {
      const before = await textToCompare(sourceId, version, context)
      const after = await textToCompare(sourceId, to, context)
      return { from: version, to, diff: await compareTexts(before, after) }
    },
  }),
  downloadRoute('GET /api/knowledge/sources/:sourceId/versions/:version/original', {
    ...common,
    name: 'downloadSourceOriginal',
    summary: 'Download the file that a version was made from',
    description:
      'The file as it was uploaded, even if the version is `Failed`. If the source is a text, it is returned as Markdown. The type is that of the content; `application/octet-stream` if the content is not what the file name says. A version of web pages has no original (404). Ranges are not supported.',
    params: versionParams,
    downloads: [...originalType.options],
    refusals: ['content_missing'],
    async download({ context, params }) {
      const { blobId, ...file } = await context.ask(ingest.queries.originalRead, params)
      return { ...file, body: await keptContent(context.blobs.stream(context.tenant, blobId)) }
    },
  }),
  jsonRoute('POST /api/knowledge/sources/:sourceId/versions/:version/restore', {
    ...common,
    name: 'restoreSourceVersion',
    summary: 'Make the content of a version live again, as a new version',
    description:
      'The stored text, chunks and vectors are reused. The current version answers until the restored one is live.',
    params: versionParams,
    status: 202,
    reply: source,
    refusals: ['conflict'],
    handle: ({ context, params, operationId }) =>
      context.ask(ingest.queries.versionRestore, { ...params, operationId }),
  }),
]
