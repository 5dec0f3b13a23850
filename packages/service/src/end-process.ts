import { accessSync, constants } from 'node:fs'
import { flushCompileCache } from 'node:module'

/** Whether this process may become another one. Windows has `process.execve` too, which throws there. */
function canBecomeAnother(): boolean {
  if (process.platform === 'win32' || !process.execve) return false
  try {
    accessSync(process.execPath, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Ends this process with an exit code, after its `exit` listeners; with 1 instead of 0 when one of them throws. `process.exit`
 * may never come back in Node 24: it waits for what V8 compiles on other threads, which may wait for a collection of garbage
 * that only the main thread makes (nodejs/node#64274). Where the system can, the process becomes one that has compiled
 * nothing, and that one exits.
 */
export function endProcess(code = Number(process.exitCode ?? 0)): void {
  if (!canBecomeAnother()) process.exit(code)
  process.exitCode = code
  let ending = code
  try {
    process.emit('exit', code)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    ending = code || 1
  }
  flushCompileCache()
  // What Node needs of the environment to start, and nothing that it would load or write.
  const { NODE_OPTIONS: _options, NODE_V8_COVERAGE: _coverage, ...env } = process.env
  process.execve!(process.execPath, [process.execPath, '--eval', `process.exit(${ending})`], env)
}
