import { id, pageRequest, ServiceError, source, sourceVersion, versionList, versionRestore } from '@frontdesk/contracts'
import { z } from 'zod'
import { compareTexts } from '../compare-texts.ts'
import type { GatewayContext } from '../context.ts'
import { readVersionText } from '../read-version-text.ts'
import { route } from '../route.ts'

const common = { method: 'GET', access: 'knowledge', tag: 'Knowledge', status: 200 } as const
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
  route({
    ...common,
    url: '/api/knowledge/sources/:sourceId/versions',
    summary: 'List the versions of a source',
    params,
    query: z.strictObject(pageRequest.shape),
    reply: versionList.reply,
    handle: ({ context, params, query }) => context.ask(versionList, { ...params, ...query }),
  }),
  route({
    ...common,
    url: '/api/knowledge/sources/:sourceId/versions/:version',
    summary: 'Read a version with its text',
    params: versionParams,
    reply: sourceVersion.extend({ text: z.string().nullable().describe('null until it is extracted') }),
    handle: ({ context, params }) => readVersionText(params, context),
  }),
  route({
    ...common,
    url: '/api/knowledge/sources/:sourceId/versions/:version/diff',
    summary: 'Compare the texts of two versions',
    params: versionParams,
    query: z.strictObject({ to: versionNumber.describe('The version to compare with') }),
    reply: z.object({
      from: z.number().int(),
      to: z.number().int(),
      diff: z.string().describe('A unified diff by lines; empty when the texts are the same'),
    }),
    refusals: ['conflict'],
    async handle({ context, params: { sourceId, version }, query: { to } }) {
      const before = await textToCompare(sourceId, version, context)
      const after = await textToCompare(sourceId, to, context)
      return { from: version, to, diff: await compareTexts(before, after) }
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/knowledge/sources/:sourceId/versions/:version/restore',
    summary: 'Make the content of a version live again, as a new version',
    description: 'Nothing is extracted or embedded again. What answers now goes on to answer until the flip.',
    params: versionParams,
    status: 202,
    reply: source,
    refusals: ['conflict'],
    handle: ({ context, params, operationId }) => context.ask(versionRestore, { ...params, operationId }),
  }),
]
