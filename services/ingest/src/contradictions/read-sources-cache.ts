import type { Chunk } from '@frontdesk/contracts'
import type { DocumentContext } from './compare-statements.ts'
import type { Statement } from './read-statements.ts'

/** A chunk of another source with what it states, read in `language`. */
export type ReadChunkOfSource = { chunk: Chunk; statements: Statement[]; language: string | null }

/** Chunks of some 8 KB, and lists of names of as much. */
const maxChunks = 1_000
const maxContexts = 300

/** What never changes once it was read: chunks of a content, and the names of a version. The oldest go first. */
function boundedMap<T>(most: number) {
  const entries = new Map<string, T>()
  return {
    get: (key: string): T | undefined => entries.get(key),
    set(key: string, value: T): void {
      if (entries.size >= most) entries.delete(entries.keys().next().value!)
      entries.set(key, value)
    },
  }
}

/** Kept from one check to the next, so that sources that many statements lead to are not read for each. */
export const openReadSources = () => ({
  chunks: boundedMap<ReadChunkOfSource>(maxChunks),
  contexts: boundedMap<DocumentContext>(maxContexts),
})
