import type { Client } from '@elastic/elasticsearch'
import { reaching } from './reaching.ts'

const timeout = { requestTimeout: 30_000, maxRetries: 0 }

type Counts = { contents: { buckets: { key: string; doc_count: number }[] } }

/** How many chunks an index has of each content; contents without any are left out. */
export async function countContents(client: Client, index: string, contentIds: string[]): Promise<Map<string, number>> {
  if (contentIds.length === 0) return new Map()
  const { aggregations } = await reaching(() =>
    client.search<unknown, Counts>(
      {
        index,
        ignore_unavailable: true,
        allow_partial_search_results: false,
        size: 0,
        query: { terms: { contentId: contentIds } },
        aggs: { contents: { terms: { field: 'contentId', size: contentIds.length } } },
      },
      timeout,
    ),
  )
  return new Map((aggregations?.contents.buckets ?? []).map(({ key, doc_count }) => [key, doc_count]))
}
