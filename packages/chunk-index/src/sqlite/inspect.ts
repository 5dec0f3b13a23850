import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { emptyInspection, type Inspection } from '@frontdesk/contracts'
import { schemaVersion } from './database.ts'

/** Beyond this a question reads megabytes of postings, and Elasticsearch is the better index. */
export const manyChunks = 250_000

/** An index of another release, in which this one can't look. */
function ofOtherFormat(file: string, format: number): Partial<Inspection> {
  if (format < schemaVersion) {
    return { pending: [`${file} has format ${format} and is rebuilt from the blobs in format ${schemaVersion}`] }
  }
  const what = `${file} was written by a newer release (format ${format}, this one knows ${schemaVersion}).`
  const remedy = 'Run that release, or move the file away: the index is then rebuilt from the blobs.'
  return { findings: [{ level: 'fault', what, remedy, blocksUpgrade: true }] }
}

/** What the embedded chunk index has in its file: chunks and segments by tenant and embedding model. Changes nothing. */
export function inspectSqliteChunkIndex(file: string): Inspection {
  const inspection: Inspection = {
    ...emptyInspection('chunk index'),
    settings: { backend: file, durability: 'all of it can be rebuilt from the blobs' },
  }
  // The first upload makes it.
  if (!existsSync(file)) return inspection
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
      const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number }
      if (format !== schemaVersion)
        return { ...inspection, version: `SQLite ${version}`, ...ofOtherFormat(file, format) }
      const rows = database
        .prepare(`
          SELECT tenant, generation AS model,
            (SELECT count(*) FROM docs WHERE space = spaces.id) AS chunks,
            (SELECT count(*) FROM segments WHERE space = spaces.id) AS segments
          FROM spaces ORDER BY tenant, generation`)
        .all() as { tenant: string; model: string; chunks: number; segments: number }[]
      const large = rows.filter(({ chunks }) => chunks > manyChunks)
      return {
        ...inspection,
        version: `SQLite ${version}`,
        lists: [{ title: 'chunks', rows }],
        findings: large.map(({ tenant, chunks }) => ({
          level: 'warning' as const,
          what: `The tenant ${tenant} has ${chunks.toLocaleString('en')} chunks: searches are slow from ${manyChunks.toLocaleString('en')} chunks on.`,
          remedy: 'Set ELASTICSEARCH_URL: the sources are indexed there from the blobs.',
        })),
      }
    } finally {
      database.close()
    }
  } catch (error) {
    const what = `The chunk index can't be read: ${(error as Error).message}`
    const remedy = `Stop Frontdesk, remove ${file}, and start it: the sources are indexed again from the blobs.`
    return { ...inspection, findings: [{ level: 'fault', what, remedy }] }
  }
}
