import type { DatabaseSync } from 'node:sqlite'
import type { Space } from '../port.ts'
import { manyChunks } from './inspect.ts'
import { type OpenSpace, readSpace } from './open-space.ts'

/** The spaces of the file: each is read into memory when it is first needed. */
export function openSpaces(database: DatabaseSync) {
  const findSpace = database.prepare(
    'SELECT id, dimensions, nextDoc FROM spaces WHERE tenant = ? AND generation = ? AND dimensions = ?',
  )
  const insertSpace = database.prepare('INSERT INTO spaces (tenant, generation, dimensions) VALUES (?, ?, ?)')
  const spacesOf = database.prepare('SELECT id FROM spaces WHERE tenant = ?')
  const deleteSpace = database.prepare('DELETE FROM spaces WHERE id = ?')
  const dirtySpaces = database.prepare(
    'SELECT DISTINCT spaces.* FROM spaces JOIN segments ON segments.space = spaces.id WHERE isDirty = 1',
  )
  const opened = new Map<string, OpenSpace>()
  /** Spaces of which it was told that they are large. */
  const knownLarge = new Set<string>()

  const keyOf = ({ tenant, generation, dimensions }: Space) => JSON.stringify([tenant, generation, dimensions])

  /** Undefined when nothing was ever written there. */
  function open(space: Space): OpenSpace | undefined {
    const key = keyOf(space)
    const known = opened.get(key)
    if (known) return known
    const row = findSpace.get(space.tenant, space.generation, space.dimensions)
    if (!row) return undefined
    const read = readSpace(database, row as never)
    opened.set(key, read)
    return read
  }

  return {
    open,

    /** Reads those with words of removed chunks, which upkeep overwrites. */
    openDirty(): void {
      for (const row of dirtySpaces.all()) open(row as never)
    },

    openOrInsert(space: Space): OpenSpace {
      const known = open(space)
      if (known) return known
      insertSpace.run(space.tenant, space.generation, space.dimensions)
      return open(space)!
    },

    /** Those in memory. */
    opened: (): Iterable<OpenSpace> => opened.values(),

    /** Removes the spaces of a tenant, so that nothing of it is found, and answers their ids: their rows are still there. */
    removeTenant(tenant: string): number[] {
      const ids = spacesOf.all(tenant).map(({ id }) => id as number)
      for (const id of ids) deleteSpace.run(id)
      for (const [key, space] of opened) {
        if (!ids.includes(space.id)) continue
        space.isErased = true
        opened.delete(key)
      }
      return ids
    },

    /** After a transaction was undone: what is in memory may tell of what was not written, so it is read again. */
    forget(): void {
      for (const space of opened.values()) space.isErased = true
      opened.clear()
    },

    /** Tenants that have come to hold so many chunks that their searches are slow; each is told once. */
    newlyLarge(): { tenant: string; chunks: number }[] {
      return [...opened].flatMap(([key, { count: chunks }]) => {
        if (chunks <= manyChunks || knownLarge.has(key)) return []
        knownLarge.add(key)
        return [{ tenant: (JSON.parse(key) as [string])[0], chunks }]
      })
    },
  }
}
