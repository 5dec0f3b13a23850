export * from './port.ts'
export { inspectSqliteBus } from './sqlite/inspect.ts'
export { sqliteBus } from './sqlite.ts'
