import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterChanges } from '../../../app/after-changes.ts'
import { client } from '../../../app/client.ts'
import { queryClient } from '../../../app/query-client.ts'
import { standardViews } from './standard-views.ts'
import { useSavedViews } from './use-views.ts'

const countAgainMs = 500

/** How many conversations each view has, by its id. */
export function useCounts(): ReadonlyMap<string, Schemas['ViewCount']> {
  const views = [...standardViews, ...useSavedViews().map(({ id }) => id)].join(',')
  const { data } = useQuery({
    queryKey: ['counts', views],
    queryFn: ({ signal }) => client.get('/api/inbox/counts', { signal, query: { views } }),
    placeholderData: (before) => before,
  })
  return new Map(data?.items.map((item) => [item.view, item]))
}

/** Counts anew after changes, while the component is there. */
export const useCountAgain = (): void =>
  useEffect(
    () =>
      afterChanges(
        ({ conversation, conversationId, type }) =>
          Boolean(conversation || conversationId || type === 'bulk.performed'),
        countAgainMs,
        () => void queryClient.invalidateQueries({ queryKey: ['counts'] }),
      ),
    [],
  )
