import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { afterChanges } from '../../../app/after-changes.ts'
import { client } from '../../../app/client.ts'
import { inPages } from '../../../app/in-pages.ts'
import { store, useStore } from '../../../app/live-store.ts'
import { queryClient } from '../../../app/query-client.ts'
import { type Filter, fits, inOrder, isServerOnly, type Sort } from '../views/conversation-filter.ts'

const pageSize = 50
/** What only the server can list is listed anew this long after a change. */
const listAgainMs = 1_000

export type ConversationList = {
  /** As they are shown. */
  ids: readonly string[]
  /** How many came since the order was last brought up to date. */
  waiting: number
  /** Shows what waits. */
  update: () => void
  more: (() => void) | undefined
  isPending: boolean
  error: unknown
  retry: () => void
}

/**
 * The conversations that fit a filter. Rows are patched where they stand. What enters, leaves or moves is shown at once
 * while `mayMove`, and waits behind a count otherwise, so that no row moves under the pointer. The open one leaves at once: whoever
 * reads it closed it, or sees that somebody did.
 */
export function useConversationList(
  { filter, sort, agentId, open }: { filter: Filter; sort: Sort; agentId: string; open: string | undefined },
  mayMove: boolean,
): ConversationList {
  const key = JSON.stringify([filter, sort])
  const byServer = isServerOnly(filter)
  const order = filter.q === undefined ? sort : 'newest'
  const query = useInfiniteQuery({
    queryKey: ['conversations', key],
    ...inPages(async (signal, cursor) => {
      const query = { ...filter, sort: order, limit: pageSize, ...cursor }
      const { items, nextCursor } = await client.get('/api/conversations', { signal, query })
      store.putConversations(items)
      return { ids: items.map(({ id }) => id), last: items.at(-1), nextCursor }
    }),
  })
  useEffect(() => {
    if (!byServer) return
    return afterChanges(
      ({ conversation, conversationId }) => Boolean(conversation || conversationId),
      listAgainMs,
      () => void queryClient.invalidateQueries({ queryKey: ['conversations', key] }),
    )
  }, [byServer, key])

  const version = useStore((live) => live.version())
  const pages = query.data?.pages
  /** What belongs here now, as far as it was read. */
  const current = useMemo(() => {
    if (!pages || version < 0) return noIds
    if (byServer) return [...new Set(pages.flatMap(({ ids }) => ids))]
    const end = pages.at(-1)!
    const last = end.nextCursor === null ? undefined : pages.findLast((page) => page.last)?.last
    const now = Date.now()
    const found = [...store.conversations()].filter((each) => fits(filter, each, agentId, now))
    return inOrder(found, sort, last).map(({ id }) => id)
  }, [pages, version, byServer, filter, sort, agentId])

  const [shown, show] = useState({ key, ids: noIds, pages: 0 })
  const loaded = pages?.length ?? 0
  // Another list, or another page of it, is no move; nor are the first rows of an empty one.
  const isStale = shown.key !== key || shown.pages !== loaded || shown.ids.length === 0
  useEffect(() => {
    if (mayMove || isStale) show({ key, ids: current, pages: loaded })
  }, [mayMove, isStale, key, current, loaded])

  const ids = mayMove || isStale ? current : shown.ids.filter((id) => id !== open || current.includes(id))
  const known = new Set(ids)
  return {
    ids,
    waiting: current.filter((id) => !known.has(id)).length,
    update: () => show({ key, ids: current, pages: loaded }),
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

const noIds: readonly string[] = []
