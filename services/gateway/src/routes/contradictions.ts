import { contradiction, id, ingest } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const

/** What live sources say against each other, for people to look at. */
export const contradictionRoutes = [
  jsonRoute('GET /api/knowledge/contradictions', {
    ...common,
    name: 'listContradictions',
    summary: 'List contradictions between sources',
    description:
      'When a version becomes live, its figures and statements are compared with those of the other live sources: the same label and column of a table, or the same words, with another number, another date or the opposite meaning. The setting `contradictions` decides what happens with an answer that is based on one of them. `partlyChecked` names sources (at most 100) that are too long to be checked whole.',
    query: z.strictObject(ingest.queries.contradictionList.body.shape),
    reply: ingest.queries.contradictionList.reply,
    handle: ({ context, query }) => context.ask(ingest.queries.contradictionList, query),
  }),
  jsonRoute('POST /api/knowledge/contradictions/:contradictionId/dismiss', {
    ...common,
    name: 'dismissContradiction',
    summary: 'Dismiss a contradiction',
    description: 'It no longer changes answers, and stays dismissed even if a later version repeats the statement.',
    params: z.object({ contradictionId: id }),
    reply: contradiction,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(ingest.queries.contradictionDismiss, params),
  }),
]
