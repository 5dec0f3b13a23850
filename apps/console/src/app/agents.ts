import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

const perPage = 100

const agentsQuery = {
  queryKey: ['agents'],
  queryFn: () => Array.fromAsync(client.list('/api/agents', { query: { limit: perPage } })),
  staleTime: 300_000,
}
const teamsQuery = {
  queryKey: ['teams'],
  queryFn: () => Array.fromAsync(client.list('/api/teams', { query: { limit: perPage } })),
  staleTime: 300_000,
}

/** The tenant's agents, for as long as they are not read: none. */
export const useAgents = (): readonly Schemas['Agent'][] => useQuery(agentsQuery).data ?? none
export const useTeams = (): readonly Schemas['Team'][] => useQuery(teamsQuery).data ?? none
const none: readonly never[] = []

const namesOf = (records: readonly { id: string; name: string }[]): ReadonlyMap<string, string> =>
  new Map(records.map(({ id, name }) => [id, name]))

/** Names of the tenant's agents, by id. */
export const useAgentNames = (): ReadonlyMap<string, string> =>
  useQuery({ ...agentsQuery, select: namesOf }).data ?? nobody
/** Names of the tenant's teams, by id. */
export const useTeamNames = (): ReadonlyMap<string, string> =>
  useQuery({ ...teamsQuery, select: namesOf }).data ?? nobody
const nobody: ReadonlyMap<string, string> = new Map()
