import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Documents } from '@frontdesk/documents'
import { readProcessSettings, serverOf } from './process-settings.ts'
import { assertRestored } from './restore-mark.ts'

/**
 * The documents of an installation that is running, to ask one of its services for something; undefined when nobody has
 * the data folder. Servers count as running: who asks waits for an answer. Throws while a restore is not finished.
 */
export async function openDocumentsBeside(
  environment: Record<string, string | undefined>,
): Promise<{ documents: Documents; close(): Promise<void> } | undefined> {
  const chosen = readProcessSettings(environment)
  const { DATA_DIR, NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } = chosen
  if (!(NATS_URL && MONGODB_URL && ELASTICSEARCH_URL)) {
    const { isDataDirInUse } = await import('@frontdesk/sqlite')
    if (!existsSync(join(DATA_DIR, 'main.db'))) {
      throw new Error(`There is no installation in ${DATA_DIR}: it has no main.db. Is DATA_DIR right?`)
    }
    assertRestored(DATA_DIR)
    if (!isDataDirInUse(DATA_DIR)) return undefined
  }
  if (MONGODB_URL) {
    const documents = await (await import('@frontdesk/documents/mongo')).mongoDocuments(serverOf(chosen, 'MONGODB_URL'))
    return { documents, close: () => documents.close() }
  }
  const { openSqlite } = await import('@frontdesk/sqlite')
  const store = openSqlite(join(DATA_DIR, 'main.db'))
  const documents = (await import('@frontdesk/documents')).sqliteDocuments(store)
  return { documents, close: () => store.close() }
}
