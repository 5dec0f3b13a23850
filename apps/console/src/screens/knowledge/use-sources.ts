import type { Schemas } from '@frontdesk/client'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterChanges } from '../../app/after-changes.ts'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { liveLog } from '../../app/live-log.ts'
import { queryClient } from '../../app/query-client.ts'

export type Source = Schemas['Source']
export type SourceFilters = {
  q?: string
  type?: Source['type']
  status?: Source['status']
  tag?: string
}

const pageSize = 50
/** Beside the stream, so that the table is true without it. */
const pollMs = 5_000
const gatherMs = 300

/** All that is read of sources: lists by their filters, and each source by its id. */
const allKey = ['sources'] as const
const listKey = [...allKey, 'list'] as const
export const sourceKey = (sourceId: string, ...parts: (string | number)[]) =>
  [...allKey, 'one', sourceId, ...parts] as const
export const readSourcesAgain = (): void => void queryClient.invalidateQueries({ queryKey: allKey })

type Page = Schemas['SourceList']
/** Shows how far a source is read, without reading the list again. */
function setProgress(sourceId: string, progress: Schemas['Progress']): void {
  const update = (source: Source): Source => (source.id === sourceId ? { ...source, progress } : source)
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: listKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(update) })) },
  )
}

/** The tenant's sources, newest first; followed by the stream, and by a poll while one is processed or indexed. */
export function useSources(filters: SourceFilters) {
  const query = useInfiniteQuery({
    queryKey: [...listKey, filters],
    ...inPages(
      (signal, cursor): Promise<Page> =>
        client.get('/api/knowledge/sources', { signal, query: { ...filters, limit: pageSize, ...cursor } }),
    ),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status, progress }) => status === 'Processing' || progress))
        ? pollMs
        : false,
  })
  useEffect(() => {
    const stops = [
      liveLog.onProgress(({ sourceId, progress }) => setProgress(sourceId, progress)),
      afterChanges(({ type }) => type === 'knowledge.updated', gatherMs, readSourcesAgain),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return { ...query, sources: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}
