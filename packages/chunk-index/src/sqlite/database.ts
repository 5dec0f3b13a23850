import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * `spaces` numbers what belongs together: a tenant's chunks of one embedding model. A chunk is a document of its space, with a number that
 * counts up and is never used twice. Its words, and its vector where there is one, stand in a segment, as they were written together; a segment
 * covers the documents `first` to `last`, and no two cover the same. A segment without a level is being made. `isDirty`: it
 * still has words of documents that are gone. What belongs to no row of `spaces` or `segments` any more is garbage.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS spaces (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    generation TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    nextDoc INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant, generation, dimensions)
  );
  CREATE TABLE IF NOT EXISTS docs (
    space INTEGER NOT NULL,
    doc INTEGER NOT NULL,
    content TEXT NOT NULL,
    position INTEGER NOT NULL,
    language TEXT,
    lengths BLOB NOT NULL,
    PRIMARY KEY (space, doc)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS docsOfContent ON docs (space, content, position);
  CREATE TABLE IF NOT EXISTS bodies (
    space INTEGER NOT NULL,
    doc INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (space, doc)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    space INTEGER NOT NULL,
    level INTEGER,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    isDirty INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS segmentsOfSpace ON segments (space, first);
  CREATE TABLE IF NOT EXISTS postings (
    segment INTEGER NOT NULL,
    token TEXT NOT NULL,
    count INTEGER NOT NULL,
    docs BLOB NOT NULL,
    PRIMARY KEY (segment, token)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS vectors (
    segment INTEGER NOT NULL,
    part INTEGER NOT NULL,
    docs BLOB NOT NULL,
    scales BLOB NOT NULL,
    numbers BLOB NOT NULL,
    PRIMARY KEY (segment, part)
  ) WITHOUT ROWID;
`

/** Of the tables and of what stands in them. Raised when either changes: a file with an earlier number is made anew. */
export const schemaVersion = 2

const tables = ['spaces', 'docs', 'bodies', 'segments', 'postings', 'vectors']

const versionOf = (database: DatabaseSync): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version

/** What an earlier release wrote is of no use: it is written again from the blobs. Its pages go back to the disk. */
function removeTables(database: DatabaseSync): void {
  database.exec(tables.map((table) => `DROP TABLE IF EXISTS ${table};`).join(' '))
  database.exec('VACUUM')
}

/**
 * Opens the file, and makes it when there is none. `synchronous=FULL`: what was put is on disk, for a source is Ready after
 * it. `secure_delete`: what is deleted is overwritten. A file of an earlier release is emptied. Throws what SQLite throws, and an Error for a file of a newer release.
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  try {
    // The size of a page is that of the file from its first table on.
    database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    database.exec('PRAGMA secure_delete = ON; PRAGMA cache_size = -16384; PRAGMA busy_timeout = 5000')
    const version = versionOf(database)
    if (version > schemaVersion) {
      throw new Error(
        `${file} was written by a newer release: run that release, or move the file away to have it rebuilt.`,
      )
    }
    if (version > 0 && version < schemaVersion) removeTables(database)
    database.exec(schema)
    database.exec(`PRAGMA user_version = ${schemaVersion}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
