export * from './connection.ts'
