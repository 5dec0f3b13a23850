import type { Client } from '@elastic/elasticsearch'
import type { IndexedChunk } from '../port.ts'
import { bodyOf, chunkTerms, headingOf, type SearchedText, titleOf } from '../ranking/chunk-terms.ts'
import { ranking } from '../ranking/constants.ts'
import { reaching } from './reaching.ts'

const chunksAtOnce = 500
/** An index takes some 100 MB in one request; the tokens of a document of the most chunks are some 8 MB. */
const isStem = (token: string): boolean => token.startsWith('=')

type Views = { stem: string[]; gram: string[] }

const repeat = (into: string[], token: string, times: number): void => {
  for (let i = 0; i < times; i++) into.push(token)
}

/** Tokens as an index counts them: the same as often as they stand in the chunk. */
export function tokensOf(counts: ReadonlyMap<string, number>): { stem: string; gram: string } {
  const views: Views = { stem: [], gram: [] }
  for (const [token, held] of counts) {
    repeat(isStem(token) ? views.stem : views.gram, token, bodyOf(held) + headingOf(held) + titleOf(held))
  }
  return { stem: views.stem.join(' '), gram: views.gram.join(' ') }
}

type Hit = SearchedText & Pick<IndexedChunk, 'index'>

/** The chunks of a content in order, a page at a time. */
async function* chunksOf(client: Client, index: string, contentId: string): AsyncGenerator<Hit> {
  let after: number | undefined
  for (;;) {
    const reply = await reaching(() =>
      client.search<Hit>({
        index,
        size: chunksAtOnce,
        allow_partial_search_results: false,
        query: {
          bool: { filter: [{ term: { contentId } }, { range: { index: { lt: ranking.document.maxChunks } } }] },
        },
        sort: [{ index: 'asc' }],
        _source: ['title', 'fileName', 'heading', 'text', 'language', 'index'],
        ...(after !== undefined && { search_after: [after] }),
      }),
    )
    const hits = reply.hits.hits.map(({ _source }) => _source!)
    yield* hits
    if (hits.length < chunksAtOnce) return
    after = hits.at(-1)!.index
  }
}

/**
 * Writes contents as the whole documents that their chunks in the index make: the title of the first chunk, and what all of
 * them add. A content without chunks is taken away.
 */
export async function writeDocuments(
  client: Client,
  { chunks, documents }: { chunks: string; documents: string },
  contentIds: string[],
): Promise<void> {
  for (const contentId of contentIds) {
    const views: Views = { stem: [], gram: [] }
    let isFirst = true
    for await (const chunk of chunksOf(client, chunks, contentId)) {
      for (const [token, held] of chunkTerms(chunk).counts) {
        const title = isFirst ? ranking.document.titleWeight * titleOf(held) : 0
        repeat(isStem(token) ? views.stem : views.gram, token, title + bodyOf(held) + headingOf(held))
      }
      isFirst = false
    }
    if (isFirst) continue
    const document = { contentId, stem: views.stem.join(' '), gram: views.gram.join(' ') }
    await reaching(() => client.index({ index: documents, id: contentId, document, require_alias: true }))
  }
}
