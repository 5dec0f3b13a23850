import { duplicate, id, ingest } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const

/** Sources that say the same, for people to look at. */
export const duplicateRoutes = [
  jsonRoute('GET /api/knowledge/duplicates', {
    ...common,
    name: 'listDuplicates',
    summary: 'List pairs of duplicate sources',
    description: 'Texts are compared when a version becomes live, for equality and for shared word sequences.',
    query: z.strictObject(ingest.queries.duplicateList.body.shape),
    reply: ingest.queries.duplicateList.reply,
    handle: ({ context, query }) => context.ask(ingest.queries.duplicateList, query),
  }),
  jsonRoute('POST /api/knowledge/duplicates/:duplicateId/dismiss', {
    ...common,
    name: 'dismissDuplicate',
    summary: 'Dismiss a pair of duplicates',
    params: z.object({ duplicateId: id }),
    reply: duplicate,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(ingest.queries.duplicateDismiss, params),
  }),
]
