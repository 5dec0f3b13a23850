import { FrontdeskError, type Schemas } from '@frontdesk/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { queryClient, sessionEvents } from './query-client.ts'

/** Who has signed in, in which tenant, and what they may do. */
export type Session = Schemas['SignedIn']

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await client.get('/api/session', { signal })
    } catch (error) {
      if (error instanceof FrontdeskError && error.status === 401) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whoever has signed in. Only for what stands inside the frame, which is not there without a session. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (!data) throw new Error('There is no session here.')
  return data
}

export function setSession(session: Session): void {
  queryClient.setQueryData(sessionQuery.queryKey, session)
  sessionEvents.dispatchEvent(new Event('signed-in'))
}

/** True when the session opens what needs this scope. */
export const mayUse = ({ scopes }: Session, scope: string): boolean =>
  scopes.some((own) => own === 'admin' || own === scope || `${own}:read` === scope)
