export { filesystemBlobs } from './filesystem.ts'
export { inspectFilesystemBlobs } from './inspect-filesystem.ts'
export * from './port.ts'
