import { startWithLeanMemory } from '../apps/frontdesk/src/start-with-lean-memory.ts'

/**
 * Starts the platform once, in the build of the image, and stops it: Node then stores the compiled code of what was loaded in
 * `NODE_COMPILE_CACHE`, from which the image starts. Code counts only for a process with the same flags, so they are set first.
 */
startWithLeanMemory()
const { start } = await import('../apps/frontdesk/src/start.ts')
await Promise.all([
  import('../packages/bus/src/nats.ts'),
  import('../packages/documents/src/mongo.ts'),
  import('../packages/blobs/src/nats-object-store.ts'),
  import('../packages/chunk-index/src/elasticsearch.ts'),
])
await start([])
process.kill(process.pid, 'SIGTERM')
