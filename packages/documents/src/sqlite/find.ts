import { ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { cursorAfter, type Position, readCursor, sortOf } from '../cursor.ts'
import type { Find, Sort, Stored, Where } from '../port.ts'
import { columns, type Row, toStored } from './table.ts'
import { type Clause, fieldSql, whereClause } from './where.ts'

const everything: Clause = { sql: '', params: [] }

/** One page of a tenant's documents, or of all tenants' when `tenant` is undefined. */
export function findPage<T extends object>(
  store: SqliteStore,
  table: string,
  tenant: string | undefined,
  { where, sort, limit = 100, cursor }: Find,
): { items: Stored<T>[]; nextCursor: string | null } {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new ServiceError('invalid_request', { detail: 'A page has 1 to 1,000 items.' })
  }
  const order = sortOf(sort)
  const filter = whereClause(where)
  const ranges = cursor === undefined ? [everything] : rangesAfter(readCursor(cursor, order), order)
  const by = [...new Set([fieldSql(order.field), 'id', ...(tenant === undefined ? ['tenant'] : [])])]
  const orderSql = by.map((term) => `${term} ${order.direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')
  const scope: Clause = tenant === undefined ? { sql: 'TRUE', params: [] } : { sql: 'tenant = ?', params: [tenant] }

  // Otherwise SQLite may walk the index of another condition, or of the order, until it has met the few ids asked for.
  const from = tenant !== undefined && hasIds(where) ? `${table} INDEXED BY sqlite_autoindex_${table}_1` : table

  const rows: Row[] = []
  for (const range of ranges) {
    // One more than asked tells whether there is a next page.
    const wanted = limit + 1 - rows.length
    if (wanted <= 0) break
    const sql = `SELECT ${columns} FROM ${from} WHERE ${scope.sql}${filter.sql}${range.sql} ORDER BY ${orderSql} LIMIT ?`
    rows.push(
      ...(store.statement(sql).all(...scope.params, ...filter.params, ...range.params, wanted) as unknown as Row[]),
    )
  }
  const items = rows.slice(0, limit).map((row) => toStored<T>(row))
  return { items, nextCursor: rows.length > limit ? cursorAfter(items.at(-1)!, order) : null }
}

const hasIds = ({ id }: Where = {}): boolean => typeof id === 'object' && id !== null && 'in' in id

/**
 * What comes after a position, in one or two ranges that an index can seek each (an OR over both could not). Documents
 * without the sorted field come first, or last in descending order.
 */
function rangesAfter({ value, id }: Position, { field, direction }: Sort): Clause[] {
  const sql = fieldSql(field)
  const beyond = direction === 'asc' ? '>' : '<'
  if (field === 'id') return [{ sql: ` AND id ${beyond} ?`, params: [id] }]
  const absent: Clause = { sql: ` AND ${sql} IS NULL`, params: [] }
  if (value === null) {
    const restOfAbsent: Clause = { sql: `${absent.sql} AND id ${beyond} ?`, params: [id] }
    return direction === 'asc' ? [restOfAbsent, { sql: ` AND ${sql} IS NOT NULL`, params: [] }] : [restOfAbsent]
  }
  const bound = typeof value === 'boolean' ? Number(value) : value
  const present: Clause = {
    sql: ` AND ${sql} ${beyond}= ? AND (${sql} ${beyond} ? OR id ${beyond} ?)`,
    params: [bound, bound, id],
  }
  return direction === 'asc' ? [present] : [present, absent]
}

/** How many of a tenant's documents there are. */
export function countWhere(store: SqliteStore, table: string, tenant: string, where: Where | undefined): number {
  const filter = whereClause(where)
  const sql = `SELECT count(*) AS n FROM ${table} WHERE tenant = ?${filter.sql}`
  return (store.statement(sql).get(tenant, ...filter.params) as { n: number }).n
}
