import type { DocumentsReader } from '@frontdesk/documents'
import type { Service } from './define.ts'
import { readProcessSettings, serverOf } from './process-settings.ts'
import { releases } from './release-record.ts'

/**
 * Throws a sentence for the person at the terminal when there is no document and no record of a release: a database of another
 * name is empty, and says nothing of it.
 */
export async function assertInstallation(
  documents: DocumentsReader,
  services: Service[],
  environment: Record<string, string | undefined>,
): Promise<void> {
  for (const definition of [releases, ...services.flatMap((service) => Object.values<any>(service.collections))]) {
    for await (const _ of documents.all(definition)) return
  }
  const chosen = readProcessSettings(environment)
  if (!chosen.MONGODB_URL) {
    throw new Error(`There is no installation in ${chosen.DATA_DIR}: it has no documents. Is DATA_DIR right?`)
  }
  const { databaseOf } = await import('@frontdesk/documents/mongo')
  const namespace = chosen.FRONTDESK_NAMESPACE === undefined ? 'not set' : chosen.FRONTDESK_NAMESPACE
  throw new Error(
    `There is no installation in the database ${databaseOf(serverOf(chosen, 'MONGODB_URL'))}: it has no documents. ` +
      `Are MONGODB_URL and FRONTDESK_NAMESPACE (${namespace}) right?`,
  )
}
