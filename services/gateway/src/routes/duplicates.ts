import { duplicate, duplicateDismiss, duplicateList, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { access: 'knowledge', tag: 'Knowledge', status: 200 } as const

/** Sources that say the same, for people to look at. */
export const duplicateRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/knowledge/duplicates',
    summary: 'List pairs of sources that say the same',
    description: 'Live texts are compared when a version becomes live: word for word, and by their sequences of words.',
    query: z.strictObject(duplicateList.body.shape),
    reply: duplicateList.reply,
    handle: ({ context, query }) => context.ask(duplicateList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/knowledge/duplicates/:duplicateId/dismiss',
    summary: 'Say that a pair of duplicates is to stay',
    params: z.object({ duplicateId: id }),
    reply: duplicate,
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(duplicateDismiss, params),
  }),
]
