import { type Removed, removed, type ServiceName } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'
import { z } from 'zod'

/** The erasure of a tenant: a job that outlives it, with what was removed where. Kept under the platform's own tenant. */
export type ErasureRecord = Leased & {
  tenant: string
  createdAt: string
  state: 'running' | 'finished'
  /** Rounds over all services that are done; the second finds what was still on its way in the first. */
  rounds: number
  /** Services that answered in this round. */
  answered: ServiceName[]
  removed: Record<string, Removed>
  finishedAt?: string
}

export const erasures = collection<ErasureRecord>('gateway-erasures', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])

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
  waitsFor: z.string().optional().describe('Why the erasure is waiting'),
  items: z.array(z.object({ service: z.string(), removed })),
})
