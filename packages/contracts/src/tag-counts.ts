import { z } from 'zod'
import { query } from './define.ts'
import { limits } from './limits.ts'

/** Which tags: `q` looks for a part of them, whatever the case. */
export const tagCountRequest = z.object({
  q: z.string().max(64).trim().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageItems).default(limits.pageItems),
})

/** Tags in use and on how many things each is, the most used first. */
export const tagCounts = z.object({ items: z.array(z.object({ tag: z.string(), count: z.number().int() })) })
export type TagCounts = z.output<typeof tagCounts>

/** Counts the tags of what a service owns. */
export const tagCount = <const Service extends string>(service: Service) =>
  query(`query.${service}.tag.count.v1`, tagCountRequest, tagCounts)
