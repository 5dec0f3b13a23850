import type { Collection } from 'mongodb'
import { refuseLimit } from '../page-limit.ts'
import type { CountEach } from '../port.ts'
import { filterOf, pathOf, type Row } from './where.ts'

/** Groups of one batch: some 2 ms to read. */
const groupsABatch = 1_000

/** How many of a tenant's documents have each text of a list. MongoDB groups by whole lists; their texts are added up here. */
export async function countEach(
  rows: Collection<Row>,
  tenant: string,
  { where, field, contains, limit }: CountEach,
): Promise<{ value: string; count: number }[]> {
  refuseLimit(limit)
  const groups = rows.aggregate<{ _id: unknown; count: number }>(
    [{ $match: filterOf(tenant, where) }, { $group: { _id: `$${pathOf(field)}`, count: { $sum: 1 } } }],
    { batchSize: groupsABatch },
  )
  const wanted = contains?.toLowerCase()
  const counts = new Map<string, number>()
  for await (const { _id: list, count } of groups) {
    for (const value of Array.isArray(list) ? list : []) {
      if (typeof value !== 'string') continue
      if (wanted === undefined || value.toLowerCase().includes(wanted))
        counts.set(value, (counts.get(value) ?? 0) + count)
    }
  }
  // Ties go by code point, as SQLite and MongoDB sort texts.
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)))
    .slice(0, limit)
}
