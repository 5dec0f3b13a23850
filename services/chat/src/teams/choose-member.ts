import type { AgentAvailability, TeamAssignment } from '@frontdesk/contracts'

/** An agent with the number of open conversations that are assigned to them. */
export type Load = { agentId: string; open: number; capacity?: number | undefined }

/** Whether conversations may be assigned to an agent at this time (milliseconds since 1970). */
export const isAvailable = ({ isActive, available, outOfOffice }: AgentAvailability, now: number): boolean =>
  isActive && available && !isOutOfOffice(outOfOffice, now)

/** Whether a time out of office includes this time. */
export const isOutOfOffice = (times: AgentAvailability['outOfOffice'], now: number): boolean =>
  times !== undefined && Date.parse(times.from) <= now && now < Date.parse(times.until)

/** The next time after now at which one of the agents leaves or comes back (milliseconds since 1970). */
export function nextReturn(agents: AgentAvailability[], now: number): number | undefined {
  const times = agents.flatMap(({ outOfOffice }) =>
    outOfOffice ? [Date.parse(outOfOffice.from), Date.parse(outOfOffice.until)] : [],
  )
  const later = times.filter((at) => at > now)
  return later.length > 0 ? Math.min(...later) : undefined
}

/**
 * The member who gets the next conversation: of those with capacity, in turn the one after `last`, or whoever has the fewest
 * open conversations, ties in turn. Undefined if nobody has capacity.
 */
export function chooseMember(
  assignment: TeamAssignment,
  members: string[],
  candidates: Load[],
  last: string | undefined,
): string | undefined {
  if (assignment === 'manual') return undefined
  const start = last === undefined ? 0 : members.indexOf(last) + 1
  const turn = (agentId: string) => (members.indexOf(agentId) - start + members.length) % members.length
  const free = candidates.filter(({ open, capacity }) => capacity === undefined || open < capacity)
  const byTurn = (a: Load, b: Load) => turn(a.agentId) - turn(b.agentId)
  const sorted = free.sort((a, b) => (assignment === 'least_busy' ? a.open - b.open : 0) || byTurn(a, b))
  return sorted[0]?.agentId
}
