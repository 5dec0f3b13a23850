import { z } from 'zod'
import { query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { limits } from './limits.ts'
import { oneLineName } from './one-line.ts'
import { pageOf, pageRequest, timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** How a team's conversations get their assignee. */
export const teamAssignment = z
  .enum(['manual', 'round_robin', 'least_busy'])
  .describe(
    '`manual`: only people assign; `round_robin`: the members take turns; `least_busy`: the member with the fewest open conversations',
  )
export type TeamAssignment = z.output<typeof teamAssignment>

const fields = {
  name: z.string().max(100).overwrite(oneLineName).min(1),
  description: z.string().max(500).trim().min(1).optional(),
  members: z.array(id).max(limits.teamMembers).describe('Ids of agents'),
  assignment: teamAssignment,
}

/** What a team is made of. */
export const teamInput = z.strictObject({
  ...fields,
  members: fields.members.default([]),
  assignment: teamAssignment.default('manual'),
})
export const teamPatch = z
  .strictObject({ ...fields, description: fields.description.unwrap().nullable() })
  .partial()
  .describe('`members` replaces the whole list')

/** A group of agents that conversations are assigned to. */
export const team = z.object({
  id: identifier,
  ...fields,
  members: z.array(identifier).describe('Ids of agents'),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Team = z.output<typeof team>

/** What chat answers of teams. */
export const teamQueries = {
  teamCreate: query('query.chat.team.create.v1', z.object({ operationId, team: teamInput }), team),
  teamList: query('query.chat.team.list.v1', pageRequest, pageOf(team)),
  teamRead: query('query.chat.team.read.v1', z.object({ teamId: id }), team),
  teamUpdate: query('query.chat.team.update.v1', z.object({ teamId: id, patch: teamPatch }), team),
  /** Its conversations, and what names it, have no team from then on. */
  teamDelete: query('query.chat.team.delete.v1', z.object({ teamId: id }), z.object({})),
}
