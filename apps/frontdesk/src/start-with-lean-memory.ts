import { isMainThread } from 'node:worker_threads'

/**
 * Arguments of Node for a small process: a young generation of 4 MB a thread instead of 16, and an old one that is collected
 * when it has grown by 20 percent since the last time; by default it may become three times what is in use. `deploy/run` has the same.
 */
export const leanArguments = ['--max-semi-space-size=4', '--heap-growing-percent=20']

/**
 * Settings of the C library's allocator (mallopt(3)), which it reads before Node runs: two arenas instead of eight a core, and
 * blocks from 128 kB on are given back to the system when they are freed. By default that limit rises to 32 MB with the
 * blocks that were freed, and their space stays in the process. `deploy/run` has the same.
 */
export const leanEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const nameOf = (argument: string): string => argument.split('=')[0]!.replaceAll('_', '-')

/**
 * Starts this process anew, under its own process id, with what keeps its memory small, when it was started without; returns
 * when it was started with it. What is set by hand stays. Does nothing where a process can't be replaced (Windows, a
 * process with a channel to its parent).
 */
export function startWithLeanMemory(): void {
  const { env, execArgv, execPath, argv } = process
  const given = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)].map(nameOf)
  const missing = leanArguments.filter((argument) => !given.includes(nameOf(argument)))
  const environment = { ...leanEnvironment, ...env }
  const isComplete = missing.length === 0 && Object.keys(leanEnvironment).every((name) => env[name] !== undefined)
  if (isComplete || !isMainThread || process.connected || process.platform === 'win32') return
  process.execve?.(execPath, [execPath, ...missing, ...execArgv, ...argv.slice(1)], environment)
}
