export { inspectLancedb } from './lancedb/inspect.ts'
export { lancedbChunkIndex } from './lancedb.ts'
export * from './port.ts'
