import type { Schemas } from '@frontdesk/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../../app/client.ts'
import type { Messages } from '../../../messages/en.ts'
import type { Filter, Sort } from './conversation-filter.ts'
import { isStandardView, standardFilters } from './standard-views.ts'

export type SavedView = Schemas['View']

const none: readonly SavedView[] = []
const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => client.get('/api/views', { signal }),
})

/** The views that somebody saved, shared ones and one's own, in their order. The live log says when they change. */
export const useSavedViews = (): readonly SavedView[] => useQuery(viewsQuery).data?.items ?? none

/** Whether a view of the address is there; undefined while that is not known. */
export function useIsView(id: string): boolean | undefined {
  const { data } = useQuery(viewsQuery)
  return isStandardView(id) || data?.items.some((each) => each.id === id)
}

/** Why they could not be read, if so, and how to read them again. */
export function useUnreadViews() {
  const { error, refetch } = useQuery(viewsQuery)
  return { error, readAgain: () => void refetch() }
}

/** A view as its list needs it. */
export type OpenView = { id: string; name: string; filter: Filter; sort: Sort; saved?: SavedView }

/** The view of the address; the queue in place of one that is not there. */
export function openView(id: string, saved: readonly SavedView[], names: Messages['views']): OpenView {
  const found = saved.find((each) => each.id === id)
  if (found) return { id, name: found.name, filter: found.filter, sort: found.sort, saved: found }
  const standard = isStandardView(id) ? id : 'queue'
  return { id: standard, name: names[standard], filter: standardFilters[standard], sort: 'newest' }
}
