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

function filesWith(folder: string, words: string[]): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1').toLowerCase())
    .filter((text) => words.some((word) => text.includes(word))).length
}

/** Searches every table, blob and chunk of a data folder for any of some words (lower case), whatever their case there. */
export function scanFolder(dataDir: string, words: string[]): Finds {
  const finds = tablesWith(join(dataDir, 'main.db'), words)
  for (const folder of ['blobs', 'chunks']) {
    const files = filesWith(join(dataDir, folder), words)
    if (files > 0) finds[folder] = files
  }
  return finds
}

/** Whether a file of the database has the words anywhere, free space included. Only when nobody has it open. */
export const isInDatabaseFile = (dataDir: string, words: string[]): boolean => {
  const bytes = readFileSync(join(dataDir, 'main.db')).toString('latin1').toLowerCase()
  return words.some((word) => bytes.includes(word))
}
