import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Where words were found: in which table and how often, in which folder and in how many files. */
export type Finds = Record<string, number>

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value ?? '')

function tablesWith(path: string, words: string[]): Finds {
  const database = new DatabaseSync(path)
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as { name: string }[]
    const finds: Finds = {}
    for (const { name } of tables) {
      for (const row of database.prepare(`SELECT * FROM "${name}"`).iterate()) {
        const text = Object.values(row).map(textOf).join('\n').toLowerCase()
        if (!words.some((word) => text.includes(word))) continue
        const place = name.replace(/^documents_/, '')
        finds[place] = (finds[place] ?? 0) + 1
      }
    }
    return finds
  } finally {
    database.close()
  }
}

const hasWords = (file: string, words: string[]): boolean => {
  const text = readFileSync(file).toString('latin1').toLowerCase()
  return words.some((word) => text.includes(word))
}

function filesWith(folder: string, words: string[]): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => hasWords(join(entry.parentPath, entry.name), words)).length
}

/** Searches every table, blob and chunk of a data folder for any of some words (lower case), whatever their case there. */
export function scanFolder(dataDir: string, words: string[]): Finds {
  const finds = tablesWith(join(dataDir, 'main.db'), words)
  const blobs = filesWith(join(dataDir, 'blobs'), words)
  if (blobs > 0) finds.blobs = blobs
  // The index and its log, free space included: what is removed there is overwritten while the platform runs.
  const index = readdirSync(dataDir).filter((name) => name.startsWith('chunks.db'))
  const chunks = index.filter((name) => hasWords(join(dataDir, name), words)).length
  if (chunks > 0) finds.chunks = chunks
  return finds
}

/** Whether a file of the database has the words anywhere, free space included. Only when nobody has it open. */
export const isInDatabaseFile = (dataDir: string, words: string[]): boolean => hasWords(join(dataDir, 'main.db'), words)
