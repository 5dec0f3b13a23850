import type { Schemas } from '@frontdesk/client'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { inPages } from './in-pages.ts'
import { showNotice } from './notices.ts'
import { queryClient } from './query-client.ts'

export type Notification = Schemas['ListNotificationsResponseItem']

const perPage = 50
const keys = { unread: ['notifications', 'unread'], list: ['notifications', 'list'] } as const

const unreadQuery = queryOptions({
  queryKey: keys.unread,
  queryFn: async ({ signal }) => (await client.get('/api/notifications', { signal, query: { limit: 1 } })).unread,
})

/** How many notifications are unread; the live log says when there is a new one. */
export const useUnreadNotifications = (): number => useQuery(unreadQuery).data ?? 0

/** One's notifications, newest first, page by page. */
export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: keys.list,
    ...inPages((signal, cursor) => client.get('/api/notifications', { signal, query: { limit: perPage, ...cursor } })),
  })

export const readNotificationsAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['notifications'] })

/** Marks some as read, or all. */
export async function markNotificationsRead(ids?: string[]): Promise<void> {
  try {
    await client.post('/api/notifications/read', { body: ids ? { ids } : { all: true } })
  } catch (problem) {
    showNotice({ problem, retry: () => void markNotificationsRead(ids) })
  }
  await readNotificationsAgain()
}
