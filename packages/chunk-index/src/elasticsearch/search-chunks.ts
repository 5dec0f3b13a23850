import type { Client } from '@elastic/elasticsearch'
import { without } from '@frontdesk/contracts'
import type { Candidate, Found, Space } from '../port.ts'
import { sentenceReader } from '../ranking/best-sentence.ts'
import { chunkScore } from '../ranking/bm25f.ts'
import { chunkTerms } from '../ranking/chunk-terms.ts'
import { lexicalScore, sentencesRead } from '../ranking/lexical-score.ts'
import { readQuestion } from '../ranking/read-question.ts'
import { gatherCandidates, type Source, searchAll } from './gather-candidates.ts'
import { aliasOf, documentsAliasOf } from './names.ts'
import { readFrequencies, type Statistics, statisticsReader } from './statistics.ts'
import { tokensByView, type Weighed, weigh } from './weigh-question.ts'

/** Neighbours that the graph search looks at for each one wanted; recall@5 was 1.00 at 8 and .97 at 2. */
const candidatesPerResult = 8
const minCandidates = 100
/** Chunks that are scored by our own formula, beside those of the best documents. */
const maxScored = 120
const timeout = { requestTimeout: 1_800, maxRetries: 0 }

type Query = { question: string; vector?: number[]; limit: number; contentIds?: string[] }

/** Searches the indices of a space: the server finds candidates and scores documents, the chunks are scored here. */
export function chunkSearcher(client: Client, prefix: string) {
  const statistics = statisticsReader(client, timeout)
  const indicesOf = (space: Space) => ({ chunks: aliasOf(prefix, space), documents: documentsAliasOf(prefix, space) })

  async function lexical(space: Space, weighed: Weighed, { averages }: Statistics, query: Query): Promise<Candidate[]> {
    const { asked, weights, bounds, question } = weighed
    if (asked.length === 0) return []
    const bestSentence = sentenceReader(weights)
    const { found, more, scores } = await gatherCandidates(client, indicesOf(space), {
      asked,
      limit: query.limit,
      contentIds: query.contentIds,
    })
    const candidates = new Map([...found.slice(0, maxScored), ...more].map(({ source }) => [keyOf(source), source]))
    const ranked = [...candidates.values()]
      .map((source) => ({
        source,
        chunk: chunkScore(chunkTerms(source), weights, averages),
        document: scores.get(source.contentId) ?? 0,
      }))
      .filter(({ chunk }) => chunk > 0)
      .sort((a, b) => b.chunk + b.document - a.chunk - a.document || compare(a.source, b.source))
      .map(({ source, chunk, document }, place): Candidate => {
        const sentence =
          question.isShort && place < sentencesRead(query.limit) ? bestSentence(source.text, source.language) : 0
        return { ...shownOf(source), ...lexicalScore({ chunk, sentence, document }, bounds, question) }
      })
      .sort((a, b) => b.score - a.score || compare(a, b))
    // Beyond these the server's own order is good enough: they are asked for where the best are not live.
    const least = ranked.at(-1)?.score ?? 0
    const rest = found.slice(maxScored).filter(({ source }) => !candidates.has(keyOf(source)))
    const further = rest.map(({ source }): Candidate => ({ ...shownOf(source), score: least, document: 0 }))
    return [...ranked, ...further].slice(0, query.limit)
  }

  async function nearest(space: Space, { vector, limit, contentIds }: Query): Promise<Candidate[]> {
    if (vector === undefined || space.dimensions === 0) return []
    const filter = contentIds && { terms: { contentId: contentIds } }
    const knn = {
      field: 'vector',
      query_vector: vector,
      k: limit,
      num_candidates: Math.min(10_000, Math.max(minCandidates, limit * candidatesPerResult)),
      ...(filter && { filter }),
    }
    const [found] = await searchAll(client, [{ index: indicesOf(space).chunks, request: { size: limit, knn } }])
    return (
      found!
        // Elasticsearch answers (1 + cosine) / 2.
        .map(({ source, score }): Candidate => ({ ...shownOf(source), score: score * 2 - 1, document: 0 }))
        .sort((a, b) => b.score - a.score || compare(a, b))
    )
  }

  return {
    /** Statistics of the space are read anew by the next search. */
    forget: (space: Space) => statistics.forget(aliasOf(prefix, space)),

    async search(space: Space, query: Query): Promise<Found> {
      const [own, vector] = await Promise.all([statistics.of(aliasOf(prefix, space)), nearest(space, query)])
      const question = readQuestion(query.question, own.languages)
      const tokens = tokensByView(question)
      const [chunks, documents] = await Promise.all(
        [aliasOf(prefix, space), documentsAliasOf(prefix, space)].map((index) =>
          readFrequencies(client, { index, ...tokens }, timeout),
        ),
      )
      const words = question.words.map(({ word, token }) => ({
        word,
        frequency: (token !== undefined && chunks!.of.get(token)) || 0,
      }))
      return {
        lexical: await lexical(space, weigh(question, chunks!, documents!), own, query),
        vector,
        asked: { chunks: chunks!.count, words },
      }
    },
  }
}

const keyOf = ({ contentId, index }: { contentId: string; index: number }) => `${contentId}/${index}`

const shownOf = (source: Source) => without(source, 'fileName', 'language')

const compare = (a: { contentId: string; index: number }, b: { contentId: string; index: number }): number =>
  a.contentId < b.contentId ? -1 : a.contentId > b.contentId ? 1 : a.index - b.index
