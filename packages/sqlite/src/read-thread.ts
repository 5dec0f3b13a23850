import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { addTextFunctions } from './text-functions.ts'

/** One statement to run, or a request for the next part of its result. */
export type ReadRequest = { id: number; sql: string; params: (string | number)[] } | { id: number; next: true }
/** What a statement found, in parts: the reader asks for the next one when it has taken this. */
export type ReadReply =
  | { id: number; rows: unknown[]; isLast: boolean }
  | { id: number; error: string; errcode: number | undefined }

/** Of one part: what takes the other thread some 2 ms to copy. */
const maxRows = 1_000
const maxCharacters = 512 * 1_024

const maxStatements = 256

const port = parentPort!
const database = new DatabaseSync((workerData as { path: string }).path, { readOnly: true, timeout: 2_000 })
// 16 MB of cache, in KiB: the pages of the file are in the cache of the system too.
database.exec('PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY')
addTextFunctions(database)
const statements = new Map<string, StatementSync>()

function statementOf(sql: string): StatementSync {
  const known = statements.get(sql)
  if (known) return known
  if (statements.size >= maxStatements) statements.clear()
  const statement = database.prepare(sql)
  statements.set(sql, statement)
  return statement
}

type Row = Record<string, unknown>
/** What was found and not sent yet. */
const rest = new Map<number, { rows: Row[]; sent: number }>()

const charactersOf = (row: Row): number => {
  let characters = 0
  for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
  return characters
}

function sendPart(id: number, found: { rows: Row[]; sent: number }): void {
  const { rows, sent } = found
  let end = sent
  for (let characters = 0; end < rows.length && end - sent < maxRows && characters < maxCharacters; end++) {
    characters += charactersOf(rows[end]!)
  }
  found.sent = end
  const isLast = end === rows.length
  if (isLast) rest.delete(id)
  else rest.set(id, found)
  port.postMessage({ id, rows: rows.slice(sent, end), isLast } satisfies ReadReply)
}

port.on('message', (request: ReadRequest) => {
  const { id } = request
  if ('next' in request) return sendPart(id, rest.get(id)!)
  try {
    sendPart(id, { rows: statementOf(request.sql).all(...request.params) as Row[], sent: 0 })
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    port.postMessage({ id, error: message, errcode } satisfies ReadReply)
  }
})
