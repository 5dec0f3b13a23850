export { lancedbChunkIndex } from './lancedb.ts'
export * from './port.ts'
