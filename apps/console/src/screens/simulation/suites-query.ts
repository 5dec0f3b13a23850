import type { Schemas } from '@frontdesk/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { isGone } from '../../app/problem.ts'
import { queryClient } from '../../app/query-client.ts'

export type Suite = Schemas['TestSuite']
export type Scenario = Schemas['Scenario']
export type Run = Schemas['TestRunReport']

const runPollMs = 1_000

export const suitesQuery = queryOptions({
  queryKey: ['suites'],
  queryFn: async ({ signal }): Promise<Suite[]> => {
    const all: Suite[] = []
    for await (const each of client.list('/api/suites', { query: { limit: 100 }, signal })) all.push(each)
    return all.sort((a, b) => a.name.localeCompare(b.name))
  },
})
export const suiteQuery = (suiteId: string) =>
  queryOptions({
    queryKey: ['suites', suiteId],
    queryFn: ({ signal }) => client.get('/api/suites/{suiteId}', { path: { suiteId }, signal }) as Promise<Suite>,
  })
/** The newest runs; read again while one of them is running. */
export const runsQuery = (suiteId: string) =>
  queryOptions({
    queryKey: ['suites', suiteId, 'runs'],
    queryFn: async ({ signal }): Promise<Run[]> =>
      (await client.get('/api/suites/{suiteId}/runs', { path: { suiteId }, query: { limit: 10 }, signal })).items,
    refetchInterval: ({ state }) =>
      !isGone(state.error) && state.data?.some(({ state }) => state === 'running') ? runPollMs : false,
  })

/** A run, which need not be one of the newest. */
export const runQuery = (suiteId: string, runId: string) =>
  queryOptions({
    queryKey: ['suites', suiteId, 'runs', runId],
    queryFn: ({ signal }): Promise<Run> =>
      client.get('/api/suites/{suiteId}/runs/{runId}', { path: { suiteId, runId }, signal }),
  })

/** Writes the scenarios of a suite, and shows them at once. */
export async function writeScenarios(suite: Suite, scenarios: Suite['scenarios']): Promise<Suite> {
  const path = { suiteId: suite.id }
  const written = await client.patch('/api/suites/{suiteId}', { path, body: { scenarios } })
  queryClient.setQueryData(suiteQuery(suite.id).queryKey, written)
  void queryClient.invalidateQueries({ queryKey: suitesQuery.queryKey, exact: true })
  return written
}
