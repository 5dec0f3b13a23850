import { z } from 'zod'

/** The last event of a stream that ends before its client leaves: the caller may no longer read it, or it broke off. */
export const streamError = z
  .object({ type: z.literal('error'), message: z.string(), code: z.string() })
  .meta({ id: 'StreamErrorEvent' })
