import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../../app/client.ts'
import { liveLog } from '../../../app/live-log.ts'
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
export function useCountAgain(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = liveLog.onChange((change) => {
      if (!change.conversation && !change.conversationId && change.type !== 'bulk.performed') return
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey: ['counts'] })
      }, countAgainMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
