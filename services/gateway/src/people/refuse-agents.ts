import { ServiceError } from '@frontdesk/contracts'
import type { RouteInput } from '../routes/route.ts'

/** Throws `forbidden` for what a customer says when an agent says it: it would count as the customer's. */
export function refuseAgents({ agentId }: Pick<RouteInput, 'agentId'>): void {
  if (agentId !== '')
    throw new ServiceError('forbidden', { detail: 'Only customers can rate; this request acts as an agent.' })
}
