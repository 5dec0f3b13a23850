import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { boundedFetch } from './bounded-fetch.ts'
import { strikeKey } from './describe-failure.ts'
import type { Models } from './port.ts'

const maxReplyBytes = 1024 * 1024
const connectMs = 2_000

/** `url` is the whole address, such as https://api.jina.ai/v1/rerank. */
export type RerankOptions = { url: string; model?: string | undefined; apiKey?: string | undefined; timeoutMs: number }

/** The reply that Cohere, Jina and vLLM share; each adds fields of its own. */
const reply = z.object({
  results: z.array(z.object({ index: z.number().int().min(0), relevance_score: z.number() })),
})

const unavailable = (detail: string, cause?: unknown) =>
  new ServiceError('model_unavailable', { detail: `The reranker ${detail}.`, cause })

/** Asks an endpoint how relevant texts are to a question, once, within `timeoutMs`. */
export function reranker({ url, model, apiKey, timeoutMs }: RerankOptions): NonNullable<Models['rerank']> {
  const fetch = boundedFetch(maxReplyBytes, Math.min(connectMs, timeoutMs))
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }

  async function ask(query: string, documents: string[], signal: AbortSignal): Promise<unknown> {
    const body = JSON.stringify({ ...(model && { model }), query, documents, top_n: documents.length })
    const answered = await fetch(url, { method: 'POST', headers, body, signal })
    if (!answered.ok) throw unavailable(`answered ${answered.status}`)
    return answered.json()
  }

  return async (question, texts, { signal } = {}) => {
    signal?.throwIfAborted()
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const { results } = reply.parse(await ask(question, texts, signal ? AbortSignal.any([signal, late]) : late))
      const relevance = new Map(results.map(({ index, relevance_score }) => [index, relevance_score]))
      // An endpoint may leave out what it thinks nothing of.
      const least = Math.min(0, ...relevance.values())
      return texts.map((_, i) => relevance.get(i) ?? least)
    } catch (error) {
      signal?.throwIfAborted()
      if (late.aborted) throw unavailable(`did not answer within ${timeoutMs} ms`)
      if (error instanceof ServiceError) throw error
      // The endpoint's own words may repeat the key.
      const text = String((error as Error).message)
      throw unavailable('failed', new Error(strikeKey(text, apiKey ?? '')))
    }
  }
}
