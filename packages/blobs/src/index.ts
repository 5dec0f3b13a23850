export { filesystemBlobs } from './filesystem.ts'
export * from './port.ts'
