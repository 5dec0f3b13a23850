import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** What `work` takes, on all cores at once, on the machine of two cores that the limits of the gate are set for: milliseconds. */
const usualMs = 600

/** A machine that is slower than this hangs, and is no measure of the tests. */
export const mostSlowness = 2.5

const file = fileURLToPath(import.meta.url)

/** What tests do all the time: a process starts, texts are hashed, written, read and sorted. */
function work(): void {
  const hash = (i: number) => createHash('sha256').update(`${i}`).digest('hex')
  for (let round = 0; round < 4; round++) {
    const rows = Array.from({ length: 40_000 }, (_, i) => ({ id: hash(i), at: i }))
    const read: typeof rows = JSON.parse(JSON.stringify(rows))
    read.sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}

/** How many times slower this machine is now than the one that the limits are set for, 1 to 2.5. Takes some two seconds. */
export async function measureSlowness(): Promise<number> {
  const run = promisify(execFile)
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 2; i++) {
    const started = performance.now()
    await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => run(process.execPath, [file])))
    least = Math.min(least, performance.now() - started)
  }
  return Math.min(mostSlowness, Math.max(1, least / usualMs))
}

if (import.meta.main) work()
