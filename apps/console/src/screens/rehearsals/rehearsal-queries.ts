import type { Schemas } from '@frontdesk/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { isGone } from '../../app/problem.ts'

export type Rehearsal = Schemas['Rehearsal']
export type RehearsalResult = Schemas['RehearsalResult']
export type Verdict = Schemas['RehearsalVerdict']
/** As they are shown: what needs a look first. */
export const verdicts = ['worse', 'better', 'changed', 'same'] as const satisfies Verdict[]

const pollMs = 1_000
/** Results are read again while they are made, but not as often: there may be 500. */
const resultsPollMs = 3_000

const isRunning = (rehearsal: Rehearsal | undefined): boolean => rehearsal?.state === 'running'

/** The rehearsals that are kept, newest first; read again while one is running. */
export const rehearsalsQuery = queryOptions({
  queryKey: ['rehearsals'],
  queryFn: async ({ signal }): Promise<Rehearsal[]> =>
    (await client.get('/api/rehearsals', { query: { limit: 50 }, signal })).items,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
})

export const rehearsalQuery = (rehearsalId: string) =>
  queryOptions({
    queryKey: ['rehearsals', rehearsalId],
    queryFn: ({ signal }): Promise<Rehearsal> =>
      client.get('/api/rehearsals/{rehearsalId}', { path: { rehearsalId }, signal }),
    refetchInterval: ({ state }) => (!isGone(state.error) && isRunning(state.data) ? pollMs : false),
  })

/** All results so far, the newest question first. `state` tells those of a running rehearsal from the whole. */
export const resultsQuery = (rehearsalId: string, state: Rehearsal['state']) =>
  queryOptions({
    queryKey: ['rehearsals', rehearsalId, 'results', state === 'running'],
    queryFn: async ({ signal }): Promise<RehearsalResult[]> => {
      const all: RehearsalResult[] = []
      const asked = { path: { rehearsalId }, query: { limit: 100 }, signal }
      for await (const each of client.list('/api/rehearsals/{rehearsalId}/results', asked)) all.push(each)
      return all
    },
    refetchInterval: state === 'running' ? resultsPollMs : false,
    placeholderData: (before) => before,
  })
