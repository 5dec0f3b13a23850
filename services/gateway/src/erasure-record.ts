import { type Removed, removed, type ServiceName } from '@frontdesk/contracts'
import { z } from 'zod'

/** The erasure of a tenant: a job that outlives it, with what was removed where. Kept under the platform's own tenant. */
export type ErasureRecord = {
  tenant: string
  createdAt: string
  state: 'running' | 'finished'
  /** Rounds over all services that are done; the second finds what was still on its way in the first. */
  rounds: number
  /** Services that answered in this round. */
  answered: ServiceName[]
  removed: Record<string, Removed>
  finishedAt?: string
  /** Why it does not get on, until it does. */
  waitsFor?: string
  /** When somebody should go on with it (milliseconds since 1970); absent once finished. */
  dueAt?: number
}

/** An erasure as `/admin` shows it. */
export const erasure = z.object({
  id: z.string(),
  tenant: z.string(),
  state: z.enum(['running', 'finished']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  createdAt: z.string().meta({ format: 'date-time' }),
  finishedAt: z.string().meta({ format: 'date-time' }).optional(),
  waitsFor: z.string().optional().describe('Why it does not get on'),
  items: z.array(z.object({ service: z.string(), removed })),
})
