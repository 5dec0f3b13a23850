import { type AgentAvailability, gateway, maxAgentsAsked } from '@frontdesk/contracts'
import { ascending, type Stored } from '@frontdesk/documents'
import { job, type Lease } from '@frontdesk/jobs'
import type { ChatContext } from '../context.ts'
import { changeConversation } from '../conversations/change-conversation.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'
import { readSettings } from '../settings/settings-store.ts'
import type { AssignmentDocument } from './assignment-document.ts'
import { chooseMember, isAvailable, isOutOfOffice, type Load, nextReturn } from './choose-member.ts'
import { returnToTeam } from './return-to-team.ts'
import type { TeamDocument } from './team-document.ts'

/** Conversations of one team in one pass, so that other teams get their turn. */
const atOnce = 100
const maxTeams = 1_000

/** Assigns what waits in the queues of a tenant's teams. One process at a time works on a tenant. */
export const assignmentWork = job<ChatContext, AssignmentDocument>({
  name: 'assignment',
  collection: ({ collections }) => collections.assignments,
  leaseMs: 15_000,
  pauseMs: 1_000,
  async work(lease, context) {
    const { requests } = lease.body
    const { isUnfinished, nextAt } = await assignWaiting(lease, context)
    return {
      dueInMs(body) {
        if (isUnfinished || body.requests !== requests) return 0
        return nextAt === undefined ? undefined : Math.max(0, nextAt - context.clock.now())
      },
    }
  },
})

type Assigning = Lease<AssignmentDocument>
type Team = Stored<TeamDocument>

async function assignWaiting(
  lease: Assigning,
  context: ChatContext,
): Promise<{ isUnfinished: boolean; nextAt?: number | undefined }> {
  const { tenant, collections, clock } = context
  const found = await collections.teams.find(tenant, { limit: maxTeams })
  const teams = found.items.filter(({ body }) => body.deletedAt === undefined)
  const agents = await readAgents(teams, context)
  const now = clock.now()
  const { unassignWhenOutOfOffice } = await readSettings(context)
  if (unassignWhenOutOfOffice) {
    const gone = agents.filter(({ isActive, outOfOffice }) => !isActive || isOutOfOffice(outOfOffice, now))
    for (const { agentId } of gone) await returnToTeam(agentId, context, () => lease.hold())
  }
  const available = new Map(agents.filter((each) => isAvailable(each, now)).map((each) => [each.agentId, each]))
  const loads = openLoads(available, context)
  let isUnfinished = false
  for (const team of teams.filter(({ body }) => body.assignment !== 'manual')) {
    if (await assignOfTeam(team, loads, lease, context)) isUnfinished = true
  }
  return { isUnfinished, nextAt: nextReturn(agents, now) }
}

async function readAgents(teams: Team[], { ask }: ChatContext): Promise<AgentAvailability[]> {
  const ids = [...new Set(teams.flatMap(({ body }) => body.members))]
  const agents: AgentAvailability[] = []
  for (let from = 0; from < ids.length; from += maxAgentsAsked) {
    const { items } = await ask(gateway.queries.agentAvailabilityRead, {
      agentIds: ids.slice(from, from + maxAgentsAsked),
    })
    agents.push(...items)
  }
  return agents
}

/** How many open conversations available agents have: counted once in a pass, then kept up to date by it. */
function openLoads(available: Map<string, AgentAvailability>, { tenant, collections }: ChatContext) {
  const counted = new Map<string, Load>()
  const loadOf = async (agentId: string): Promise<Load> => {
    const known = counted.get(agentId)
    if (known) return known
    const counts = await Promise.all(
      (['open', 'escalated'] as const).map((status) =>
        collections.conversations.count(tenant, { assignee: agentId, status }),
      ),
    )
    const load: Load = { agentId, open: counts[0]! + counts[1]!, capacity: available.get(agentId)?.capacity }
    counted.set(agentId, load)
    return load
  }
  return (members: string[]): Promise<Load[]> =>
    Promise.all(members.filter((agentId) => available.has(agentId)).map(loadOf))
}

/** Assigns what waits for a team, in the order in which it came; answers whether there may be more. */
async function assignOfTeam(
  { id: teamId, body: team }: Team,
  loadsOf: (members: string[]) => Promise<Load[]>,
  lease: Assigning,
  context: ChatContext,
): Promise<boolean> {
  const { tenant, collections, commit, signal } = context
  const { items, nextCursor } = await collections.conversations.find(tenant, {
    where: { 'queue.team': teamId },
    sort: ascending('queue.since'),
    limit: atOnce,
  })
  if (items.length === 0) return false
  const loads = await loadsOf(team.members)
  let last = team.lastAssigned
  for (const { id } of items) {
    signal.throwIfAborted()
    const agentId = chooseMember(team.assignment, team.members, loads, last)
    if (agentId === undefined) return false
    await lease.hold()
    if (!(await assignTo(id, agentId, teamId, team.name, context))) continue
    loads.find((each) => each.agentId === agentId)!.open++
    last = agentId
    await commit(collections.teams, teamId, (current) =>
      current ? { body: { ...current.body, lastAssigned: agentId } } : undefined,
    )
  }
  return nextCursor !== null
}

/** Whether the conversation was assigned; false if it left the queue meanwhile. */
async function assignTo(
  conversationId: string,
  agentId: string,
  teamId: string,
  teamName: string,
  context: ChatContext,
): Promise<boolean> {
  let isAssigned = false
  await changeConversation(conversationId, context, ({ body: before }, now) => {
    isAssigned = before.queue?.team === teamId
    if (!isAssigned) return undefined
    // Somebody has it, so nobody has to be reminded of it.
    const { unclaimed: _, ...rest } = before
    const body: ConversationDocument = { ...rest, assignee: agentId, updatedAt: now }
    const actor = { kind: 'system' as const, id: teamId }
    return { body, activities: [{ actor, action: 'assign', from: null, to: agentId, detail: teamName }] }
  }).catch((error) => {
    // It was erased.
    if ((error as { code?: string }).code !== 'not_found') throw error
    isAssigned = false
  })
  return isAssigned
}
