import { FrontdeskError } from '@frontdesk/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

/** `signed-out`: the server says that nobody has signed in any more. `signed-in`: somebody has. */
export const sessionEvents = new EventTarget()

/** An error in a stream has no status. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof FrontdeskError && (error.status === 401 || error.code === 'unauthenticated')

/** Asks to sign in again when that is what a request was refused for. */
export function noteSignedOut(error: unknown): void {
  if (isSignedOut(error)) sessionEvents.dispatchEvent(new Event('signed-out'))
}

/** What the client retries by itself is not retried here once more. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSignedOut }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000 },
    // Without a connection they fail, and are not held until there is one.
    mutations: { retry: false, networkMode: 'always', onError: noteSignedOut },
  },
})
