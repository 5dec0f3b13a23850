import { setFlagsFromString } from 'node:v8'

/** What V8 compiles on threads of its own. */
const backgroundCompilers = ['--no-maglev', '--no-concurrent-sparkplug', '--no-turbofan']
/** So long may what is being compiled take to its end; milliseconds. */
const inHandMs = 50

/**
 * V8 compiles nothing more on other threads: for a process that is about to end. Node 24 waits at its exit for what is being
 * compiled, which may wait for a collection of garbage that only the main thread makes, and that one waits: the process
 * stays for ever (nodejs/node#64274).
 */
export function endCompiling(): void {
  for (const flag of backgroundCompilers) setFlagsFromString(flag)
}

/** Ends this process some 50 ms later with the exit code, or with `process.exitCode`: surely, where `process.exit` may stay for ever. */
export function endProcess(code?: number): void {
  endCompiling()
  setTimeout(() => process.exit(code), inHandMs)
}
