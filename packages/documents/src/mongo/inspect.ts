import {
  addressWithoutSecrets,
  emptyInspection,
  type Finding,
  findingsOfClock,
  type Inspection,
  systemClock,
  unreachable,
} from '@frontdesk/contracts'
import type { Db } from 'mongodb'
import type { CollectionDefinition } from '../port.ts'
import { databaseOf, type Place, tlsOptions } from './database-name.ts'
import { indexNamesOf, isOurs } from './indexes.ts'
import { doneIn, migrations, pendingMigrations } from './migrate.ts'
import { mongoClient } from './mongo-client.ts'

/** How many members a replica set needs to stay writable when one is away. */
const membersWanted = 3
/** The first major version that is supported. */
const oldestMajor = 8
/** Below this a write may soon find no room. */
const recommendedFreeBytes = 1024 ** 3
const bytesPerMegabyte = 1024 ** 2

type Hello = { localTime?: Date; setName?: string; hosts?: string[]; isWritablePrimary?: boolean }
/** What a server tells of the disk of its data; some tell nothing. */
type Disk = { fsTotalSize?: number; fsUsedSize?: number }
type BuildInfo = { version: string; ferretdbVersion?: string }
type Inspecting = Place & { collections: CollectionDefinition<any>[] }

/** What the documents find in MongoDB: collections with their indexes, durability, migrations. Changes nothing. */
export async function inspectMongo(options: Inspecting): Promise<Inspection> {
  const client = mongoClient(options.url, {
    ...tlsOptions(options),
    serverSelectionTimeoutMS: 1_500,
    connectTimeoutMS: 1_500,
    socketTimeoutMS: 5_000,
    appName: 'frontdesk-doctor',
  })
  try {
    await client.connect()
    return await lookAt(client.db(databaseOf(options)), options)
  } catch (error) {
    return unreachable('MongoDB', options, error, 'Start MongoDB, or correct MONGODB_URL and its credentials.')
  } finally {
    await client.close()
  }
}

async function lookAt(database: Db, { url, collections }: Inspecting): Promise<Inspection> {
  const [build, hello, disk, there, done, pending] = await Promise.all([
    database.admin().command({ buildInfo: 1 }) as Promise<unknown> as Promise<BuildInfo>,
    database.admin().command({ hello: 1 }) as Promise<Hello>,
    database.command({ dbStats: 1 }) as Promise<Disk>,
    database.listCollections({}, { nameOnly: true }).toArray(),
    doneIn(database),
    pendingMigrations(database),
  ])
  const names = new Set(there.map(({ name }) => name))
  const rows = await Promise.all(
    collections.map(async (definition) =>
      names.has(definition.name) ? indexRow(database, definition) : absentRow(definition),
    ),
  )
  const absent = rows.filter(({ state }) => state !== 'there').map(({ collection }) => collection)
  const members = hello.hosts?.length ?? 0
  const freeBytes = disk.fsTotalSize && disk.fsUsedSize ? disk.fsTotalSize - disk.fsUsedSize : undefined
  return {
    ...emptyInspection('MongoDB'),
    ...(!build.ferretdbVersion && { minVersion: `${oldestMajor}.0` }),
    version: build.ferretdbVersion ? `${build.version} (FerretDB)` : build.version,
    settings: {
      address: addressWithoutSecrets(url),
      database: database.databaseName,
      deployment: hello.setName ? `replica set ${hello.setName}, ${members} members` : 'standalone',
      'write concern': 'majority, journal (set by this release at each connection)',
      'free space': freeBytes === undefined ? 'not told' : `${Math.round(freeBytes / bytesPerMegabyte)} MB`,
      migration: `${Math.max(0, ...done)} of ${migrations.length}`,
    },
    // What is not there yet is listed once, as pending.
    lists: [{ title: 'collections', rows: rows.filter(({ state }) => state === 'there') }],
    pending: [
      ...pending.map((each) => `migration ${each}`),
      ...(absent.length > 0 ? [`collections that do not exist yet: ${absent.join(', ')}`] : []),
    ],
    findings: [
      ...findingsOfVersion(build),
      ...findingsOfDisk(freeBytes),
      ...(hello.localTime ? findingsOfClock('MongoDB', hello.localTime.getTime(), systemClock.now()) : []),
      ...findingsOfServer(hello, members),
      ...findingsOfRelease(done),
      ...rows.flatMap(findingsOfIndexes),
    ],
  }
}

