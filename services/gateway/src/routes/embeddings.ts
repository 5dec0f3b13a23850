import { charactersPerEmbedding, id, sourceEmbed, textsEmbed, textsPerEmbedding } from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { route, withStatus } from '../route.ts'

/** Texts of one request. They are asked for in slices, for what crosses the bus is bounded. */
const mostTexts = 256
const text = z.string().min(1).max(charactersPerEmbedding)
const request = z.union([
  z.strictObject({ input: z.union([text, z.array(text).min(1).max(mostTexts)]) }),
  z.strictObject({ sourceId: id }),
])

const embeddings = z.object({
  model: z.string(),
  dimensions: z.number().int(),
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
})

function unpacked(vector: string): number[] {
  const bytes = Buffer.from(vector, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4))
}

async function embed(input: string[], context: GatewayContext): Promise<z.output<typeof embeddings>> {
  const data: z.output<typeof embeddings>['data'] = []
  let model = ''
  let dimensions = 0
  for (let at = 0; at < input.length; at += textsPerEmbedding) {
    const slice = await context.ask(textsEmbed, { texts: input.slice(at, at + textsPerEmbedding) })
    ;({ model, dimensions } = slice)
    data.push(...slice.vectors.map((vector, i) => ({ index: at + i, embedding: unpacked(vector) })))
  }
  return { model, dimensions, data }
}

/** Vectors of texts, and sources embedded again. */
export const embeddingRoutes = [
  route({
    method: 'POST',
    url: '/api/embeddings',
    access: 'knowledge',
    tag: 'Knowledge',
    summary: 'Embed texts, or embed a source again',
    description: `With \`input\` (a text or up to ${mostTexts}, each of 1 to ${charactersPerEmbedding} characters): 200 with a vector of unit length for each, by the model that sources are embedded with. With \`sourceId\`: 202 with a job that embeds the live version of that source again; it answers all the while.`,
    body: request,
    status: 200,
    reply: embeddings,
    otherStatus: { status: 202, when: 'with `sourceId`: `{ jobId, sourceId, status }`' },
    refusals: ['not_found', 'conflict', 'model_unavailable'],
    async handle({ context, body, operationId }) {
      if ('sourceId' in body) return withStatus(202, await context.ask(sourceEmbed, { operationId, ...body }))
      return embed([body.input].flat(), context)
    },
  }),
]
