export { fileNameOf, idOf } from './file-names.ts'
export { blobFileIn, filesystemBlobs } from './filesystem.ts'
export { inspectFilesystemBlobs } from './inspect-filesystem.ts'
export * from './port.ts'
