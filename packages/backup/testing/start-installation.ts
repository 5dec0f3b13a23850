import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Blobs, blobFileIn, filesystemBlobs } from '@frontdesk/blobs'
import { lastPositionIn, readSqliteEventsAfter, readSqliteOutstanding, sqliteBus } from '@frontdesk/bus'
import { collection, readSqliteDocuments, sqliteDocuments } from '@frontdesk/documents'
import { openVault } from '@frontdesk/secrets'
import { openSqlite } from '@frontdesk/sqlite'
import { onTestFinished } from 'vitest'
import type { BackupSource } from '../src/index.ts'

export type Note = { text: string; blobs?: string[]; sealed?: string }

/** What the installations of these tests store: documents that may name blobs and a secret. */
export const notes = collection<Note>('notes-notes', [], {
  refersTo: ({ body, id }) => ({
    ...(body.blobs && { blobs: body.blobs }),
    ...(body.sealed && { secrets: [{ purpose: 'notes', owner: id, sealed: body.sealed }] }),
  }),
})
export const encryptionKey = Buffer.alloc(32, 7).toString('base64')
export const seal = (text: string, id: string): string => openVault(encryptionKey, 'notes').seal(text, id)

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** An installation with its documents and events in memory and its blobs in a folder, to back up and to restore into. */
export async function startInstallation({ blobs: own }: { blobs?: Blobs } = {}) {
  const store = openSqlite(':memory:')
  const documents = sqliteDocuments(store)
  const bus = sqliteBus(store)
  const dir = temporaryFolder()
  const blobs = own ?? filesystemBlobs(dir)
  onTestFinished(async () => {
    await bus.close()
    await blobs.close()
    await store.close()
  })
  const collections = [notes]
  const opened = await documents.collection(notes)
  const reader = readSqliteDocuments(store)
  const source: BackupSource = {
    mode: 'embedded',
    frontdesk: '0.0.0',
    collections,
    async open() {
      const position = lastPositionIn(store)
      return {
        outstanding: readSqliteOutstanding(store),
        documents: reader,
        later: (isWanted) => readSqliteEventsAfter(store, position, isWanted),
        close: async () => {},
      }
    },
    current: reader,
    blobs,
    ...(!own && { blobFile: (tenant: string, id: string) => blobFileIn(dir, tenant, id) }),
    encryptionKey,
  }
  return { source, notes: opened, blobs, bus, target: { collections, documents, bus, blobs } }
}

/** The same blobs, but for some calls. */
export const withCalls = (blobs: Blobs, calls: Partial<Blobs>): Blobs => ({ ...blobs, ...calls })
