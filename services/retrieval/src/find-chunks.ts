import type { Candidate } from '@frontdesk/chunk-index'
import { type FoundChunk, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { type RetrievalContext, spaceOf } from './context.ts'
import type { LiveRecord } from './live-record.ts'
import { type Ranked, rankCandidates } from './rank-candidates.ts'
import { readQuestion } from './read-question.ts'

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
  const [vector, read] = await Promise.all([
    embedQuestion(question, context),
    readQuestion(chunkIndex, space, question),
  ])
  const weight = vector ? models.embedding.weight : 0

  let wanted = Math.max(leastCandidates, limit * overFetch)
  for (let looksAgain = 1; ; ) {
    const lists = await chunkIndex.candidates(space, { tokens: read.tokens, ...(vector && { vector }), limit: wanted })
    const sourceIds = [...new Set([...lists.lexical, ...lists.vector].map(({ sourceId }) => sourceId))]
    const records = new Map(
      (await collections.live.getMany(tenant, sourceIds)).map((record) => [record.id, record] as const),
    )
    const isLive = (candidate: Candidate) => liveContentOf(records, candidate, space.generation) !== undefined
    const lexical = lists.lexical.filter(isLive)
    const nearest = lists.vector.filter(isLive)
    const isEnough = (list: Candidate[], liveOnes: Candidate[]) => liveOnes.length >= limit || list.length < wanted
    const canWiden = wanted < mostCandidates && !(isEnough(lists.lexical, lexical) && isEnough(lists.vector, nearest))
    // A source that flipped between the two readings lost its old chunks; its new ones come with the next look.
    const found = new Set([...lexical, ...nearest].map(({ sourceId }) => sourceId))
    const hasFlipped = [...records].some(([id, { body }]) => body.generation !== null && !found.has(id))
    if (!canWiden && !(hasFlipped && looksAgain > 0)) {
      return rankCandidates({ lexical, vector: nearest }, read, { weight, read: limit })
        .slice(0, limit)
        .map((each) => foundChunkOf(each, records, space.generation))
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

function foundChunkOf({ candidate, ...scores }: Ranked, records: Map<string, Stored<LiveRecord>>, generation: string) {
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
