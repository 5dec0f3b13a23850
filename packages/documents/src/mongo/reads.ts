import type { Collection as MongoCollection } from 'mongodb'
import { cursorAfter, sortOf } from '../cursor.ts'
import { refuseLimit } from '../page-limit.ts'
import type { Collection, CollectionDefinition, Find } from '../port.ts'
import { assertIndexAcrossTenants } from '../unique-values.ts'
import { countEach } from './count-each.ts'
import { countGroups } from './count-groups.ts'
import { fieldsProjection, valuesIn } from './read-fields.ts'
import { toStored } from './rows.ts'
import { scanRows } from './scan-rows.ts'
import { answering } from './storage-error.ts'
import { beyondCursor, filterOf, pathOf, type Row, rowId } from './where.ts'

type Reads<T extends object> = Pick<
  Collection<T>,
  'get' | 'getMany' | 'readFields' | 'find' | 'scan' | 'count' | 'countBy' | 'countEach' | 'findAcrossTenants'
>

/** What reads documents, of one tenant or over all. */
export const mongoReads = <T extends object>(
  rows: MongoCollection<Row>,
  definition: CollectionDefinition<T>,
): Reads<T> => ({
  async get(tenant, id) {
    const row = await answering(() => rows.findOne({ _id: rowId(tenant, id) }))
    return row ? toStored<T>(row) : undefined
  },

  async getMany(tenant, ids) {
    const distinct = [...new Set(ids)]
    if (distinct.length === 0) return []
    const found = await answering(() => rows.find({ _id: { $in: distinct.map((id) => rowId(tenant, id)) } }).toArray())
    const byId = new Map(found.map((row) => [row.id, row]))
    return distinct.flatMap((id) => (byId.has(id) ? [toStored<T>(byId.get(id)!)] : []))
  },

  async readFields(tenant, ids, fields) {
    if (ids.length === 0) return []
    const where = { _id: { $in: [...new Set(ids)].map((id) => rowId(tenant, id)) } }
    const projection = fieldsProjection(fields)
    const found = await answering(() => rows.find(where, { projection }).toArray())
    return found.map((row) => ({ id: row.id, values: valuesIn(row, fields) }))
  },

  find: (tenant, find) => findPage<T>(rows, tenant, find),
  scan: (tenant, scan) => scanRows(rows, tenant, scan),
  count: (tenant, where, atMost) =>
    answering(() => rows.countDocuments(filterOf(tenant, where), { ...(atMost !== undefined && { limit: atMost }) })),
  countBy: (tenant, countBy) => answering(() => countGroups(rows, tenant, countBy)),
  countEach: (tenant, asked) => answering(() => countEach(rows, tenant, asked)),

  async findAcrossTenants(find) {
    assertIndexAcrossTenants(definition)
    return (await findPage<T>(rows, undefined, find)).items
  },
})

/** A page of a tenant's documents, of those of all tenants without one. */
async function findPage<T extends object>(
  rows: MongoCollection<Row>,
  tenant: string | undefined,
  { where, sort, limit = 100, cursor }: Find,
) {
  refuseLimit(limit)
  const order = sortOf(sort)
  const filter = filterOf(tenant, where, cursor ? beyondCursor(cursor, order, tenant) : undefined)
  const direction = order.direction === 'asc' ? 1 : -1
  const by = { ...(order.field !== 'id' && { [pathOf(order.field)]: direction }), _id: direction } as Record<
    string,
    1 | -1
  >
  // One more than asked tells whether there is a next page.
  const found = await answering(() =>
    rows
      .find(filter)
      .sort(by)
      .limit(limit + 1)
      .toArray(),
  )
  const items = found.slice(0, limit).map((row) => toStored<T>(row))
  return { items, nextCursor: found.length > limit ? cursorAfter(items.at(-1)!, order) : null }
}
