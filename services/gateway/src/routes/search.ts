import { foundChunk, policyEngine, retrieval } from '@frontdesk/contracts'
import { releaseTexts } from '@frontdesk/outbound-texts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const found = foundChunk
  .pick({
    sourceId: true,
    version: true,
    title: true,
    text: true,
    score: true,
    lexical: true,
    vector: true,
  })
  .meta({ id: 'SearchResult' })

/** What retrieval finds for a question, as the policies let it out. */
export const searchRoutes = [
  jsonRoute('GET /api/search', {
    access: 'knowledge',
    tag: 'Knowledge',
    name: 'searchKnowledge',
    summary: 'Search the live chunks',
    description:
      'Post-generation policies filter texts and titles, except Length Limits and Tone Controls. Results that a Topic Filter blocks are left out.',
    query: z.strictObject({
      q: retrieval.queries.chunksFind.body.shape.question,
      limit: z.coerce.number().int().min(1).max(100).default(5),
    }),
    reply: z.object({ items: z.array(found) }),
    refusals: ['model_unavailable', 'policy_unavailable'],
    async handle({ context, query }) {
      const { chunks } = await context.ask(retrieval.queries.chunksFind, { question: query.q, limit: query.limit })
      const items = await releaseTexts(
        z.array(found),
        chunks.map((chunk) => found.parse(chunk)),
        (texts) => context.ask(policyEngine.queries.textsRelease, { ...texts, length: 'kept' }),
      )
      return { items: items.filter(({ text }) => text !== '') }
    },
  }),
]
