import { deletion, deletionList, deletionRead, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { method: 'GET', access: 'knowledge', tag: 'Knowledge', status: 200 } as const

/** What deletes of sources removed. */
export const deletionRoutes = [
  route({
    ...common,
    url: '/api/knowledge/deletions',
    summary: 'List deleted sources and what was removed of each',
    query: z.strictObject(deletionList.body.shape),
    reply: deletionList.reply,
    handle: ({ context, query }) => context.ask(deletionList, query),
  }),
  route({
    ...common,
    url: '/api/knowledge/deletions/:deletedSourceId',
    summary: 'Read what the delete of a source removed',
    description:
      'Versions, blobs, quotes in messages, bodies in the ledger of deliveries and replies kept for retries; chunks and vectors go at the same time. Events of the last seven days expire by themselves.',
    params: z.object({ deletedSourceId: id }),
    reply: deletion,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(deletionRead, { sourceId: params.deletedSourceId }),
  }),
]
