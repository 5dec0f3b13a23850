import {
  addressWithoutSecrets,
  emptyInspection,
  type Finding,
  type Inspection,
  unreachable,
} from '@frontdesk/contracts'
import { type Db, MongoClient } from 'mongodb'
import type { CollectionDefinition } from '../port.ts'
import { databaseOf, type Place } from './database-name.ts'
import { indexNamesOf, isOurs } from './indexes.ts'
import { doneIn, migrations, pendingMigrations } from './migrate.ts'

/** How many members a replica set needs to stay writable when one is away. */
const membersWanted = 3

type Hello = { setName?: string; hosts?: string[]; isWritablePrimary?: boolean }
type BuildInfo = { version: string; ferretdbVersion?: string }
type Inspecting = Place & { collections: CollectionDefinition<any>[] }

/** What the documents find in MongoDB: collections with their indexes, durability, migrations. Changes nothing. */
export async function inspectMongo(options: Inspecting): Promise<Inspection> {
  const client = new MongoClient(options.url, {
    serverSelectionTimeoutMS: 1_500,
    connectTimeoutMS: 1_500,
    socketTimeoutMS: 5_000,
    appName: 'frontdesk-doctor',
  })
  try {
    await client.connect()
    return await lookAt(client.db(databaseOf(options)), options)
  } catch (error) {
    return unreachable('MongoDB', options.url, error, 'Start MongoDB, or correct MONGODB_URL and its credentials.')
  } finally {
    await client.close()
  }
}

async function lookAt(database: Db, { url, collections }: Inspecting): Promise<Inspection> {
  const [build, hello, there, done, pending] = await Promise.all([
    database.admin().command({ buildInfo: 1 }) as Promise<unknown> as Promise<BuildInfo>,
    database.admin().command({ hello: 1 }) as Promise<Hello>,
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
  const members = hello.hosts?.length ?? 0
  return {
    ...emptyInspection('MongoDB'),
    version: build.ferretdbVersion ? `${build.version} (FerretDB)` : build.version,
    settings: {
      address: addressWithoutSecrets(url),
      database: database.databaseName,
      deployment: hello.setName ? `replica set ${hello.setName}, ${members} members` : 'standalone',
      'write concern': 'majority, journal (set by this release at each connection)',
      migration: `${Math.max(0, ...done)} of ${migrations.length}`,
    },
    lists: [{ title: 'collections', rows }],
    pending: [
      ...pending.map((each) => `migration ${each}`),
      ...rows
        .filter(({ state }) => state !== 'there')
        .map(({ collection }) => `collection ${collection} is not made yet`),
    ],
    findings: [...findingsOfServer(hello, members), ...findingsOfRelease(done), ...rows.flatMap(findingsOfIndexes)],
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

function findingsOfServer({ setName, isWritablePrimary }: Hello, members: number): Finding[] {
  if (isWritablePrimary === false) {
    const what = 'The member of the replica set that answers takes no writes.'
    return [{ level: 'fault', what, remedy: 'Name the whole set in MONGODB_URL: mongodb://a,b,c/?replicaSet=rs0.' }]
  }
  if (setName && members >= membersWanted) return []
  const what = setName
    ? `The replica set has ${members} of ${membersWanted} members: it survives the loss of none.`
    : 'MongoDB runs alone: writes are in its journal before they are acknowledged, and there is one copy of them.'
  return [{ level: 'warning', what, remedy: 'Run a replica set of three members, or take backups often enough.' }]
}

function findingsOfRelease(done: Set<number>): Finding[] {
  const newer = [...done].filter((number) => number > migrations.length)
  if (newer.length === 0) return []
  const what = `The data has migration ${Math.max(...newer)}; this release knows ${migrations.length}.`
  return [{ level: 'warning', what, remedy: 'Finish the rolling update: run the newer release everywhere.' }]
}

function findingsOfIndexes({ collection, state, missing, extra }: Row): Finding[] {
  if (state !== 'there') return []
  const findings: Finding[] = []
  if (missing !== '') {
    const what = `${collection} lacks the index ${missing}: reads of it get slow, and what must be unique may not be.`
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
    findings.push({ level: 'warning', what, remedy: 'It goes when the service that owns the collection starts.' })
  }
  if (foreign.length > 0) {
    const what = `${collection} has the index ${foreign.join(' ')}, which Frontdesk did not make: it slows writes.`
    findings.push({ level: 'warning', what, remedy: 'Drop it if nobody needs it; Frontdesk leaves it.' })
  }
  return findings
}
