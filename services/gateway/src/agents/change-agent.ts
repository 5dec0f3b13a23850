import type { OutOfOffice, Role } from '@frontdesk/contracts'
import type { z } from 'zod'
import { normalEmail } from '../people/set-password.ts'
import type { AgentRecord, agentPatch } from './agent-document.ts'

const rank: Record<Role, number> = { agent: 0, manager: 1, admin: 2 }

/** An agent with another capacity or time out of office: null takes it away, undefined leaves it. */
export function withAvailability(
  { capacity: capacityBefore, outOfOffice: before, ...rest }: AgentRecord,
  { capacity, outOfOffice }: Pick<z.output<typeof agentPatch>, 'capacity' | 'outOfOffice'>,
): AgentRecord {
  const newCapacity = capacity === undefined ? capacityBefore : capacity
  const newTime = outOfOffice === undefined ? before : outOfOffice && inUtc(outOfOffice)
  return {
    ...rest,
    ...(typeof newCapacity === 'number' && { capacity: newCapacity }),
    ...(newTime && { outOfOffice: newTime }),
  }
}

/** The same time in UTC. */
export const inUtc = ({ from, until }: OutOfOffice): OutOfOffice => ({
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
})

/** An agent after a change. Whoever loses a role or is disabled has another epoch, which ends their sessions. */
export function changeAgent(before: AgentRecord, patch: z.output<typeof agentPatch>): AgentRecord {
  const { status, capacity, outOfOffice, ...fields } = patch
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const after: AgentRecord = withAvailability({ ...before, ...given }, { capacity, outOfOffice })
  if (status === 'disabled') after.status = 'disabled'
  // Somebody who has not chosen a password yet is invited again, not let in.
  if (status === 'active') after.status = after.signIn && !after.signIn.password ? 'invited' : 'active'
  if (!before.signIn) return after
  const isEnded = rank[after.role] < rank[before.role] || (status === 'disabled' && before.status !== 'disabled')
  const epoch = before.signIn.epoch + (isEnded ? 1 : 0)
  const email = normalEmail(after.email)
  return {
    ...after,
    signIn: { ...before.signIn, email, ...(email !== before.signIn.email && { address: email }), epoch },
  }
}
