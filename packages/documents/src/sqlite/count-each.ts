import type { SqliteStore } from '@frontdesk/sqlite'
import { refuseLimit } from '../page-limit.ts'
import type { CountEach } from '../port.ts'
import { fieldSql, whereClause } from './where.ts'

/** How many of a tenant's documents have each text of a list. Equal lists are counted first, which an index can do alone. */
export async function countEach(
  store: SqliteStore,
  table: string,
  tenant: string,
  { where, field, contains, limit }: CountEach,
): Promise<{ value: string; count: number }[]> {
  refuseLimit(limit)
  const filter = whereClause(where)
  const list = fieldSql(field)
  // What is no list in some document is found out here, where there are few.
  const sql = `
    SELECT each.value AS value, sum(lists.n) AS count
    FROM (SELECT ${list} AS list, count(*) AS n FROM ${table} WHERE tenant = ?${filter.sql} GROUP BY 1) AS lists,
      json_each(CASE WHEN json_valid(lists.list) AND json_type(lists.list) = 'array' THEN lists.list ELSE '[]' END) AS each
    WHERE each.type = 'text'${contains === undefined ? '' : ' AND contains_text(each.value, ?)'}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?`
  const words = contains === undefined ? [] : [contains.toLowerCase()]
  return store.read(sql, [tenant, ...filter.params, ...words, limit])
}
