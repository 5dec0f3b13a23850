export {
  assertFileIntact,
  assertIntact,
  type DamagedTable,
  describeDamage,
  findDamageInFile,
} from './check-integrity.ts'
export {
  appliedMigrations,
  type InspectedFolder,
  inspectDataFolder,
  pendingMigrations,
  type ReadableStore,
} from './inspect.ts'
export { isDataDirInUse, lockDataDir } from './lock-data-dir.ts'
export { migrate } from './migrate.ts'
export { type Durability, openSqlite, type SqliteStore } from './open.ts'
export { openSqliteReader, type SqliteReader, snapshotSqlite } from './snapshot.ts'
