import { chat, id, pageRequest, team, teamInput, teamPatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { requireAgent } from '../agents/require-agent.ts'
import type { GatewayContext } from '../context.ts'
import { jsonRoute } from './route.ts'

const common = { tag: 'Teams' } as const
const reading = { ...common, access: 'conversations' } as const
const writing = { ...common, access: 'settings' } as const
const params = z.object({ teamId: id })

const checkMembers = async (members: string[] | undefined, context: GatewayContext) => {
  for (const [place, agentId] of (members ?? []).entries()) await requireAgent(agentId, `members.${place}`, context)
}

/** Groups of agents that conversations are assigned to. */
export const teamRoutes = [
  jsonRoute('GET /api/teams', {
    ...reading,
    name: 'listTeams',
    summary: 'List teams',
    query: z.strictObject(pageRequest.shape),
    reply: chat.queries.teamList.reply,
    handle: ({ context, query }) => context.ask(chat.queries.teamList, query),
  }),
  jsonRoute('POST /api/teams', {
    ...writing,
    name: 'createTeam',
    summary: 'Create a team',
    description: 'An agent can be a member of several teams. A tenant has at most 200 teams.',
    body: teamInput,
    status: 201,
    reply: team,
    refusals: ['conflict'],
    async handle({ context, body, operationId }) {
      await checkMembers(body.members, context)
      return context.ask(chat.queries.teamCreate, { operationId, team: body })
    },
  }),
  jsonRoute('GET /api/teams/:teamId', {
    ...reading,
    name: 'getTeam',
    summary: 'Read a team',
    params,
    reply: team,
    handle: ({ context, params }) => context.ask(chat.queries.teamRead, params),
  }),
  jsonRoute('PATCH /api/teams/:teamId', {
    ...writing,
    name: 'updateTeam',
    summary: 'Change a team',
    params,
    body: teamPatch,
    reply: team,
    async handle({ context, params, body }) {
      await context.ask(chat.queries.teamRead, params)
      await checkMembers(body.members, context)
      return context.ask(chat.queries.teamUpdate, { ...params, patch: body })
    },
  }),
  jsonRoute('DELETE /api/teams/:teamId', {
    ...writing,
    name: 'deleteTeam',
    summary: 'Delete a team',
    description:
      'The team is removed at once. After that, it is removed from its conversations and from escalation rules one by one; conversations keep their assignee.',
    params,
    handle: ({ context, params }) => context.ask(chat.queries.teamDelete, params),
  }),
]
