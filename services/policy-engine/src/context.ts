import type { Context } from '@frontdesk/service'
import type { z } from 'zod'
import { policies } from './policies/policy-document.ts'

/** The documents of the service. */
export const collections = { policies }

/** What the code that reads and changes policies needs. */
export type PolicyContext = Context<never, z.ZodType, typeof collections>
