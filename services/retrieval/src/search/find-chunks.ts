import type { AskedWords, Candidate, Found, Space } from '@frontdesk/chunk-index'
import { type FoundChunk, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { RetrievalContext } from '../context.ts'
import { noticeLoss } from '../health/notice-loss.ts'
import type { LiveRecord } from '../live/live-record-document.ts'
import type { TrialDocument } from '../trials/trial-document.ts'
import { triedVersionOf } from '../trials/trial-store.ts'
import { weightFor } from '../tuning/read-weight.ts'
import { type Ranked, rankCandidates } from './rank-candidates.ts'
import { reranked, rerankedAtOnce } from './rerank-chunks.ts'
import { searchedSpaces } from './searched-spaces.ts'

/** Candidates asked for at first, for each chunk wanted, and at least: both lists disagree, and some may not be live. */
const overFetch = 4
const minCandidates = 20
/** How much wider the next look is, and where looking ends: a tenant whose best 2,000 candidates are all old has a backlog. */
const widerEachTime = 4
const maxCandidates = 2_000
/** How often a question is asked again since a source flipped while it was searched. */
const maxFlips = 5

/** A space with what is asked of it: without a vector where another model embedded it. */
type Search = { space: Space; vector: number[] | undefined; weight: number }
type Records = Map<string, Stored<LiveRecord>>
type Look = { found: Found[]; live: Pick<Found, 'lexical' | 'vector'>[]; records: Records }

/**
 * The best live chunks for a question, best first, at most `limit`; fewer only when no more live ones hold any of its
 * words. Live records are read after the candidates, in one reading: never two versions of a source, never a
 * half-indexed one. Without an answer of the embedding model the words alone decide, as they do for sources that another
 * model embedded, until they are embedded again. With a trial, its version is live in place of that of its source.
 */
export async function findChunks(
  question: string,
  { limit, byWordsAlone, trialId }: { limit: number; byWordsAlone: boolean; trialId?: string | undefined },
  context: RetrievalContext,
): Promise<{ chunks: FoundChunk[]; asked: AskedWords }> {
  const [vector, live, weight, trial] = await Promise.all([
    byWordsAlone ? undefined : embedQuestion(question, context),
    searchedSpaces(context),
    byWordsAlone ? 0 : weightFor(context),
    trialId === undefined ? undefined : triedVersionOf(trialId, context),
  ])
  const spaces = trial ? withSpaceOf(trial, live, context) : live
  const searches = spaces.map((space, i): Search => {
    const own = i === 0 ? vector : undefined
    return { space, vector: own, weight: own ? weight : 0 }
  })
  // A reranker chooses among more than are wanted.
  const needed = context.models.rerank && !byWordsAlone ? Math.max(limit, rerankedAtOnce) : limit
  let wanted = Math.max(minCandidates, needed, limit * overFetch)
  let flipsLeft = maxFlips
  let before: Records = new Map()
  for (;;) {
    const look = await lookFor(question, searches, { wanted, trial }, context)
    const canWiden = wanted < maxCandidates && !isEnough(look, { limit, wanted })
    if (!canWiden && !(flipsLeft > 0 && hasFlipped(look, before))) {
      const found = best(searches, look, needed, context)
      const chunks = byWordsAlone ? found : await reranked(question, found, context)
      return { chunks: chunks.slice(0, limit), asked: askedOf(look.found) }
    }
    if (canWiden) wanted = Math.min(maxCandidates, wanted * widerEachTime)
    else flipsLeft--
    before = look.records
  }
}

/** The spaces that are searched, and that of a trial where another model embedded it. */
const withSpaceOf = ({ generation, dimensions }: TrialDocument, spaces: Space[], { tenant }: RetrievalContext) =>
  spaces.some((space) => space.generation === generation) ? spaces : [...spaces, { tenant, generation, dimensions }]

/** A live record whose source says what is tried; one of a deleted source stays deleted. */
const tried = (record: Stored<LiveRecord>, trial: TrialDocument): Stored<LiveRecord> => {
  const { version, generation, dimensions, contents } = trial
  return { ...record, body: { ...record.body, version, generation, dimensions, contents } }
}

/** Searches every space, then reads what of the candidates is live. */
async function lookFor(
  question: string,
  searches: Search[],
  { wanted, trial }: { wanted: number; trial: TrialDocument | undefined },
  context: RetrievalContext,
): Promise<Look> {
  const { tenant, chunkIndex, collections } = context
  const found = await Promise.all(
    searches.map(({ space, vector }) =>
      chunkIndex.search(space, { question, limit: wanted, ...(vector && { vector }) }),
    ),
  )
  try {
    await noticeLoss(
      searches.map(({ space }) => space),
      found,
      context,
    )
  } catch (error) {
    // What was found is still an answer. The check of the index itself finds the loss too, and the next search asks again.
    context.log.warn({ err: error, tenant }, 'could not ask for a lost search index to be rebuilt')
  }
  const candidates = found.flatMap(({ lexical, vector }) => [...lexical, ...vector])
  const sourceIds = [...new Set(candidates.map(({ sourceId }) => sourceId))]
  const records = new Map(
    (await collections.live.getMany(tenant, sourceIds)).map(
      (record) => [record.id, record.id === trial?.sourceId ? tried(record, trial) : record] as const,
    ),
  )
  const live = searches.map(({ space }, i) => {
    const isLive = (candidate: Candidate) => liveContentOf(records, candidate, space.generation) !== undefined
    return { lexical: found[i]!.lexical.filter(isLive), vector: found[i]!.vector.filter(isLive) }
  })
  return { found, live, records }
}

function isEnough({ found, live }: Look, { limit, wanted }: { limit: number; wanted: number }): boolean {
  const isListEnough = (list: Candidate[], liveOnes: Candidate[]) => liveOnes.length >= limit || list.length < wanted
  return live.every(
    ({ lexical, vector }, i) => isListEnough(found[i]!.lexical, lexical) && isListEnough(found[i]!.vector, vector),
  )
}

/**
 * Whether a source flipped between the search and the reading of the records: its old chunks are not live any more, and its
 * new ones come with the next look. When it was as it is now already `before` this search, its live chunks are just worse.
 */
function hasFlipped({ live, records }: Look, before: Records): boolean {
  const found = new Set(live.flatMap(({ lexical, vector }) => [...lexical, ...vector]).map(({ sourceId }) => sourceId))
  return [...records].some(([id, { body }]) => {
    if (body.generation === null || found.has(id)) return false
    const known = before.get(id)?.body
    return known?.version !== body.version || known?.generation !== body.generation
  })
}

const best = (searches: Search[], { live, records }: Look, limit: number, { models }: RetrievalContext): FoundChunk[] =>
  searches
    .flatMap(({ space, weight }, i) =>
      rankCandidates(live[i]!, weight, models.embedding.cosines)
        .slice(0, limit)
        .map((each) => foundChunkOf(each, records, space.generation)),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)

/** What all spaces together know of the question's words. */
function askedOf(found: Found[]): AskedWords {
  const [first, ...others] = found.map(({ asked }) => asked)
  return {
    chunks: found.reduce((sum, { asked }) => sum + asked.chunks, 0),
    words: first!.words.map(({ word, frequency }, i) => ({
      word,
      frequency: others.reduce((sum, { words }) => sum + words[i]!.frequency, frequency),
    })),
  }
}

async function embedQuestion(question: string, { models, signal, log }: RetrievalContext) {
  if (!models.embedding.isIndexed) return undefined
  try {
    const [vector] = await models.embed([question], { kind: 'query', signal })
    return vector!
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'model_unavailable')) throw error
    log.warn({ err: error }, 'the embedding model does not answer: searching by words alone')
    return undefined
  }
}

const liveContentOf = (
  records: Records,
  { sourceId, contentId }: { sourceId: string; contentId: string },
  generation: string,
) => {
  const record = records.get(sourceId)?.body
  if (!record || record.deleted || record.generation !== generation) return undefined
  return record.contents.find((content) => content.contentId === contentId)
}

function foundChunkOf({ candidate, ...scores }: Ranked, records: Records, generation: string): FoundChunk {
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
