import { id, pageRequest, sourceVersion, versionList, versionRead } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { method: 'GET', access: 'knowledge', tag: 'Knowledge', status: 200 } as const
const params = z.object({ sourceId: id })

/** Versions of a source and their text. */
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
    params: params.extend({ version: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    reply: sourceVersion.extend({ text: z.string().nullable().describe('null until it is extracted') }),
    async handle({ context, params }) {
      const { textBlobId, ...version } = await context.ask(versionRead, params)
      const text = textBlobId
        ? Buffer.from(await context.blobs.read(context.tenant, textBlobId)).toString('utf8')
        : null
      return { ...version, text }
    },
  }),
]
