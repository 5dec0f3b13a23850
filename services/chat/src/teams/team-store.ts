import { type BodyOf, chat, derivedId, invalidNamedField, ServiceError, type Team } from '@frontdesk/contracts'
import { descending, findPage, type NewEvent, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import type { TeamDocument } from './team-document.ts'

/** Teams of a tenant are read together when conversations are assigned. */
const maxTeams = 200

const shown = ({ id, body }: Stored<TeamDocument>): Team => ({
  id,
  name: body.name,
  ...(body.description !== undefined && { description: body.description }),
  members: body.members,
  assignment: body.assignment,
  createdAt: body.createdAt,
  updatedAt: body.updatedAt,
})
const noTeam = () => new ServiceError('not_found', { detail: 'There is no such team.' })
const isThere = (stored: Stored<TeamDocument> | undefined): stored is Stored<TeamDocument> =>
  stored !== undefined && stored.body.deletedAt === undefined

/** Told in the same write, so that a change that is stored is noticed even if the process ends right after it. */
const told = (teamId: string, { assignment, deletedAt }: TeamDocument, { event }: ChatContext): NewEvent[] => [
  event(chat.events.teamChanged, { teamId, mayAssign: assignment !== 'manual' && deletedAt === undefined }),
]

/** Creates a team. The same operation again answers the same team. */
export async function createTeam(
  { operationId, team }: BodyOf<typeof chat.queries.teamCreate>,
  context: ChatContext,
): Promise<Team> {
  const { tenant, collections, clock, commit } = context
  if ((await collections.teams.count(tenant)) >= maxTeams) {
    throw new ServiceError('conflict', { detail: `A tenant has at most ${maxTeams} teams.` })
  }
  const now = timestampOf(clock)
  const body = { ...team, members: [...new Set(team.members)], createdAt: now, updatedAt: now }
  const id = derivedId('tea', tenant, operationId)
  const stored = await commit(collections.teams, id, (current) =>
    current ? undefined : { body, events: told(id, body, context) },
  )
  return shown(stored!)
}

/** Newest first. */
export const listTeams = (
  { limit, cursor }: BodyOf<typeof chat.queries.teamList>,
  { tenant, collections }: ChatContext,
) =>
  findPage(
    collections.teams,
    tenant,
    { where: { deletedAt: { exists: false } }, sort: descending('createdAt'), limit, cursor },
    shown,
  )

/** Throws `not_found`. */
export async function readTeam(teamId: string, { tenant, collections }: ChatContext): Promise<Team> {
  const stored = await collections.teams.get(tenant, teamId)
  if (!isThere(stored)) throw noTeam()
  return shown(stored)
}

/** Changes a team; a `description` of null is removed. Throws `not_found`. */
export async function updateTeam(
  { teamId, patch }: BodyOf<typeof chat.queries.teamUpdate>,
  context: ChatContext,
): Promise<Team> {
  const { collections, commit, clock } = context
  const stored = await commit(collections.teams, teamId, (current) => {
    if (!isThere(current)) throw noTeam()
    const { description, members, ...rest } = patch
    const { description: before, ...kept } = current.body
    const after = description === undefined ? before : (description ?? undefined)
    const body: TeamDocument = {
      ...{ ...kept, ...rest, updatedAt: timestampOf(clock) },
      ...(after !== undefined && { description: after }),
      ...(members && { members: [...new Set(members)] }),
    }
    return { body, events: told(teamId, body, context) }
  })
  return shown(stored!)
}

/** Hides a team at once; a job takes it away from its conversations and rules. Throws `not_found`. */
export async function deleteTeam(
  { teamId }: BodyOf<typeof chat.queries.teamDelete>,
  context: ChatContext,
): Promise<void> {
  const { collections, commit, clock } = context
  await commit(collections.teams, teamId, (current) => {
    if (!isThere(current)) throw noTeam()
    const body = { ...current.body, deletedAt: timestampOf(clock), dueAt: clock.now() }
    return { body, events: told(teamId, body, context) }
  })
}

/** Throws `invalid_request`, under the name of the field, if the tenant has no such team. */
export async function requireTeam(
  teamId: string | null | undefined,
  path: string,
  { tenant, collections }: ChatContext,
): Promise<void> {
  if (teamId === null || teamId === undefined) return
  if (isThere(await collections.teams.get(tenant, teamId))) return
  throw invalidNamedField(path, 'There is no such team.')
}

/** Takes a removed agent out of all teams. Doing it again changes nothing. */
export async function leaveTeams(agentId: string, context: ChatContext): Promise<void> {
  const { tenant, collections, commit } = context
  const { items } = await collections.teams.find(tenant, { where: { members: { has: agentId } }, limit: maxTeams })
  for (const { id } of items) {
    await commit(collections.teams, id, (current) => {
      if (!current?.body.members.includes(agentId)) return undefined
      const body = { ...current.body, members: current.body.members.filter((member) => member !== agentId) }
      return { body, events: told(id, body, context) }
    })
  }
}
