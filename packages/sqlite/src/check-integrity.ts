import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '@frontdesk/contracts'
import { isDamage } from './storage-error.ts'
import { addTextFunctions } from './text-functions.ts'

/** What is wrong with a table, in SQLite's words. The schema is the table `sqlite_schema`. */
export type DamagedTable = { table: string; faults: string[] }

/** Of a table, so many faults are told. */
const maxFaults = 3
/** A file of up to 64 MB is checked in 35 to 40 ms at a start if it stands in memory, so all of it is. */
const smallBytes = 64 * 1024 ** 2
/** Of a larger one, the tables with up to so many rows, and no further one after half a second. */
const maxRowsAtStart = 20_000
const maxStartMs = 500

/**
 * The tables of a database whose pages can't be read or contradict each other. In full, the entries of indexes are compared
 * with their tables too. Otherwise it takes a second at most: large tables of a large file are left out.
 */
export function findDamage(database: DatabaseSync, path: string, how: 'full' | 'quick'): DamagedTable[] {
  const names = tablesOf(database)
  if (!Array.isArray(names)) return [names]
  const isPartial = how === 'quick' && statSync(path).size > smallBytes
  const endsAt = performance.now() + maxStartMs
  const damaged: DamagedTable[] = []
  for (const table of ['sqlite_schema', ...names]) {
    if (isPartial && performance.now() > endsAt) break
    const faults = faultsOf(database, table, how, isPartial)
    if (faults.length > 0) damaged.push({ table, faults })
  }
  return damaged
}

/** Throws `unavailable` that says what is damaged and what to do, where a quick check finds something. */
export function assertIntact(database: DatabaseSync, path: string, remedy = runDoctor): void {
  const damaged = findDamage(database, path, 'quick')
  if (damaged.length === 0) return
  const detail = `${path} is damaged: ${describeDamage(damaged)}. ${remedy}`
  throw new ServiceError('unavailable', { storage: 'damaged', detail })
}
export const runDoctor = 'Run frontdesk doctor: it names everything that is affected, and the way back from a backup.'

/** The same for a file that nobody has opened yet; nothing where there is none. */
export function assertFileIntact(path: string, remedy: string): void {
  if (!existsSync(path)) return
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 })
  try {
    addTextFunctions(database)
    assertIntact(database, path, remedy)
  } finally {
    database.close()
  }
}

/** What a full check finds in a file beside whoever has it open. Throws where it can't be opened at all. */
export function findDamageInFile(path: string): DamagedTable[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 })
  try {
    addTextFunctions(database)
    return findDamage(database, path, 'full')
  } finally {
    database.close()
  }
}

/** The tables with the data that they hold, and the first fault. */
export function describeDamage(damaged: DamagedTable[]): string {
  const named = damaged.slice(0, 5).map(({ table, faults: [first] }) => `${contentOf(table)} (${table}: ${first})`)
  const more = damaged.length > named.length ? ` and ${damaged.length - named.length} more tables` : ''
  return `${named.join(', ')}${more}`
}

/** Documents of a collection are in a table of that name. */
function contentOf(table: string): string {
  const [, owner, collection] = /^documents_(.+?)_(.+)$/.exec(table) ?? []
  if (owner && collection) return `${collection.replaceAll('_', ' ')} of ${owner}`
  if (table.startsWith('bus_')) return 'events that are on their way'
  return table === 'sqlite_schema' ? 'the list of all tables' : 'internal records'
}

function tablesOf(database: DatabaseSync): string[] | DamagedTable {
  try {
    const rows = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`).all()
    return (rows as { name: string }[]).map(({ name }) => name)
  } catch (error) {
    if (!isDamage(error)) throw error
    return { table: 'sqlite_schema', faults: [(error as Error).message] }
  }
}

function faultsOf(database: DatabaseSync, table: string, how: 'full' | 'quick', isPartial: boolean): string[] {
  const quoted = `"${table.replaceAll('"', '""')}"`
  try {
    if (isPartial) {
      const some = database.prepare(`SELECT count(*) AS rows FROM (SELECT 1 FROM ${quoted} LIMIT ?)`)
      const { rows } = some.get(maxRowsAtStart + 1) as { rows: number }
      if (rows > maxRowsAtStart) return []
    }
    const pragma = how === 'full' ? 'integrity_check' : 'quick_check'
    const said = database.prepare(`PRAGMA ${pragma}(${quoted})`).all() as Record<string, string>[]
    return said
      .map((row) => Object.values(row)[0]!)
      .filter((text) => text !== 'ok')
      .slice(0, maxFaults)
      .map((text) => text.replaceAll(/\s*\n\s*/g, ' '))
  } catch (error) {
    if (!isDamage(error)) throw error
    return [(error as Error).message]
  }
}
