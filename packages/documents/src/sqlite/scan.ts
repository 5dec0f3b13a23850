import type { SqliteStore } from '@frontdesk/sqlite'
import { mergeScans, type ScanPage, type ScanRange } from '../merge-scans.ts'
import type { Scalar, Scan, Scanned, Where } from '../port.ts'
import { servedBy, along as tableAlong } from './find.ts'
import type { Table } from './table.ts'
import { type Clause, coveredClause, fieldSql, jsonSql, whereClause } from './where.ts'

/** Documents that are looked at in this thread, 0.2 ms; more are looked at by the thread that reads. */
const maxLookedAtHere = 100

/** What was found, as JSON `[[id, at, …values], …]`, and where it stopped looking; null for none of them. */
type Row = { found: string | null; end: string | null }

/** A scan, each walk as one statement: what it found, and where it stopped looking, are of one moment. */
export const scanTable = (store: SqliteStore, table: Table, tenant: string, scan: Scan): Promise<Scanned> =>
  mergeScans(scan, (walk) => scanAlong(store, table, tenant, scan, walk))

async function scanAlong(
  store: SqliteStore,
  { name, indexes }: Table,
  tenant: string,
  { where, sort, limit, fields = [] }: Scan,
  { along, lookAtMost, after }: ScanRange,
): Promise<ScanPage> {
  const { field, direction } = sort
  const index = servedBy({ where: along, order: sort, acrossTenants: false }, indexes)
  const table = tableAlong(name, index)
  const covered = index === undefined ? undefined : coveredBy(indexes, index, { along, where, fields })
  const at = fieldSql(field)
  const met = covered?.along ?? whereClause(along)
  const wanted = covered?.where ?? whereClause(where)
  const beyond = direction === 'asc' ? '>' : '<'
  const range = after ? ` AND ${at} ${beyond}= ? AND (${at} ${beyond} ? OR id ${beyond} ?)` : ''
  const rangeParams = after ? [String(after.value), String(after.value), after.id] : []
  const order = `ORDER BY ${at} ${direction}, id ${direction}`
  // Texts come after numbers, so from the empty one on there are texts alone.
  const from = `FROM ${table} WHERE tenant = ?${met.sql} AND ${at} >= ''${range} ${order}`
  const fromParams = [tenant, ...met.params, ...rangeParams]
  // What the index covers is read in the inner query: a function around it there would make SQLite read the body.
  const inner = covered
    ? [`TRUE${wanted.sql} AS isWanted`, ...fields.map((each, i) => `${fieldSql(each)} AS value${i}`)]
    : ['body']
  const item = ['id', 'at', ...fields.map((each, i) => (covered ? `value${i}` : jsonSql(each)))].join(', ')
  const innerParams = covered ? wanted.params : []
  const outerParams = covered ? [] : wanted.params
  // A limit in an inner query keeps it apart: it is walked in its order, only as far as the outer one needs. One row of JSON is
  // passed between threads in a third of the time that a row for each document takes.
  const sql = `
    WITH found AS MATERIALIZED (SELECT json_array(${item}) AS item
      FROM (SELECT id, ${at} AS at, ${inner.join(', ')} ${from} LIMIT ?) WHERE ${covered ? 'isWanted' : `TRUE${wanted.sql}`} LIMIT ?)
    SELECT (SELECT '[' || group_concat(item) || ']' FROM found) AS found,
      (SELECT json_array(id, at) FROM (SELECT id, ${at} AS at ${from} LIMIT 1 OFFSET ?)
        WHERE (SELECT count(*) FROM found) <= ?) AS "end"`
  const looked = [...innerParams, ...fromParams, lookAtMost]
  const params = [...looked, ...outerParams, limit + 1, ...fromParams, lookAtMost - 1, limit]
  const rows =
    lookAtMost <= maxLookedAtHere
      ? (store.statement(sql).all(...params) as unknown as Row[])
      : await store.read<Row>(sql, params)
  const { found, end } = rows[0]!
  const parsed = (found === null ? [] : JSON.parse(found)) as [string, string, ...Scalar[]][]
  const [endId, endAt] = (end === null ? [] : JSON.parse(end)) as string[]
  return {
    found: parsed.map(([id, at, ...values]) => ({ id, at, values })),
    end: endId === undefined ? undefined : { id: endId, at: endAt! },
  }
}

/** The conditions of a walk as its index answers them; undefined where it does not have all that the walk reads. */
function coveredBy(
  indexes: Table['indexes'],
  name: string,
  { along, where, fields }: { along: Where; where: Where | undefined; fields: string[] },
): { along: Clause; where: Clause } | undefined {
  const { index } = indexes.find((each) => each.name === name) ?? {}
  const known = new Set([...(index?.fields ?? []), ...(index?.covers ?? [])])
  if (!index?.covers || ![...Object.keys(where ?? {}), ...fields].every((field) => known.has(field))) return undefined
  const [alongClause, whereClause] = [coveredClause(along), coveredClause(where)]
  return alongClause && whereClause && { along: alongClause, where: whereClause }
}
