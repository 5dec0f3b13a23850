import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Documents } from '@frontdesk/documents'
import type { Service } from './define.ts'
import type { Log } from './log.ts'
import { openPorts } from './open-ports.ts'
import type { OpenPorts } from './ports.ts'
import { needsFolder, readProcessSettings, serverOf } from './process-settings.ts'
import { finishRestore, isMigrationInto } from './restore-mark.ts'

type Environment = Record<string, string | undefined>

/** An empty installation that is being filled. Nobody can start on it before `finish`. */
export type Restoring = Pick<OpenPorts, 'documents' | 'bus' | 'blobs'> & {
  /** An earlier run of the same migration was cut off, and what it brought is there. */
  isResumed: boolean
  /** Undefined when everything is on servers. */
  dataDir: string | undefined
  /** Keeps the encryption key where a start finds it. False when it has no place here. */
  keepKey(key: string): boolean
  /** Everything is there. */
  finish(): Promise<void>
  /** Lets go. Without `finish` before, what was written can't be used. */
  close(): Promise<void>
}

async function assertNoDocuments(documents: Documents, services: Service[]): Promise<void> {
  for (const definition of services.flatMap((service) => Object.values<any>(service.collections))) {
    for await (const { id } of (await documents.collection(definition)).all()) {
      throw new Error(
        `The document store is not empty (${definition.name} has ${id}). A backup can only be restored into an empty one.`,
      )
    }
  }
}

/**
 * Opens what services with these settings would run on, to fill it from a backup: an empty data folder, empty servers or
 * some of each. With `migration` it goes on where a run of that name was cut off. Throws a plain Error with a sentence for the person at the terminal when something is there already.
 */
export async function openRestore(
  environment: Environment,
  log: Log,
  services: Service[],
  { migration }: { migration?: string } = {},
): Promise<Restoring> {
  const chosen = readProcessSettings(environment)
  const { DATA_DIR, NATS_URL, NATS_REPLICAS: replicas, MONGODB_URL } = chosen
  const mark = MONGODB_URL
    ? await (await import('@frontdesk/documents/mongo')).restoreMark(serverOf(chosen, 'MONGODB_URL'))
    : undefined
  const folder = needsFolder(chosen) ? DATA_DIR : undefined
  try {
    const isResumed =
      migration !== undefined &&
      (mark ? (await mark.read())?.migration === migration : folder !== undefined && isMigrationInto(folder, migration))
    if (NATS_URL && !isResumed) {
      const { inspectNatsBlobs } = await import('@frontdesk/blobs/nats/inspect')
      const rows = (await inspectNatsBlobs({ ...serverOf(chosen, 'NATS_URL'), replicas })).lists[0]?.rows ?? []
      if (rows.length > 0) {
        throw new Error(
          `NATS is not empty (it has the bucket ${rows[0]!.bucket}). A backup can only be restored into an empty one.`,
        )
      }
    }
    if (folder !== undefined) mkdirSync(folder, { recursive: true })
    const opened = await openPorts(environment, log, { isRestoring: true, ...(migration && { migration }) })
    const close = async () => {
      await opened.close()
      await mark?.close()
    }
    try {
      const { documents, bus, blobs } = opened.ports
      if (!isResumed) await assertNoDocuments(documents, services)
      if (!isResumed && (await bus.lag()).length > 0)
        throw new Error('The bus is not empty. A backup can only be restored into an empty one.')
      await mark?.begin(migration)
      return {
        documents,
        bus,
        blobs,
        isResumed,
        dataDir: folder,
        keepKey(key) {
          if (folder === undefined) return false
          writeFileSync(join(folder, 'encryption.key'), `${key}\n`, { mode: 0o600, flush: true })
          return true
        },
        async finish() {
          await opened.close()
          if (folder !== undefined) finishRestore(folder)
          await mark?.finish()
        },
        close,
      }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await mark?.close()
    throw error
  }
}
