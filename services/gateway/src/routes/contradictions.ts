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
      'When a version becomes live, its figures and statements are compared with those of the other live sources: the same label and column of a table, or the same words, with another number, date or the opposite. Where an answer rests on one of them, the customer gets what the setting `contradictions` says.',
    query: z.strictObject(ingest.queries.contradictionList.body.shape),
    reply: ingest.queries.contradictionList.reply,
    handle: ({ context, query }) => context.ask(ingest.queries.contradictionList, query),
  }),
  jsonRoute('POST /api/knowledge/contradictions/:contradictionId/dismiss', {
    ...common,
    name: 'dismissContradiction',
    summary: 'Dismiss a contradiction',
    description: 'It changes no answer any more, and stays dismissed when a later version says the same again.',
    params: z.object({ contradictionId: id }),
    reply: contradiction,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(ingest.queries.contradictionDismiss, params),
  }),
]
