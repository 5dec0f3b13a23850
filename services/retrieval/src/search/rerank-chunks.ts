import { type FoundChunk, ServiceError } from '@frontdesk/contracts'
import { counterOf } from '@frontdesk/service'
import type { RetrievalContext } from '../context.ts'

/** Chunks that a reranker reads for one question. */
export const rerankedAtOnce = 50

const requests = {
  name: 'frontdesk_rerank_requests_total',
  help: 'Requests to the reranker by outcome; failed means that its order was not used',
  labelNames: ['outcome'] as const,
}

/** Shows the counter from the start. */
export const declareRerankCounter = ({ health }: Pick<RetrievalContext, 'health'>): void =>
  void counterOf(health, requests)

const textOf = ({ title, heading, text }: FoundChunk): string => [title, heading, text].filter(Boolean).join('\n')

/**
 * Chunks, best first, in the order of the reranker; those beyond the first 50 stay behind them. The same chunks where there
 * is no reranker, and when it fails or takes too long, which is counted. Scores stay what they are.
 */
export async function reranked(
  question: string,
  chunks: FoundChunk[],
  context: RetrievalContext,
): Promise<FoundChunk[]> {
  const { models, signal, log } = context
  if (!models.rerank || chunks.length < 2) return chunks
  const read = chunks.slice(0, rerankedAtOnce)
  try {
    const relevance = await models.rerank(question, read.map(textOf), { signal })
    counterOf(context.health, requests).inc({ outcome: 'used' })
    const order = read.map((chunk, i) => ({ chunk, relevance: relevance[i]! }))
    order.sort((a, b) => b.relevance - a.relevance)
    return [...order.map(({ chunk }) => chunk), ...chunks.slice(rerankedAtOnce)]
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError && error.code === 'model_unavailable')) throw error
    counterOf(context.health, requests).inc({ outcome: 'failed' })
    log.warn({ err: error }, 'the reranker does not answer: its order is not used')
    return chunks
  }
}
