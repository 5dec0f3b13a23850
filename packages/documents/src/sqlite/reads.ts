import type { SqliteStore } from '@frontdesk/sqlite'
import type { Collection, CollectionDefinition, Stored } from '../port.ts'
import { assertIndexAcrossTenants } from '../unique-values.ts'
import { countEach } from './count-each.ts'
import { countGroups, countWhere, findPage, maxRowsAtOnce } from './find.ts'
import { readFieldsOf } from './read-fields.ts'
import { scanTable } from './scan.ts'
import type { TakeTurn } from './share-turns.ts'
import { columns, describeTable, type Row, readRow, toStored } from './table.ts'

type Reads<T extends object> = Pick<
  Collection<T>,
  'get' | 'getMany' | 'readFields' | 'find' | 'scan' | 'count' | 'countBy' | 'countEach' | 'findAcrossTenants'
>

/** What reads documents, of one tenant or over all; whoever reads many gives others their turn in between. */
export function sqliteReads<T extends object>(
  store: SqliteStore,
  definition: CollectionDefinition<T>,
  takeTurn: TakeTurn,
): Reads<T> {
  const described = describeTable(definition)
  const { name: table } = described
  return {
    async get(tenant, id) {
      const found = readRow(store, table, tenant, id)
      if (!found) return undefined
      const turn = takeTurn(found)
      if (turn) await turn
      return toStored<T>(found)
    },

    async getMany(tenant, ids) {
      const sql = `SELECT ${columns} FROM ${table} WHERE tenant = ? AND id IN (SELECT value FROM json_each(?))`
      const params = [tenant, JSON.stringify(ids)]
      const rows =
        ids.length > maxRowsAtOnce
          ? await store.read<Row>(sql, params)
          : (store.statement(sql).all(...params) as unknown as Row[])
      const byId = new Map(rows.map((found) => [found.id, found]))
      const all: Stored<T>[] = []
      for (const id of new Set(ids)) {
        const found = byId.get(id)
        if (!found) continue
        const turn = takeTurn(found)
        if (turn) await turn
        all.push(toStored<T>(found))
      }
      return all
    },

    readFields: (tenant, ids, fields) => readFieldsOf(store, described, tenant, ids, fields),

    find: async (tenant, find) => findPage<T>(store, described, tenant, find, takeTurn),
    scan: async (tenant, scan) => scanTable(store, described, tenant, scan),
    count: async (tenant, where, atMost) => countWhere(store, table, tenant, where, atMost),
    countBy: async (tenant, countBy) => countGroups(store, table, tenant, countBy),
    countEach: async (tenant, asked) => countEach(store, table, tenant, asked),

    async findAcrossTenants(find) {
      assertIndexAcrossTenants(definition)
      return (await findPage<T>(store, described, undefined, find, takeTurn)).items
    },
  }
}
