import assert from 'node:assert/strict'
import type { SqliteStore } from '@frontdesk/sqlite'

/** Throws unless every commit of this store is synced to disk: what is measured is never faster because it may be lost. */
export const assertDurable = (store: SqliteStore): void =>
  assert.deepEqual(store.durability(), { journalMode: 'wal', synchronous: 'full' })
