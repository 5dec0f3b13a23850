import { z } from 'zod'

/** What belongs to no tenant is kept under this name, which no tenant can have. */
export const platformTenant = '_platform'

/** How many of what were removed. */
export const removed = z.array(z.object({ what: z.string(), count: z.number().int() }))
export type Removed = z.output<typeof removed>
