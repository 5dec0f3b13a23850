import { z } from 'zod'
import { id } from './identifiers.ts'
import { limits } from './limits.ts'
import { identifier } from './text-marks.ts'

export const sourceBulkAction = z.enum(['delete', 'retry', 'tag', 'untag'])
export const sourceBulkInput = z.strictObject({
  action: sourceBulkAction,
  ids: z.array(id).min(1).max(limits.bulkSources),
  tag: z.string().max(64).trim().min(1).optional().describe('Of `tag` and `untag`'),
})

/** What came of a bulk action on sources, each by itself. */
export const sourceBulkResult = z.object({
  action: sourceBulkAction,
  requested: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  results: z.array(z.object({ id: identifier, ok: z.boolean(), code: z.string().optional() })),
})
export type SourceBulkResult = z.output<typeof sourceBulkResult>
