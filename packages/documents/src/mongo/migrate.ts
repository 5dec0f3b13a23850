import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Collection, type Db, MongoServerError } from 'mongodb'
import { isDuplicate } from './storage-error.ts'

/**
 * One change of what is stored. It must leave data that the release before can work with, for in a rolling update both run,
 * and may be run again from its start after a crash.
 */
export type Migration = { what: string; apply(database: Db): Promise<void> }

/** Numbered by their place, from 1: appended to, never edited. Indexes need none: they are declared with each collection. */
export const migrations: readonly Migration[] = [
  { what: 'the initial layout: a row a document, with its outbox inside', apply: async () => {} },
]

type Entry = { _id: number; what: string; holder: string; until: Date; doneAt?: Date }

const collectionName = 'frontdesk-migrations'
/** A process that is silent for this long has died in the middle: another one starts the migration again. */
const leaseMs = 30_000
const pollIntervalMs = 100
/** What MongoDB answers when a collection is created twice at the same moment. */
const namespaceExists = 48

const recordsIn = (database: Db): Collection<Entry> => database.collection<Entry>(collectionName)

/** The migrations that are not recorded as done, as `number what`. Changes nothing. */
export async function pendingMigrations(database: Db, list: readonly Migration[] = migrations): Promise<string[]> {
  const done = await doneIn(database)
  return list.flatMap(({ what }, i) => (done.has(i + 1) ? [] : [`${i + 1} (${what})`]))
}

/** Numbers that are recorded as done: those of a newer release too. */
export async function doneIn(database: Db): Promise<Set<number>> {
  const records = await recordsIn(database)
    .find({ doneAt: { $exists: true } })
    .toArray()
  return new Set(records.map(({ _id }) => _id))
}

/**
 * Applies what is not applied yet, in order, each by one process while the others wait for it, and records it. Numbers of a
 * newer release are left alone.
 */
export async function migrate(database: Db, list: readonly Migration[] = migrations): Promise<void> {
  const done = await doneIn(database)
  for (const [i, migration] of list.entries()) if (!done.has(i + 1)) await applyOnce(database, i + 1, migration)
}

async function applyOnce(database: Db, number: number, { what, apply }: Migration): Promise<void> {
  const records = recordsIn(database)
  const holder = randomUUID()
  while (!(await claim(records, { _id: number, what, holder, until: new Date(Date.now() + leaseMs) }))) {
    if ((await records.findOne({ _id: number }))?.doneAt) return
    await wait(pollIntervalMs)
  }
  const renewal = setInterval(() => {
    // A renewal that fails is made up for by the next one, or the lease ends and another process begins again.
    records.updateOne({ _id: number, holder }, { $set: { until: new Date(Date.now() + leaseMs) } }).catch(() => {})
  }, leaseMs / 5)
  try {
    await apply(database)
    await records.updateOne({ _id: number, holder }, { $set: { doneAt: new Date() } })
  } catch (error) {
    await records.deleteOne({ _id: number, holder })
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** True when this process is the one to apply it: nobody has begun, or whoever had is silent. */
async function claim(records: Collection<Entry>, record: Entry): Promise<boolean> {
  const { _id, holder, until } = record
  try {
    await records.insertOne(record)
    return true
  } catch (error) {
    const isFirst = error instanceof MongoServerError && error.code === namespaceExists
    if (!isDuplicate(error) && !isFirst) throw error
  }
  const abandoned = { _id, until: { $lt: new Date() }, doneAt: { $exists: false } }
  return (await records.findOneAndUpdate(abandoned, { $set: { holder, until } })) !== null
}
