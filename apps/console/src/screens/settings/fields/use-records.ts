import { useInfiniteQuery } from '@tanstack/react-query'
import { inPages } from '../../../app/in-pages.ts'
import { queryClient } from '../../../app/query-client.ts'

/** A list as it is read page by page. */
export type Records<R> = {
  items: R[] | undefined
  error: unknown
  isReading: boolean
  hasMore: boolean
  readMore: () => void
  readAgain: () => void
}

const pageSize = 100

/** Reads a list of the API. Who changes something in it reads it again, and the log of changes with it. */
export function useRecords<R>(
  key: string,
  read: (options: { signal: AbortSignal; query: { limit: number; cursor?: string } }) => Promise<{
    items: R[]
    nextCursor: string | null
  }>,
  { pollMs = 0 }: { pollMs?: number } = {},
): Records<R> {
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['settings', key],
    ...inPages((signal, cursor) => read({ signal, query: { limit: pageSize, ...cursor } })),
    ...(pollMs > 0 && { refetchInterval: pollMs }),
  })
  return {
    items: data?.pages.flatMap(({ items }) => items),
    error,
    isReading: isFetching,
    hasMore: hasNextPage,
    readMore: () => void fetchNextPage(),
    readAgain: () => readSettingsAgain(key),
  }
}

/** After a change: the list, and who changed what. */
export function readSettingsAgain(key: string): void {
  void queryClient.invalidateQueries({ queryKey: ['settings', key] })
  // The log is written beside the change, and may come a moment later.
  void queryClient.invalidateQueries({ queryKey: ['log'] })
}
