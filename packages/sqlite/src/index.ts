export { lockDataDir } from './lock-data-dir.ts'
export { migrate } from './migrate.ts'
export { type Durability, openSqlite, type SqliteStore } from './open.ts'
