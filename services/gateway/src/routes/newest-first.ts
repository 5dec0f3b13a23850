import type { pageRequest } from '@frontdesk/contracts'
import type { Find, Where } from '@frontdesk/documents'
import type { z } from 'zod'

/** Finds a page of documents, the newest first. */
export const newestFirst = ({ limit, cursor }: z.output<typeof pageRequest>, where: Where = {}): Find => ({
  where,
  sort: { field: 'createdAt', direction: 'desc' },
  limit,
  ...(cursor && { cursor }),
})
