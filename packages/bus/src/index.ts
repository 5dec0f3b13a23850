export * from './port.ts'
export { inspectSqliteBus } from './sqlite/inspect.ts'
export { lastPositionIn, readSqliteEventsAfter, readSqliteOutstanding } from './sqlite/outstanding.ts'
export { sqliteBus } from './sqlite.ts'
