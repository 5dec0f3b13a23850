import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { compareOrder, type Policy } from './policy-order.ts'

/** The tenant's policies in order of evaluation. */
export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: async ({ signal }): Promise<Policy[]> => {
    const all: Policy[] = []
    for await (const each of client.list('/api/policies', { query: { limit: 100 }, signal })) all.push(each)
    return all.sort(compareOrder)
  },
})
