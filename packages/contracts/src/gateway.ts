import { z } from 'zod'
import { changedKind, recordedChange } from './analytics.ts'
import { agentAvailability, availabilityAsked } from './availability.ts'
import { event, owner, query } from './define.ts'
import { copiesErase } from './erasure.ts'
import { id } from './identifiers.ts'
import { timestamp } from './records.ts'

/** Everything that gateway answers and tells. */
export const gateway = owner('gateway', {
  queries: {
    copiesErase: copiesErase('gateway'),
    /** Unknown agents are left out. */
    agentAvailabilityRead: query(
      'query.gateway.agent-availability.read.v1',
      availabilityAsked,
      z.object({ items: z.array(agentAvailability) }),
    ),
  },
  events: {
    /** The availability or the capacity of an agent changed. */
    agentChanged: event('event.gateway.agent.changed.v1', z.object({ agentId: id })),
    /** Something of a tenant was changed through the API: names of what changed, no value. `id` is that of the operation. */
    changeRecorded: event(
      'event.gateway.change.recorded.v1',
      z.object({
        id,
        at: timestamp,
        kind: changedKind,
        ...recordedChange,
        changed: z.array(z.string()).optional(),
        requested: z.number().int().optional(),
        succeeded: z.number().int().optional(),
        failed: z.number().int().optional(),
      }),
    ),
  },
})
