import { chunksFind, foundChunk } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const item = foundChunk.pick({
  sourceId: true,
  version: true,
  title: true,
  text: true,
  score: true,
  lexical: true,
  vector: true,
})

/** What retrieval finds for a question. */
export const searchRoutes = [
  route({
    method: 'GET',
    url: '/api/search',
    access: 'knowledge',
    tag: 'Knowledge',
    summary: 'Search the live chunks',
    query: z.strictObject({
      q: chunksFind.body.shape.question,
      limit: z.coerce.number().int().min(1).max(100).default(5),
    }),
    status: 200,
    reply: z.object({ items: z.array(item) }),
    refusals: ['model_unavailable'],
    async handle({ context, query }) {
      const { chunks } = await context.ask(chunksFind, { question: query.q, limit: query.limit })
      return { items: chunks.map((chunk) => item.parse(chunk)) }
    },
  }),
]
