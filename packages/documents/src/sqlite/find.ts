import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SqliteStore } from '@frontdesk/sqlite'
import { cursorAfter, type Position, readCursor, sortOf } from '../cursor.ts'
import { refuseLimit } from '../page-limit.ts'
import type { Condition, CountBy, Counted, Find, Sort, Stored, Where } from '../port.ts'
import type { TakeTurn } from './share-turns.ts'
import { columns, type Row, type Table, toStored } from './table.ts'
import { type Clause, fieldSql, jsonSql, whereClause } from './where.ts'

/** Rows of one statement that are read here: 2 ms. What may be more is read by the thread that reads. */
export const maxRowsAtOnce = 100

const everything: Clause = { sql: '', params: [] }

/** Groups that are parsed before it gets one: some 2 ms. */
const groupsATurn = 1_000

/**
 * One page of a tenant's documents, or of all tenants' when `tenant` is undefined. What an index finds row by row is read
 * here; what may look at many rows to find few is read by the thread that reads.
 */
export async function findPage<T extends object>(
  store: SqliteStore,
  { name: table, indexes }: Table,
  tenant: string | undefined,
  { where, sort, limit = 100, cursor }: Find,
  takeTurn: TakeTurn,
): Promise<{ items: Stored<T>[]; nextCursor: string | null }> {
  refuseLimit(limit)
  const order = sortOf(sort)
  const filter = whereClause(where)
  const ranges = cursor ? rangesAfter(readCursor(cursor, order), order) : [everything]
  const by = [...new Set([fieldSql(order.field), 'id', ...(tenant === undefined ? ['tenant'] : [])])]
  const orderSql = by.map((term) => `${term} ${order.direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')
  const scope: Clause = tenant === undefined ? { sql: 'TRUE', params: [] } : { sql: 'tenant = ?', params: [tenant] }

  // Otherwise SQLite may walk the index of another condition, or of the order, until it has met the few ids asked for.
  const served: Served = hasIds(where)
    ? byIds
    : servedBy({ where, order, acrossTenants: tenant === undefined }, indexes)
  const from =
    tenant !== undefined && hasIds(where) ? `${table} INDEXED BY sqlite_autoindex_${table}_1` : along(table, served)

  const isShort = limit <= maxRowsAtOnce && served !== undefined
  const rows: Row[] = []
  for (const range of ranges) {
    // One more than asked tells whether there is a next page.
    const wanted = limit + 1 - rows.length
    if (wanted <= 0) break
    const sql = `SELECT ${columns} FROM ${from} WHERE ${scope.sql}${filter.sql}${range.sql} ORDER BY ${orderSql} LIMIT ?`
    const params = [...scope.params, ...filter.params, ...range.params, wanted]
    const found = isShort
      ? (store.statement(sql).all(...params) as unknown as Row[])
      : await store.read<Row>(sql, params)
    rows.push(...found)
  }
  const items: Stored<T>[] = []
  for (const row of rows.slice(0, limit)) {
    const turn = takeTurn(row)
    if (turn) await turn
    items.push(toStored<T>(row))
  }
  return { items, nextCursor: rows.length > limit ? cursorAfter(items.at(-1)!, order) : null }
}

type Asked = { where: Where | undefined; order: Sort; acrossTenants: boolean }

const byIds = 'by ids'
/** The name of an index, or `by ids`: the primary key. */
type Served = string | undefined

/** A table as it is read where an index serves the page. Left to itself SQLite takes the index of the order, if that has bounds. */
export const along = (table: string, served: Served): string =>
  served === undefined || served === byIds ? table : `${table} INDEXED BY ${served}`

/**
 * The index that leads to every row of a page and to no other, or `by ids` for the primary key: its fields are those that
 * must equal something, then the sorted one, which alone may have bounds. Undefined when there is none.
 */
export function servedBy({ where = {}, order, acrossTenants }: Asked, indexes: Table['indexes']): Served {
  const conditions = Object.entries(where).filter(([, condition]) => condition !== undefined)
  const isBound = (condition: Condition) =>
    typeof condition === 'object' && condition !== null && !Object.keys(condition).some((key) => !bounds.has(key))
  const equal = conditions.filter(([, condition]) => typeof condition !== 'object' || condition === null)
  const others = conditions.filter(([, condition]) => typeof condition === 'object' && condition !== null)
  if (others.some(([field, condition]) => field !== order.field || !isBound(condition))) return undefined
  const wanted = new Set(equal.map(([field]) => field))
  if (wanted.size === 0 && order.field === 'id' && !acrossTenants) return byIds
  return indexes.find(({ index }) => {
    if (Boolean(index.acrossTenants) !== acrossTenants) return false
    const rest = index.fields.slice(wanted.size)
    if (!index.fields.slice(0, wanted.size).every((field) => wanted.has(field))) return false
    // Ties go by id, which every index that is not unique ends with.
    return rest.length === 0 ? index.unique || order.field === 'id' : rest.length === 1 && rest[0] === order.field
  })?.name
}
const bounds = new Set(['gte', 'gt', 'lte', 'lt'])

const hasIds = ({ id }: Where = {}): boolean => typeof id === 'object' && id !== null && 'in' in id

/**
 * What comes after a position, in one or two ranges that an index can seek each (an OR over both could not). Documents
 * without the sorted field come first, or last in descending order.
 */
function rangesAfter({ value, id, tenant }: Position, { field, direction }: Sort): Clause[] {
  const sql = fieldSql(field)
  const beyond = direction === 'asc' ? '>' : '<'
  if (field === 'id') return [{ sql: ` AND id ${beyond} ?`, params: [id] }]
  const absent: Clause = { sql: ` AND ${sql} IS NULL`, params: [] }
  if (value === null) {
    const restOfAbsent: Clause = { sql: `${absent.sql} AND id ${beyond} ?`, params: [id] }
    return direction === 'asc' ? [restOfAbsent, { sql: ` AND ${sql} IS NOT NULL`, params: [] }] : [restOfAbsent]
  }
  // The same id in another tenant.
  const tie: Clause =
    tenant === undefined ? everything : { sql: ` OR (id = ? AND tenant ${beyond} ?)`, params: [id, tenant] }
  const bound = typeof value === 'boolean' ? Number(value) : value
  const present: Clause = {
    sql: ` AND ${sql} ${beyond}= ? AND (${sql} ${beyond} ? OR id ${beyond} ?${tie.sql})`,
    params: [bound, bound, id, ...tie.params],
  }
  return direction === 'asc' ? [present] : [present, absent]
}

/** How many of a tenant's documents there are. */
export async function countWhere(
  store: SqliteStore,
  table: string,
  tenant: string,
  where: Where | undefined,
  atMost: number | undefined,
): Promise<number> {
  const filter = whereClause(where)
  const counted = `FROM ${table} WHERE tenant = ?${filter.sql}`
  const params = [tenant, ...filter.params]
  const [row] =
    atMost === undefined
      ? await store.read<{ n: number }>(`SELECT count(*) AS n ${counted}`, params)
      : await store.read<{ n: number }>(`SELECT count(*) AS n FROM (SELECT 1 ${counted} LIMIT ?)`, [...params, atMost])
  return row!.n
}

/** How many of a tenant's documents there are with each combination of values. */
export async function countGroups(
  store: SqliteStore,
  table: string,
  tenant: string,
  { where, fields }: CountBy,
): Promise<Counted[]> {
  const filter = whereClause(where)
  const sql = `SELECT json_array(${fields.map(jsonSql).join(', ')}) AS "values", count(*) AS count
    FROM ${table} WHERE tenant = ?${filter.sql} GROUP BY 1`
  const rows = await store.read<{ values: string; count: number }>(sql, [tenant, ...filter.params])
  const counted: Counted[] = []
  for (const { values, count } of rows) {
    if (counted.length % groupsATurn === groupsATurn - 1) await nextTurn()
    counted.push({ values: JSON.parse(values), count })
  }
  return counted
}
