type Cursor = { cursor?: string }

/** What `useInfiniteQuery` needs to read a list of the API page by page: `read` gets the cursor of a page for its query. */
export const inPages = <P extends { nextCursor: string | null }>(
  read: (signal: AbortSignal, cursor: Cursor) => Promise<P>,
) => ({
  initialPageParam: {} as Cursor,
  queryFn: ({ pageParam, signal }: { pageParam: Cursor; signal: AbortSignal }) => read(signal, pageParam),
  getNextPageParam: ({ nextCursor }: P) => (nextCursor === null ? undefined : { cursor: nextCursor }),
})
