import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'

/**
 * Ends this process with an exit code, after its `exit` listeners. `process.exit` may never come back in Node 24: it waits for
 * what V8 compiles on other threads, which may wait for a collection of garbage that only the main thread makes
 * (nodejs/node#64274). Where the system can, the process becomes one that has compiled nothing, and that one exits.
 */
export function endProcess(code = Number(process.exitCode ?? 0)): void {
  if (!process.execve || !existsSync(process.execPath)) process.exit(code)
  process.exitCode = code
  process.emit('exit', code)
  flushCompileCache()
  process.execve(process.execPath, [process.execPath, '--eval', `process.exit(${code})`], {})
}