type Row = { collection: string; state: string; indexes: number; missing: string; extra: string }

const absentRow = ({ name }: CollectionDefinition<any>): Row => ({
  collection: name,
  state: 'not made yet',
  indexes: 0,
  missing: '',
  extra: '',
})

async function indexRow(database: Db, { name, indexes }: CollectionDefinition<any>): Promise<Row> {
  const wanted = indexNamesOf(indexes)
  const present = (await database.collection(name).indexes()).map((index) => index.name ?? '')
  return {
    collection: name,
    state: 'there',
    indexes: present.length,
    missing: wanted.filter((each) => !present.includes(each)).join(' '),
    extra: present.filter((each) => each !== '_id_' && !wanted.includes(each)).join(' '),
  }
}

/** FerretDB counts its versions in its own way. */
function findingsOfVersion({ version, ferretdbVersion }: BuildInfo): Finding[] {
  if (ferretdbVersion || Number(version.split('.')[0]) >= oldestMajor) return []
  const remedy = `Run MongoDB ${oldestMajor} or newer.`
  return [{ level: 'fault', what: `MongoDB ${version} is too old.`, remedy, blocksUpgrade: true }]
}

function findingsOfDisk(freeBytes: number | undefined): Finding[] {
  if (freeBytes === undefined || freeBytes >= recommendedFreeBytes) return []
  const what = `${Math.round(freeBytes / bytesPerMegabyte)} MB are free for the data of MongoDB.`
  return [{ level: 'fault', what, remedy: 'Give its data a larger disk, or free space.', blocksUpgrade: true }]
}

function findingsOfServer({ setName, isWritablePrimary }: Hello, members: number): Finding[] {
  if (isWritablePrimary === false) {
    const what = 'The member of the replica set that answers accepts no writes.'
    const remedy = 'Name the whole set in MONGODB_URL: mongodb://a,b,c/?replicaSet=rs0.'
    return [{ level: 'fault', what, remedy, blocksUpgrade: true }]
  }
  if (setName && members >= membersWanted) return []
  const what = setName
    ? `The replica set has ${members} of ${membersWanted} members: it does not survive the loss of one.`
    : 'MongoDB runs alone: writes are in its journal before they are acknowledged, and there is one copy of them.'
  return [{ level: 'warning', what, remedy: 'Run a replica set of three members, or take backups often enough.' }]
}

function findingsOfRelease(done: Set<number>): Finding[] {
  const newer = [...done].filter((number) => number > migrations.length)
  if (newer.length === 0) return []
  const what = `The data has migration ${Math.max(...newer)}; this release knows ${migrations.length}.`
  const remedy = 'Finish the rolling update: run the newer release everywhere.'
  return [{ level: 'warning', what, remedy, blocksUpgrade: true }]
}

function findingsOfIndexes({ collection, state, missing, extra }: Row): Finding[] {
  if (state !== 'there') return []
  const findings: Finding[] = []
  if (missing !== '') {
    const what = `${collection} lacks the index ${missing}: reads are slow, and unique values are not enforced.`
    findings.push({
      level: 'fault',
      what,
      remedy: 'Restart the service that owns it; it declares its indexes at start.',
    })
  }
  const unknown = extra.split(' ').filter((name) => name !== '')
  const stale = unknown.filter(isOurs)
  const foreign = unknown.filter((name) => !isOurs(name))
  if (stale.length > 0) {
    const what = `${collection} has the index ${stale.join(' ')} of another release.`
    findings.push({ level: 'warning', what, remedy: 'It is removed when the service that owns the collection starts.' })
  }
  if (foreign.length > 0) {
    const what = `${collection} has the index ${foreign.join(' ')}, which Frontdesk did not create: it slows down writes.`
    findings.push({ level: 'warning', what, remedy: 'Drop it if nobody needs it; Frontdesk does not touch it.' })
  }
  return findings
}
