import type { Candidate } from '@frontdesk/chunk-index'
import { type FoundChunk, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { searchTokens } from '@frontdesk/language'
import { boundScore } from './bound-score.ts'
import { type RetrievalContext, spaceOf } from './context.ts'
import { type Fused, fuseCandidates } from './fuse-candidates.ts'
import type { LiveRecord } from './live-record.ts'

/** Candidates asked for at first, for each chunk wanted, and at least: both lists disagree, and some may not be live. */
const overFetch = 4
const leastCandidates = 20
/** How much wider the next look is, and where looking ends: a tenant whose best 2,000 candidates are all old has a backlog. */
const widerEachTime = 4
const mostCandidates = 2_000

/**
 * The best live chunks for a question, best first, at most `limit`; fewer only when no more live ones hold any of its
 * words. Live records are read after the candidates, in one reading: never two versions of a source, never a
 * half-indexed one. Without an answer of the embedding model the words alone decide.
 */
export async function findChunks(question: string, limit: number, context: RetrievalContext): Promise<FoundChunk[]> {
  const { tenant, chunkIndex, collections, models } = context
  const space = spaceOf(context)
  const tokens = [...new Set(searchTokens(question))]
  const [vector, frequencies] = await Promise.all([
    embedQuestion(question, context),
    chunkIndex.documentFrequencies(space, tokens),
  ])
  if (frequencies.chunks === 0) return []
  const { asked, bound } = boundScore(tokens, frequencies)
  const weight = vector ? models.embedding.weight : 0

  let wanted = Math.max(leastCandidates, limit * overFetch)
  for (let looksAgain = 1; ; ) {
    const lists = await chunkIndex.candidates(space, { tokens: asked, ...(vector && { vector }), limit: wanted })
    const sourceIds = [...new Set([...lists.lexical, ...lists.vector].map(({ sourceId }) => sourceId))]
    const records = new Map(
      (await collections.live.getMany(tenant, sourceIds)).map((record) => [record.id, record] as const),
    )
    const isLive = (candidate: Candidate) => liveContentOf(records, candidate, space.generation) !== undefined
    const lexical = lists.lexical.filter(isLive)
    const nearest = lists.vector.filter(isLive)
    const fused = fuseCandidates({ lexical, vector: nearest }, { bound, weight }).filter(({ score }) => score > 0)
    const dropped = lists.lexical.length + lists.vector.length - lexical.length - nearest.length
    const isExhausted = lists.lexical.length < wanted && lists.vector.length < wanted
    const canWiden = !isExhausted && wanted < mostCandidates
    // A source that flipped between the two readings lost its old chunks and has its new ones in the next look.
    const mayHaveFlipped = dropped > 0 && looksAgain > 0
    if (fused.length >= limit || !(canWiden || mayHaveFlipped)) {
      return fused.slice(0, limit).map((each) => foundChunkOf(each, records, space.generation))
    }
    if (canWiden) wanted = Math.min(mostCandidates, wanted * widerEachTime)
    else looksAgain--
  }
}

async function embedQuestion(question: string, { models, signal, log }: RetrievalContext) {
  try {
    const [vector] = await models.embed([question], { signal })
    return vector!
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'model_unavailable')) throw error
    log.warn({ err: error }, 'the embedding model does not answer: searching by words alone')
    return undefined
  }
}

const liveContentOf = (records: Map<string, Stored<LiveRecord>>, candidate: Candidate, generation: string) => {
  const record = records.get(candidate.sourceId)?.body
  if (!record || record.deleted || record.generation !== generation) return undefined
  return record.contents.find(({ contentId }) => contentId === candidate.contentId)
}

function foundChunkOf({ candidate, ...scores }: Fused, records: Map<string, Stored<LiveRecord>>, generation: string) {
  const record = records.get(candidate.sourceId)!.body
  const content = liveContentOf(records, candidate, generation)!
  const url = content.url ?? record.url
  return {
    ...candidate,
    ...scores,
    version: record.version,
    // A site's pages have titles of their own; otherwise the source's, which may have changed since.
    title: record.contents.length > 1 ? content.title : record.title,
    ...(url !== undefined && { url }),
  }
}
