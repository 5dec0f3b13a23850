export * from './port.ts'
export { readSqliteChunks } from './sqlite/count-contents.ts'
export { inspectSqliteChunkIndex } from './sqlite/inspect.ts'
export { sqliteChunkIndex } from './sqlite.ts'
