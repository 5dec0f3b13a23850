import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Inspection, ServiceError, version } from '@frontdesk/contracts'
import type { CollectionDefinition, DocumentsReader } from '@frontdesk/documents'
import type { Service } from './define.ts'
import { inspectStores } from './inspect-ports.ts'
import { needsFolder, type ProcessSettings, readProcessSettings, serverOf } from './process-settings.ts'
import { canRunBeside, compareVersions, readReleases, type WrittenBy } from './release-record.ts'
import { inspectUnfinishedRestore } from './unfinished-restore.ts'

type Environment = Record<string, string | undefined>
type Work = { what: string; waiting: number; of: number }

/** What this release finds before it is started on stores that another one wrote. */
export type UpgradeInspection = {
  /** Nothing stands in the way of a start. */
  ready: boolean
  release: string
  /** The release that last started each service; empty when the data is older than the record. */
  writtenBy: WrittenBy[]
  /** Whether processes of both releases may run side by side; null when it is not known what wrote the data. */
  canRunBeside: boolean | null
  /** What the start changes in the stores, a sentence each. */
  changes: string[]
  /** What is done in the background after the start. */
  background: Work[]
  /** Documents with events that are not published, events that wait, those that are being handled, and dead letters. */
  backlog: { outboxes: number; waiting: number; inFlight: number; deadLetters: number }
  stores: { store: string; version: string | null; minVersion: string | null; freeSpace: string | null }[]
  /** The disk of the data folder: what is free, and what the changes may need. Absent without one. */
  space?: { freeBytes: number; neededBytes: number }
  /** What has to be mended before. */
  blockers: Finding[]
  /** Other findings, which the doctor has too. */
  findings: Finding[]
}

const blocking = (what: string, remedy: string): Finding => ({ level: 'fault', what, remedy, blocksUpgrade: true })
const bytesPerMegabyte = 1024 ** 2

/** The documents, to read them alone. Undefined when there are none or their server is away, which the look at it tells. */
async function openDocuments(
  chosen: ProcessSettings,
): Promise<{ documents: DocumentsReader; close(): unknown } | undefined> {
  const { DATA_DIR } = chosen
  if (chosen.MONGODB_URL) {
    try {
      const reader = await (await import('@frontdesk/documents/mongo')).readMongoDocuments(
        serverOf(chosen, 'MONGODB_URL'),
      )
      return { documents: reader, close: reader.close }
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unavailable') return undefined
      throw error
    }
  }
  const file = join(DATA_DIR, 'main.db')
  if (!existsSync(file)) return undefined
  const { openSqliteReader } = await import('@frontdesk/sqlite')
  const store = openSqliteReader(file)
  return { documents: (await import('@frontdesk/documents')).readSqliteDocuments(store), close: store.close }
}

/** Sources whose chunks this release has to write again, of all that are indexed. */
async function countEarlierFormat(documents: DocumentsReader, definitions: CollectionDefinition<any>[]): Promise<Work> {
  const work = { what: 'sources are indexed again; each is not found until then', waiting: 0, of: 0 }
  for (const definition of definitions.filter(({ refersTo }) => refersTo)) {
    for await (const stored of documents.all<any>(definition)) {
      const { chunks } = definition.refersTo!(stored)
      if (!chunks) continue
      work.of++
      if (chunks.isEarlierFormat) work.waiting++
    }
  }
  return work
}

async function readDocuments(chosen: ProcessSettings, services: Service[]) {
  const opened = await openDocuments(chosen)
  if (!opened) return undefined
  const { documents, close } = opened
  try {
    const definitions = services.flatMap(({ collections }) => Object.values<CollectionDefinition<any>>(collections))
    const background = [await countEarlierFormat(documents, definitions)]
    for (const { backfills = {} } of services) {
      for (const [what, count] of Object.entries(backfills)) background.push({ what, ...(await count(documents)) })
    }
    let outboxes = 0
    for (const definition of definitions) outboxes += await documents.countUnsettled(definition)
    return { writtenBy: await readReleases(documents), background, outboxes }
  } finally {
    await close()
  }
}

const sizeOf = (...files: string[]): number =>
  files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

/**
 * What the changes may need: a change of a table writes each of its pages once into the write-ahead log; an index that is made
 * again is as large as the one before.
 */
