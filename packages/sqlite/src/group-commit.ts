import type { DatabaseSync } from 'node:sqlite'
import { storageError } from './storage-error.ts'

/** One synced commit costs about as much as 100 small writes, so more than this in one gains nothing and blocks longer. */
const maxWorksPerCommit = 512
/** How long one batch may hold the event loop before its commit, and before what its works are waited for by goes on. */
const maxBatchMs = 5

/** How long a work waits for another program that has the file locked, and how often it is looked whether that is over. */
const lockedMs = 2_000
const lookAgainMs = 20
/** SQLite's primary code for a file that somebody else writes. */
const busy = 5

type Work = { queuedAt: number; run: () => unknown; resolve: (value: any) => void; reject: (error: unknown) => void }
type Outcome = { value: unknown } | { error: unknown }

/**
 * Collects the works of one turn of the event loop into one transaction. A work sees what the works before it wrote;
 * one that throws is undone alone; all promises settle after the commit is synced.
 */
export function groupCommit(database: DatabaseSync) {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const savepoint = database.prepare('SAVEPOINT work')
  const release = database.prepare('RELEASE work')
  const undo = database.prepare('ROLLBACK TO work')

  // A lock is waited for by a timer, not inside SQLite, which would hold the event loop: reads go on meanwhile.
  const doNotWait = database.prepare('PRAGMA busy_timeout = 0')
  const waitAgain = database.prepare(`PRAGMA busy_timeout = ${lockedMs}`)

  const queue: Work[] = []
  let scheduled = false

  function schedule() {
    if (scheduled) return
    scheduled = true
    setImmediate(() => flushOnce())
  }

  /** Runs one work; throws only when the whole transaction is gone. */
  function attempt(work: Work, alone: boolean): Outcome {
    try {
      if (!alone) savepoint.run()
      const value = work.run()
      if (value instanceof Promise) throw new TypeError('A work in a transaction must be synchronous.')
      if (!alone) release.run()
      return { value }
    } catch (error) {
      // SQLite itself rolls everything back on some failures (a full disk, an I/O error).
      if (!database.isTransaction || alone) throw error
      undo.run()
      release.run()
      return { error: storageError(error) }
    }
  }

  /** False while another program has the file locked: works that waited too long are rejected, the others wait on. */
  function begins(): boolean {
    doNotWait.get()
    try {
      begin.run()
      return true
    } catch (error) {
      if (((error as { errcode?: number }).errcode ?? 0) % 256 !== busy) throw error
      const since = performance.now() - lockedMs
      const cause = storageError(error)
      while (queue.length > 0 && queue[0]!.queuedAt <= since) queue.shift()!.reject(cause)
      return false
    } finally {
      waitAgain.get()
    }
  }

  function waitForLock() {
    if (queue.length === 0) return
    scheduled = true
    setTimeout(() => flushOnce(), lookAgainMs)
  }

  function flushOnce({ isLast = false } = {}) {
    scheduled = false
    const count = Math.min(queue.length, maxWorksPerCommit)
    if (count === 0) return
    const outcomes: Outcome[] = []
    // Works whose fate is that of this transaction, should it fail: all of them when it can't even begin.
    let bound = count
    try {
      if (isLast) begin.run()
      else if (!begins()) return waitForLock()
      const started = performance.now()
      for (bound = 1; ; bound++) {
        outcomes.push(attempt(queue[bound - 1]!, count === 1))
        if (bound === count || performance.now() - started > maxBatchMs) break
      }
      commit.run()
    } catch (error) {
      if (database.isTransaction) rollback.run()
      const cause = storageError(error)
      for (const work of queue.splice(0, bound)) work.reject(cause)
      if (queue.length > 0) schedule()
      return
    }
    const done = queue.splice(0, outcomes.length)
    if (queue.length > 0) schedule()
    done.forEach((work, i) => {
      const outcome = outcomes[i]!
      if ('error' in outcome) work.reject(outcome.error)
      else work.resolve(outcome.value)
    })
  }

  return {
    write<T>(run: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      queue.push({ queuedAt: performance.now(), run, resolve, reject })
      schedule()
      return promise
    },
    /** Commits everything queued, now. */
    flush() {
      while (queue.length > 0) flushOnce({ isLast: true })
    },
  }
}
