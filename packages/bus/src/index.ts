export * from './port.ts'
export { sqliteBus } from './sqlite.ts'