async function spaceOf(dir: string, stores: Inspection[], background: Work[]) {
  if (!existsSync(dir)) return undefined
  const { bavail, bsize } = await statfs(dir)
  const hasChanges = stores.some(
    ({ dependency, pending }) => ['bus', 'documents'].includes(dependency) && pending.length > 0,
  )
  const isIndexedAgain =
    background[0]!.waiting > 0 ||
    stores.some(({ dependency, pending }) => dependency === 'chunk index' && pending.length > 0)
  const neededBytes =
    (hasChanges ? sizeOf(join(dir, 'main.db'), join(dir, 'main.db-wal')) : 0) +
    (isIndexedAgain ? sizeOf(join(dir, 'chunks.db')) : 0)
  return { freeBytes: bavail * bsize, neededBytes }
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

function backlogOf(stores: Inspection[], outboxes: number): UpgradeInspection['backlog'] {
  const groups = stores.flatMap(({ lists }) =>
    lists.filter(({ title }) => title === 'groups').flatMap(({ rows }) => rows),
  )
  const sum = (column: string) => groups.reduce((total, row) => total + numberIn(row[column]), 0)
  const letters = stores.reduce((total, { settings }) => total + numberIn(settings['dead letters']), 0)
  return { outboxes, waiting: sum('waiting'), inFlight: sum('inFlight'), deadLetters: letters }
}

function findingsOfReleases(writtenBy: WrittenBy[]): Finding[] {
  const newer = writtenBy.filter((each) => compareVersions(each.version, version) > 0)
  if (newer.length === 0) return []
  const newest = newer.reduce((one, other) => (compareVersions(one.version, other.version) >= 0 ? one : other))
  const what = `Release ${newest.version} wrote this data (${newer.map(({ service }) => service).join(', ')}); this is the older release ${version}.`
  const remedy = `Use release ${newest.version} or newer. To go back, see "Upgrading" in docs/operations.md.`
  return [blocking(what, remedy)]
}

/**
 * Looks whether this release can be started on what another one wrote, and what it would change. Only reads, also beside a
 * running platform. Throws a plain Error that names every wrong setting, and when there is no installation.
 */
export async function inspectUpgrade(environment: Environment, services: Service[]): Promise<UpgradeInspection> {
  const chosen = readProcessSettings(environment)
  const isDatabaseInFolder = !(chosen.MONGODB_URL && chosen.NATS_URL)
  if (isDatabaseInFolder && !existsSync(join(chosen.DATA_DIR, 'main.db'))) {
    throw new Error(`There is no installation in ${chosen.DATA_DIR}: it has no main.db. Is DATA_DIR right?`)
  }
  const stores = await inspectStores(environment, services, { isReadOnly: true })
  const onServer = stores.find(({ dependency }) => dependency === 'MongoDB')
  if (onServer?.version && onServer.lists.every(({ rows }) => rows.length === 0)) {
    throw new Error(
      `There is no installation in the database ${onServer.settings.database}. Are MONGODB_URL and FRONTDESK_NAMESPACE right?`,
    )
  }
  const read = await readDocuments(chosen, services)
  const { writtenBy = [], background = [{ what: '', waiting: 0, of: 0 }], outboxes = 0 } = read ?? {}
  const space = needsFolder(chosen) ? await spaceOf(chosen.DATA_DIR, stores, background) : undefined
  const findings = [
    ...stores.flatMap((store) => store.findings),
    ...findingsOfReleases(writtenBy),
    ...(await inspectUnfinishedRestore(chosen)),
  ]
  if (space && space.freeBytes < space.neededBytes) {
    const [free, needed] = [space.freeBytes, space.neededBytes].map((bytes) => Math.ceil(bytes / bytesPerMegabyte))
    const what = `${free} MB are free for the data folder, and the changes may need ${needed} MB.`
    findings.push(blocking(what, 'Free space, or move DATA_DIR to a larger disk.'))
  }
  const blockers = findings.filter(({ blocksUpgrade }) => blocksUpgrade)
  return {
    ready: blockers.length === 0,
    release: version,
    writtenBy,
    canRunBeside: writtenBy.length === 0 ? null : writtenBy.every((each) => canRunBeside(each.version, version)),
    changes: stores.flatMap(({ dependency, pending }) => pending.map((what) => `${dependency}: ${what}`)),
    background: background.filter(({ waiting }) => waiting > 0),
    backlog: backlogOf(stores, outboxes),
    stores: stores.map(({ dependency, version, minVersion, settings }) => ({
      store: dependency,
      version,
      minVersion: minVersion ?? null,
      freeSpace: typeof settings['free space'] === 'string' ? settings['free space'] : null,
    })),
    ...(space && { space }),
    blockers,
    findings: findings.filter(({ blocksUpgrade }) => !blocksUpgrade),
  }
}
