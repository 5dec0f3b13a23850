import type { Client, estypes } from '@elastic/elasticsearch'
import type { IndexedChunk } from '../port.ts'
import type { AskedToken } from '../ranking/read-question.ts'
import { reaching, searchFailure } from './reaching.ts'
import { isGram } from './weigh-question.ts'

/** Documents that are asked for at first. */
const documentsAskedFor = 100
/** Chunks found by all their fields as one, and scored by our own formula: each costs some 100 µs. */
const minScored = 60
/** The best documents, whose best chunks are looked at too. */
const documentsLookedInto = 8
const chunksOfThese = 40
const timeout = { requestTimeout: 1_800, maxRetries: 0 }

export type Source = Omit<IndexedChunk, 'vector'>
type Hit<S> = { source: S; score: number }

/** Each token as often as it counts: alike ones share a clause. */
function clausesOf(asked: AskedToken[], exact: { isScored: boolean }): estypes.QueryDslQueryContainer {
  const groups = Map.groupBy(asked, (each) => `${isGram(each) ? 'gram' : 'stem'} ${each.share}`)
  const should = [...groups.values()].map((group): estypes.QueryDslQueryContainer => {
    const [{ share }] = group as [AskedToken]
    const query = group.map(({ token }) => token).join(' ')
    return { match: { [isGram(group[0]!) ? 'gram' : 'stem']: { query, operator: 'or', boost: share } } }
  })
  return exact.isScored ? { bool: { should, minimum_should_match: 0 } } : { bool: { should, minimum_should_match: 1 } }
}

const withFilter = (
  query: estypes.QueryDslQueryContainer,
  filter: estypes.QueryDslQueryContainer | undefined,
): estypes.QueryDslQueryContainer => (filter ? { bool: { must: [query], filter: [filter] } } : query)

/** Several searches in one request, with the answer of each. */
export async function searchAll(
  client: Client,
  searches: { index: string; request: estypes.SearchSearchRequestBody }[],
): Promise<Hit<Source>[][]> {
  const { responses } = await reaching(() =>
    client.msearch<Source>(
      {
        searches: searches.flatMap(({ index, request }) => [
          // Half of what is known would be an answer that knows nothing of the other half.
          { index, ignore_unavailable: true, allow_partial_search_results: false },
          { ...request, track_total_hits: false },
        ]),
      },
      timeout,
    ),
  )
  return responses.map((response) => {
    if ('error' in response) throw searchFailure(response)
    return response.hits.hits.map(({ _source, _score }) => ({ source: _source!, score: _score ?? 0 }))
  })
}

/**
 * Candidates by the whole of their tokens, and the scores of all their documents: `found` in the server's order, `more` of the best
 * documents.
 */
export async function gatherCandidates(
  client: Client,
  { chunks, documents }: { chunks: string; documents: string },
  { asked, limit, contentIds }: { asked: AskedToken[]; limit: number; contentIds: string[] | undefined },
) {
  const telling = asked.filter(({ isTelling }) => isTelling)
  const only = (ids: string[] | undefined) => (ids ? { terms: { contentId: ids } } : undefined)
  const query = clausesOf(asked, { isScored: false })
  const documentQuery = clausesOf(telling, { isScored: false })
  const [found, whole] = await searchAll(client, [
    { index: chunks, request: { size: Math.max(limit, minScored), query: withFilter(query, only(contentIds)) } },
    {
      index: documents,
      request: { size: telling.length > 0 ? documentsAskedFor : 0, query: withFilter(documentQuery, only(contentIds)) },
    },
  ])
  const scores = new Map(whole!.map(({ source, score }) => [source.contentId, score]))
  const best = whole!.slice(0, documentsLookedInto).map(({ source }) => source.contentId)
  const unknown = [...new Set(found!.map(({ source }) => source.contentId))].filter((id) => !scores.has(id))
  const [more, others] = await searchAll(client, [
    { index: chunks, request: { size: best.length > 0 ? chunksOfThese : 0, query: withFilter(query, only(best)) } },
    {
      index: documents,
      request: {
        size: telling.length > 0 ? unknown.length : 0,
        query: withFilter(clausesOf(telling, { isScored: true }), only(unknown)),
      },
    },
  ])
  for (const { source, score } of others!) scores.set(source.contentId, score)
  return { found: found!, more: more!, scores }
}
