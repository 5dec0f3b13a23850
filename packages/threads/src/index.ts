export { failureOf, partTaken, type TaskOptions, type ThreadMessage } from './run-on-thread.ts'
export { openThreadPool, type ThreadPool } from './thread-pool.ts'
