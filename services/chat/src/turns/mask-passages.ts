import { type FoundChunk, type Policy, policyEngine } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'

/** A chunk as a model may see it; `original` is its text before it was masked, where that is another one. */
export type SeenChunk = FoundChunk & { original?: string }

/**
 * Passages as the Pre-generation PII Filters among a turn's policies let a model see them: like the question, they leave
 * for the endpoint that writes. What is masked there is masked in the answer too, which knows nothing else. Throws
 * `policy_unavailable` when they can't be evaluated.
 */
export async function maskPassages(
  chunks: FoundChunk[],
  frozen: Policy[],
  { ask }: Pick<ChatContext, 'ask'>,
): Promise<SeenChunk[]> {
  const policies = frozen.filter(({ type, mode }) => type === 'PII Filter' && mode === 'Pre-generation')
  if (policies.length === 0 || chunks.length === 0) return chunks
  const texts = chunks.flatMap(({ title, text, url }) => [title, text, url ?? ''])
  const { history } = await ask(policyEngine.queries.messageScreen, { text: '', history: texts, policies })
  return chunks.map(({ url, ...chunk }, i) => {
    const [title, text, link] = history.slice(i * 3, i * 3 + 3) as [string, string, string]
    const seen = { ...chunk, title, text, ...(text !== chunk.text && { original: chunk.text }) }
    // Half of a URL leads nowhere.
    return url !== undefined && link === url ? { ...seen, url } : seen
  })
}

/** Whether a quote of a chunk stands in its document in other letters. */
export const isMaskedIn = (quote: string, { original }: SeenChunk): boolean =>
  original !== undefined && !original.includes(quote)
