import { z } from 'zod'
import { id } from './identifiers.ts'
import { timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** The time in which an agent is not at work. */
export const outOfOffice = z
  .strictObject({
    from: z.iso.datetime({ offset: true }),
    until: z.iso.datetime({ offset: true }).describe('Excluded'),
  })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    path: ['until'],
    message: 'Must be after `from`.',
  })
export type OutOfOffice = z.output<typeof outOfOffice>
/** The same as it is read. */
export const shownOutOfOffice = z.object({ from: timestamp, until: timestamp })

/** How many open conversations an agent has at most before automatic assignment passes them over. */
export const capacity = z.number().int().min(0).max(10_000)

/** Agents whose availability is asked for at once. */
export const maxAgentsAsked = 500

/** Whether conversations may be assigned to an agent automatically. */
export const agentAvailability = z.object({
  agentId: identifier,
  isActive: z.boolean().describe('Neither disabled nor only invited'),
  available: z.boolean().describe('As the agent set it'),
  capacity: z.number().int().optional(),
  outOfOffice: shownOutOfOffice.optional(),
})
export type AgentAvailability = z.output<typeof agentAvailability>

export const availabilityAsked = z.object({ agentIds: z.array(id).max(maxAgentsAsked) })
