import type { DatabaseSync } from 'node:sqlite'

/**
 * What SQL of ours may call on every connection. `contains_text(text, part)` ignores case in every script, where SQLite's
 * own LIKE does in ASCII only; `part` is in lower case.
 */
export function addTextFunctions(database: DatabaseSync): void {
  database.function('contains_text', { deterministic: true }, (text, part) =>
    Number(String(text).toLowerCase().includes(String(part))),
  )
}
