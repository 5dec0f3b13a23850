import { collection } from '@frontdesk/documents'
import { z } from 'zod'

/** The tenant of the bootstrap key. */
export const defaultTenant = 'default'

/** `erasure`: the job that removes the tenant; nothing of it can be used any more. */
export type TenantRecord = { name: string; createdAt: string; erasure?: string }

/** Kept under `platformTenant`, for no tenant owns the list. */
export const tenants = collection<TenantRecord>('gateway-tenants', [{ fields: ['createdAt'] }])

/** A tenant as the API shows it. */
export const tenant = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string().meta({ format: 'date-time' }),
  erasure: z.string().optional().describe('The job that erases the tenant'),
})
