import type { Candidate } from '@frontdesk/chunk-index'
import { type FoundChunk, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { RetrievalContext } from './context.ts'
import type { LiveRecord } from './live-record.ts'
import { type Ranked, rankCandidates } from './rank-candidates.ts'
import { readQuestion } from './read-question.ts'
import { searchedSpaces } from './searched-spaces.ts'

/** Candidates asked for at first, for each chunk wanted, and at least: both lists disagree, and some may not be live. */
const overFetch = 4
const leastCandidates = 20
/** How much wider the next look is, and where looking ends: a tenant whose best 2,000 candidates are all old has a backlog. */
const widerEachTime = 4
const mostCandidates = 2_000

/**
 * The best live chunks for a question, best first, at most `limit`; fewer only when no more live ones hold any of its
 * words. Live records are read after the candidates, in one reading: never two versions of a source, never a
 * half-indexed one. Without an answer of the embedding model the words alone decide, as they do for sources that another
 * model embedded, until they are embedded again.
 */
export async function findChunks(question: string, limit: number, context: RetrievalContext): Promise<FoundChunk[]> {
  const { tenant, chunkIndex, collections, models } = context
  const [vector, spaces] = await Promise.all([embedQuestion(question, context), searchedSpaces(context)])
  const searches = await Promise.all(
    spaces.map(async (space, i) => {
      const own = i === 0 ? vector : undefined
      const read = await readQuestion(chunkIndex, space, question)
      return {
        space,
        read,
        query: { tokens: read.tokens, ...(own && { vector: own }) },
        weight: own ? models.embedding.weight : 0,
      }
    }),
  )

  let wanted = Math.max(leastCandidates, limit * overFetch)
  for (let looksAgain = 1; ; ) {
    const all = await Promise.all(
      searches.map(({ space, query }) => chunkIndex.candidates(space, { ...query, limit: wanted })),
    )
    const sourceIds = [
      ...new Set(all.flatMap(({ lexical, vector }) => [...lexical, ...vector]).map(({ sourceId }) => sourceId)),
    ]
    const records = new Map(
      (await collections.live.getMany(tenant, sourceIds)).map((record) => [record.id, record] as const),
    )
    const live = searches.map(({ space }, i) => {
      const isLive = (candidate: Candidate) => liveContentOf(records, candidate, space.generation) !== undefined
      return { lexical: all[i]!.lexical.filter(isLive), vector: all[i]!.vector.filter(isLive) }
    })
    const isEnough = (list: Candidate[], liveOnes: Candidate[]) => liveOnes.length >= limit || list.length < wanted
    const canWiden =
      wanted < mostCandidates &&
      !live.every((found, i) => isEnough(all[i]!.lexical, found.lexical) && isEnough(all[i]!.vector, found.vector))
    // A source that flipped between the two readings lost its old chunks; its new ones come with the next look.
    const found = new Set(live.flatMap((lists) => [...lists.lexical, ...lists.vector]).map(({ sourceId }) => sourceId))
    const hasFlipped = [...records].some(([id, { body }]) => body.generation !== null && !found.has(id))
    if (!canWiden && !(hasFlipped && looksAgain > 0)) {
      return searches
        .flatMap(({ space, read, weight }, i) =>
          rankCandidates(live[i]!, read, { weight, read: limit })
            .slice(0, limit)
            .map((each) => foundChunkOf(each, records, space.generation)),
        )
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
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
