import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ChunkIndex, Space } from '../port.ts'

const query = `
  SELECT content, count(*) AS chunks FROM docs INDEXED BY docsOfContent
  WHERE space = (SELECT id FROM spaces WHERE tenant = ? AND generation = ? AND dimensions = ?)
    AND content IN (SELECT value FROM json_each(?))
  GROUP BY content`

/** How many chunks of each content a space holds. */
export function contentCounter(database: DatabaseSync) {
  const count = database.prepare(query)
  return ({ tenant, generation, dimensions }: Space, contentIds: string[]): Map<string, number> => {
    const rows = count.all(tenant, generation, dimensions, JSON.stringify(contentIds))
    return new Map(rows.map(({ content, chunks }) => [content as string, chunks as number]))
  }
}

/** Reads the file of `sqliteChunkIndex` beside the process that has it; one that is not there holds nothing. */
export function readSqliteChunks(file: string): Pick<ChunkIndex, 'contentCounts' | 'close'> {
  const database = existsSync(file) ? new DatabaseSync(file, { readOnly: true, timeout: 5_000 }) : undefined
  const count = database && contentCounter(database)
  return {
    contentCounts: async (space, contentIds) => count?.(space, contentIds) ?? new Map(),
    close: async () => database?.close(),
  }
}
