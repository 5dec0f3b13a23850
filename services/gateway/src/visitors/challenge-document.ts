import { z } from 'zod'

/** Work that a browser does before it may go on. */
export const challenge = z.object({
  algorithm: z.literal('sha-256'),
  salt: z.string(),
  difficulty: z
    .number()
    .int()
    .describe('Leading zero bits of SHA-256 of `salt` and the solution in decimal digits, as one UTF-8 text'),
})

/** What a browser worked out. */
export const challengeSolution = z
  .strictObject({ salt: z.string().min(1).max(512), solution: z.number().int().min(0) })
  .meta({ id: 'VisitorChallengeSolution' })
