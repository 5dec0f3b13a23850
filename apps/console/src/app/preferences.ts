import type { Schemas } from '@frontdesk/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { currentLanguage, setLanguage } from './language.tsx'
import { showNotice } from './notices.ts'
import { queryClient } from './query-client.ts'
import { currentTheme, setTheme } from './theme.ts'

type Preferences = Schemas['MePreferences']

const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.get('/api/me', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How whoever has signed in likes the console; nothing is set until it is read. */
export const usePreferences = (): Preferences => useQuery(meQuery).data?.preferences ?? nothing
const nothing: Preferences = {}

/** Whose language and theme this browser shows. */
const storageKey = 'frontdesk.preferences-of'

const apply = ({ language, theme }: Pick<Preferences, 'language' | 'theme'>): void => {
  if (language) setLanguage(language)
  if (theme) setTheme(theme)
}

/** Shows the language and the theme of whoever has signed in, now and whenever they change, until the signal aborts. */
export function followPreferences(agentId: string, signal: AbortSignal): void {
  let applied: Preferences | undefined
  const follow = () => {
    const me = queryClient.getQueryData(meQuery.queryKey)
    if (me?.agent.id !== agentId || me.preferences === applied) return
    applied = me.preferences
    apply(applied)
    localStorage.setItem(storageKey, agentId)
  }
  signal.addEventListener('abort', queryClient.getQueryCache().subscribe(follow))
  follow()
}

/** Reads them before anything is shown to somebody whose language and theme this browser does not know yet. */
export async function readPreferences(agentId: string): Promise<void> {
  if (localStorage.getItem(storageKey) === agentId) return
  try {
    apply((await queryClient.ensureQueryData(meQuery)).preferences)
    localStorage.setItem(storageKey, agentId)
  } catch {
    // The console shows by itself that the server does not answer; a language is no reason to show nothing.
  }
}

/** Changes some of them: at once on screen, and back again when that is refused. */
export async function changePreferences(change: Schemas['UpdateMeRequestPreferences']): Promise<void> {
  const before = queryClient.getQueryData(meQuery.queryKey)
  const shown = { language: currentLanguage(), theme: currentTheme() }
  apply(change)
  if (before) {
    queryClient.setQueryData(meQuery.queryKey, {
      ...before,
      preferences: { ...before.preferences, ...change } as Preferences,
    })
  }
  try {
    queryClient.setQueryData(meQuery.queryKey, await client.patch('/api/me', { body: { preferences: change } }))
  } catch (problem) {
    queryClient.setQueryData(meQuery.queryKey, before)
    apply(shown)
    showNotice({ problem, retry: () => void changePreferences(change) })
  }
}
