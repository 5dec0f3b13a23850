import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openSqlite, type SqliteStore } from './open.ts'

/**
 * For conformance suites: answers an `open` whose adapters share one database file in a fresh folder. When the last of
 * them is closed the file is closed too, so that the next `open` reads it from disk. The folder goes with the suite.
 */
export function openForTest<A extends { close(): Promise<void> }>(
  adapter: (store: SqliteStore) => A,
): () => Promise<A> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-sqlite-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  let store: SqliteStore | undefined
  let users = 0

  return async () => {
    store ??= openSqlite(join(dir, 'main.db'))
    const opened = adapter(store)
    users++
    const close = opened.close.bind(opened)
    let isClosed = false
    opened.close = async () => {
      if (isClosed) return
      isClosed = true
      await close()
      users--
      if (users > 0) return
      const last = store
      store = undefined
      await last?.close()
    }
    return opened
  }
}
