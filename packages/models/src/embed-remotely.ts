import { ServiceError } from '@frontdesk/contracts'
import type OpenAI from 'openai'
import { endpointCheck } from './check-endpoint.ts'
import { startDeadline } from './deadline.ts'
import { describeFailure } from './describe-failure.ts'
import { localModels } from './local.ts'
import { defaultRequestMs, type OpenAiOptions, openClient } from './open-endpoints.ts'
import type { Models } from './port.ts'

/** Texts of one request. 128 chunks of 800 characters are some 30,000 tokens, well under what endpoints take at once. */
const batchSize = 128

type Options = { model: string; apiKey: string; requestMs: number }

/**
 * Embeddings of an endpoint, as unit vectors. `dimensions` asks for one and remembers; a later reply of another size is
 * refused, for such vectors can't stand in one index.
 */
function embedRemotely(client: OpenAI, { model, apiKey, requestMs }: Options) {
  let known: Promise<number> | undefined

  async function request(texts: string[], signal?: AbortSignal): Promise<number[][]> {
    const deadline = startDeadline(signal)
    deadline.within(requestMs, `The model endpoint did not embed within ${requestMs / 1_000} s.`)
    try {
      // An empty input is refused by the wire format; a space has a vector.
      const input = texts.map((text) => text || ' ')
      const call = client.embeddings.create(
        { model, input, encoding_format: 'float' },
        { signal: deadline.signal, timeout: requestMs },
      )
      const { data } = await deadline.race(call)
      return inOrder(data, texts.length)
    } catch (error) {
      deadline.check()
      throw describeFailure(error, 'embed', apiKey)
    } finally {
      deadline.end()
    }
  }

  function dimensions(): Promise<number> {
    known ??= request(['dimensions'])
      .then(([vector]) => vector!.length)
      .catch((error) => {
        known = undefined
        throw error
      })
    return known
  }

  return {
    dimensions,
    async embed(texts: string[], options: { signal?: AbortSignal } = {}): Promise<number[][]> {
      options.signal?.throwIfAborted()
      const expected = await dimensions()
      const vectors: number[][] = []
      for (let start = 0; start < texts.length; start += batchSize) {
        vectors.push(...(await request(texts.slice(start, start + batchSize), options.signal)))
      }
      if (vectors.some(({ length }) => length !== expected)) {
        throw new ServiceError('model_unavailable', {
          detail: `The model endpoint changed the size of its embeddings; ${expected} dimensions were expected.`,
        })
      }
      return vectors
    },
  }
}

type EndpointOptions = Pick<
  OpenAiOptions,
  'baseUrl' | 'apiKey' | 'connectMs' | 'requestMs' | 'maxRetries' | 'embeddingWeight'
> & { embeddingModel: string }

/**
 * The embedding of an endpoint, for models that have one. Asks for one vector, to learn the dimensions; throws
 * `model_unavailable` when there is none.
 */
export async function openRemoteEmbedding(
  client: OpenAI,
  { embeddingModel: model, embeddingWeight: weight = 0.3, apiKey, requestMs = defaultRequestMs }: EndpointOptions,
): Promise<Pick<Models, 'embedding' | 'embed'>> {
  const { dimensions, embed } = embedRemotely(client, { model, apiKey, requestMs })
  return { embedding: { model, dimensions: await dimensions(), isIndexed: true, weight }, embed }
}

/** The local models with the embeddings of an endpoint: search by meaning, and answers that are composed from the passages. */
export async function embeddingModels(options: EndpointOptions): Promise<Models> {
  const { default: Client } = await import('openai')
  const client = openClient(Client, options, options)
  const embedding = await openRemoteEmbedding(client, options)
  return { ...localModels(), ...embedding, check: endpointCheck(client, options.apiKey) }
}

function inOrder(data: { index: number; embedding: number[] }[], count: number): number[][] {
  const vectors = new Array<number[] | undefined>(count).fill(undefined)
  for (const { index, embedding } of data) if (index < count) vectors[index] = unit(embedding)
  if (vectors.includes(undefined)) throw new Error('the endpoint left out an embedding')
  return vectors as number[][]
}

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  if (!Number.isFinite(length) || length === 0) throw new Error('the endpoint sent an embedding without direction')
  return vector.map((value) => value / length)
}
