import type { DatabaseSync } from 'node:sqlite'
import { garbageCollector } from './collect-garbage.ts'
import { nextMerge, segmentMerger } from './merge-segments.ts'
import type { OpenSpace } from './open-space.ts'

/** How long the thread may be busy with upkeep before it looks whether anybody waits. */
const sliceMs = 10
/** Words of removed chunks are overwritten once nothing was removed for this long, at the latest after `purgeWithinMs`. */
const purgeAfterMs = 1_000
const purgeWithinMs = 10_000

type Task = Iterator<void, unknown>

const mustPurge = ({ removedAt, dirtySince }: OpenSpace, now: number): boolean =>
  now - removedAt >= purgeAfterMs || now - dirtySince >= purgeWithinMs

/**
 * Merges segments, and overwrites what was removed, a slice at a time, between the transactions of others. What a crash left is
 * cleaned up first. `forget` is called when a slice was undone.
 */
export function upkeepTasks(
  database: DatabaseSync,
  { spaces, forget }: { spaces: () => Iterable<OpenSpace>; forget: () => void },
) {
  const merge = segmentMerger(database)
  const garbage = garbageCollector(database)
  /** Begun, or waiting: a merge, or the deletion of garbage. */
  const tasks: Task[] = []
  /** Something was overwritten that may still stand in the write-ahead log. */
  let logHasRemoved = false

  function* deleteSegments(ids: number[]): Generator<void> {
    for (const id of ids) yield* garbage.deleteSegment(id)
    logHasRemoved = true
  }

  function* deleteSpace(id: number): Generator<void> {
    yield* garbage.deleteSpace(id)
    logHasRemoved = true
  }

  function* mergeAndClean(space: OpenSpace, sources: Parameters<typeof merge>[1]): Generator<void> {
    yield* deleteSegments(yield* merge(space, sources))
  }

  function addWhatIsLeft(): void {
    const left = garbage.findLeft()
    if (left.segments.length > 0) tasks.push(deleteSegments(left.segments))
    for (const id of left.spaces) tasks.push(deleteSpace(id))
  }

  function nextMergeTask(now: number): Task | undefined {
    for (const space of spaces()) {
      const sources = nextMerge(space, mustPurge(space, now))
      if (sources) return mergeAndClean(space, sources)
    }
    return undefined
  }

  /** Works on a task for a while, in a transaction of its own. Whether it is done. */
  function workOn(task: Task): boolean {
    // Not synced: a crash undoes the end of a merge, which is begun again.
    database.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE')
    try {
      const started = performance.now()
      let isDone = false
      while (!isDone && performance.now() - started < sliceMs) isDone = task.next().done === true
      database.exec('COMMIT')
      return isDone
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      tasks.length = 0
      forget()
      addWhatIsLeft()
      throw error
    } finally {
      database.exec('PRAGMA synchronous = FULL')
    }
  }

  addWhatIsLeft()

  return {
    /** Deletes the rows of a space that is named no more, in slices to come. */
    addDeletion(spaceId: number): void {
      tasks.push(deleteSpace(spaceId))
    },

    /** A slice of what is to be done. False when there is nothing more to do now. */
    runSlice(): boolean {
      if (tasks.length === 0) {
        const found = nextMergeTask(performance.now())
        if (found) tasks.push(found)
      }
      const task = tasks[0]
      if (task) {
        if (workOn(task)) tasks.shift()
        return true
      }
      if (logHasRemoved) {
        logHasRemoved = false
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      }
      return false
    },
  }
}
