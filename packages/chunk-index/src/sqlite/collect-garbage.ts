import type { DatabaseSync } from 'node:sqlite'

/** Rows deleted in one step. */
const rowsAtOnce = 200

/**
 * Deletes, a step at a time, what no segment or space names any more: the sources of a merge, a merge that a crash cut off,
 * an erased tenant. Each step is for a transaction of the caller's.
 */
export function garbageCollector(database: DatabaseSync) {
  // From one segment to the next, without reading what lies between.
  const leftIn = (table: 'postings' | 'vectors') =>
    database.prepare(`
      WITH RECURSIVE named(segment) AS (
        SELECT min(segment) FROM ${table}
        UNION ALL
        SELECT (SELECT min(segment) FROM ${table} WHERE segment > named.segment) FROM named WHERE segment IS NOT NULL
      )
      SELECT segment AS id FROM named WHERE segment IS NOT NULL AND segment NOT IN (SELECT id FROM segments)`)
  const [leftPostings, leftVectors] = [leftIn('postings'), leftIn('vectors')]
  const leftSpaces = database.prepare(`
    SELECT DISTINCT space AS id FROM (SELECT space FROM segments UNION ALL SELECT space FROM docs)
    WHERE space NOT IN (SELECT id FROM spaces)`)
  const cutOff = database.prepare('DELETE FROM segments WHERE level IS NULL')
  const segmentsOf = database.prepare('SELECT id FROM segments WHERE space = ?')
  const deleteSegments = database.prepare('DELETE FROM segments WHERE space = ?')
  const deletes = {
    postings: database.prepare(`
      DELETE FROM postings WHERE segment = ?1
      AND token IN (SELECT token FROM postings WHERE segment = ?1 LIMIT ${rowsAtOnce})`),
    vectors: database.prepare(`
      DELETE FROM vectors WHERE segment = ?1 AND part IN (SELECT part FROM vectors WHERE segment = ?1 LIMIT 1)`),
    docs: database.prepare(`
      DELETE FROM docs WHERE space = ?1 AND doc IN (SELECT doc FROM docs WHERE space = ?1 LIMIT ${rowsAtOnce})`),
    bodies: database.prepare(`
      DELETE FROM bodies WHERE space = ?1 AND doc IN (SELECT doc FROM bodies WHERE space = ?1 LIMIT ${rowsAtOnce})`),
  }

  function* deleteAll(table: keyof typeof deletes, id: number): Generator<void> {
    while (deletes[table].run(id).changes > 0) yield
  }

  return {
    /** What a crash left, as ids of segments and of spaces. */
    findLeft() {
      cutOff.run()
      const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id as number)
      const segments = new Set([...ids(leftPostings.all()), ...ids(leftVectors.all())])
      return { segments: [...segments], spaces: ids(leftSpaces.all()) }
    },

    *deleteSegment(id: number): Generator<void> {
      yield* deleteAll('postings', id)
      yield* deleteAll('vectors', id)
    },

    *deleteSpace(id: number): Generator<void> {
      const segments = segmentsOf.all(id)
      deleteSegments.run(id)
      for (const segment of segments) yield* this.deleteSegment(segment.id as number)
      yield* deleteAll('bodies', id)
      yield* deleteAll('docs', id)
    },
  }
}
