import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { words } from '@frontdesk/language'
import type { Found, Space } from '../port.ts'
import { contentCounter } from './count-contents.ts'
import { openDatabase, schemaVersion } from './database.ts'
import { chunkSearcher } from './search-chunks.ts'
import { openSpaces } from './spaces.ts'
import { upkeepTasks } from './upkeep.ts'
import { chunkWriter, type WrittenChunk } from './write-chunks.ts'

/** The file was removed or replaced while it was open: what is written now would be lost with it. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/** What a space that never was knows of a question. */
const nothingFound = (question: string): Found => ({
  lexical: [],
  vector: [],
  asked: { chunks: 0, words: [...new Set(words(question))].map((word) => ({ word, frequency: 0 })) },
})

type Query = { question: string; vector?: number[]; limit: number; contentIds?: string[] }

/** Runs one work inside the open transaction, which it begins if there is none. One that throws is undone alone. */
function writeInSavepoint<T>(database: DatabaseSync, work: () => T): T {
  if (!database.isTransaction) database.exec('BEGIN IMMEDIATE')
  database.exec('SAVEPOINT work')
  try {
    const value = work()
    database.exec('RELEASE work')
    return value
  } catch (error) {
    // SQLite itself rolls everything back on some failures (a full disk, an I/O error).
    if (database.isTransaction) database.exec('ROLLBACK TO work; RELEASE work')
    throw error
  }
}

/** What the thread that owns the file can be asked. */
export type ChunkDatabase = ReturnType<typeof openChunkDatabase>

/**
 * Every chunk of every tenant in one SQLite file: an inverted index in segments that are merged as they grow in number
 * (O'Neil et al. 1996, "The log-structured merge-tree"), and vectors beside it that are all looked at. For one thread of
 * one process. Writes collect in a transaction until `commit`; searches see them at once. `upkeep` merges, and overwrites
 * what was removed, a slice at a time. `pause` is called in the middle of long writes: it may search.
 */
export function openChunkDatabase(file: string, pause: () => void = () => {}) {
  const database = openDatabase(file)
  const inode = statSync(file).ino
  const writer = chunkWriter(database, pause)
  const searcher = chunkSearcher(database)
  const countContents = contentCounter(database)
  const spaces = openSpaces(database)
  const upkeep = upkeepTasks(database, { spaces: spaces.opened, forget })
  spaces.openDirty()

  function assertThere(): void {
    if (statSync(file, { throwIfNoEntry: false })?.ino === inode) return
    throw new FileGone(`${file} was removed or replaced while it was open.`)
  }

  function forget(): void {
    spaces.forget()
    searcher.forget()
  }

  function write(work: () => void): void {
    try {
      writeInSavepoint(database, work)
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    put(space: Space, chunks: WrittenChunk[]): void {
      write(() => writer.put(spaces.openOrInsert(space), chunks))
    },

    removeContents(space: Space, contentIds: string[]): void {
      write(() => {
        const opened = spaces.open(space)
        if (opened) writer.removeContents(opened, contentIds)
      })
    },

    /** Nothing of the tenant is found any more; its rows are overwritten when upkeep has nothing more to do. */
    eraseTenant(tenant: string): void {
      write(() => {
        for (const id of spaces.removeTenant(tenant)) upkeep.addDeletion(id)
      })
    },

    search(space: Space, query: Query): Found {
      const opened = spaces.open(space)
      return opened ? searcher.search(opened, query) : nothingFound(query.question)
    },

    count: (space: Space): number => spaces.open(space)?.count ?? 0,

    /** Throws `FileGone`: what is missing is written again by who counts. */
    contentCounts(space: Space, contentIds: string[]): Map<string, number> {
      assertThere()
      return countContents(space, contentIds)
    },

    /** Tenants that have come to hold so many chunks that their searches are slow; each is told once. */
    newlyLarge: spaces.newlyLarge,

    /** Puts everything written so far on disk. When that fails, none of it is written. Throws `FileGone`. */
    commit(): void {
      if (!database.isTransaction) return
      try {
        assertThere()
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        forget()
        throw error
      }
    },

    /** A slice of what is to be done, between transactions. False when there is nothing more to do now. Throws `FileGone`. */
    upkeep(): boolean {
      assertThere()
      return upkeep.runSlice()
    },

    /** Throws when the file can't be written, and `FileGone` when it is not the one that was opened. */
    check(): void {
      assertThere()
      database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${schemaVersion}; COMMIT`)
    },

    close(): void {
      if (database.isTransaction) database.exec('COMMIT')
      database.close()
    },
  }
}
