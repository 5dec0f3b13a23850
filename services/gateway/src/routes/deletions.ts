import { deletion, id, ingest } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const

/** What deletes of sources removed. */
export const deletionRoutes = [
  jsonRoute('GET /api/knowledge/deletions', {
    ...common,
    name: 'listSourceDeletions',
    summary: 'List deleted sources and what was removed',
    query: z.strictObject(ingest.queries.deletionList.body.shape),
    reply: ingest.queries.deletionList.reply,
    handle: ({ context, query }) => context.ask(ingest.queries.deletionList, query),
  }),
  jsonRoute('GET /api/knowledge/deletions/:deletedSourceId', {
    ...common,
    name: 'getSourceDeletion',
    summary: 'Read the report of a source deletion',
    description:
      'Lists removed versions, blobs, quotes in messages, webhook bodies in lists of deliveries, and stored replies. Chunks and vectors are removed at the same time. Stored events expire within seven days.',
    params: z.object({ deletedSourceId: id }),
    reply: deletion,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(ingest.queries.deletionRead, { sourceId: params.deletedSourceId }),
  }),
]
