import { charactersPerEmbedding, id, retrieval, textsPerEmbedding } from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { jsonRoute, withStatus } from './route.ts'

/** Texts of one request. They are asked for in slices, for what crosses the bus is bounded. */
const maxTexts = 256
const text = z.string().min(1).max(charactersPerEmbedding)
const request = z.union([
  z.strictObject({ input: z.union([text, z.array(text).min(1).max(maxTexts)]) }),
  z.strictObject({ sourceId: id }),
])

const embeddings = z
  .object({
    model: z.string(),
    dimensions: z.number().int(),
    data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
  })
  .meta({ id: 'Embeddings' })

function unpacked(vector: string): number[] {
  const bytes = Buffer.from(vector, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4))
}

async function embed(input: string[], context: GatewayContext): Promise<z.output<typeof embeddings>> {
  const data: z.output<typeof embeddings>['data'] = []
  let model = ''
  let dimensions = 0
  for (let at = 0; at < input.length; at += textsPerEmbedding) {
    const slice = await context.ask(retrieval.queries.textsEmbed, { texts: input.slice(at, at + textsPerEmbedding) })
    ;({ model, dimensions } = slice)
    data.push(...slice.vectors.map((vector, i) => ({ index: at + i, embedding: unpacked(vector) })))
  }
  return { model, dimensions, data }
}

/** Vectors of texts, and sources embedded again. */
export const embeddingRoutes = [
  jsonRoute('POST /api/embeddings', {
    access: 'knowledge',
    tag: 'Knowledge',
    name: 'createEmbeddings',
    summary: 'Embed texts, or re-embed a source',
    description: `With \`input\` (a text or up to ${maxTexts}, each of 1 to ${charactersPerEmbedding} characters): returns 200 with a unit vector for each text, from the model that embeds the sources. With \`sourceId\`: returns 202 with a job that embeds the live version of that source again; the source keeps answering meanwhile.`,
    body: request,
    reply: embeddings,
    otherStatus: {
      status: 202,
      when: 'With `sourceId`: the job that embeds the source.',
      reply: retrieval.queries.sourceEmbed.reply,
    },
    refusals: ['not_found', 'conflict', 'model_unavailable'],
    async handle({ context, body, operationId }) {
      if ('sourceId' in body)
        return withStatus(202, await context.ask(retrieval.queries.sourceEmbed, { operationId, ...body }))
      return embed([body.input].flat(), context)
    },
  }),
]
