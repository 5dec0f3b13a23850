import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BusEvent, sqliteBus } from '@frontdesk/bus'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { assertDurable } from './figures/assert-durable.ts'
import { report, sized } from './figures/report.ts'

const bytes = new Uint8Array(500).fill(120)
const subject = 'event.bench.thing.happened.v1'
const rounds = sized(8, 1)
const sliceMs = sized(120, 10)

/** Does some work and answers how many operations that were. */
type Work = () => Promise<number> | number
type Rate = { done: number; ms: number }

async function slice(work: Work, total: Rate): Promise<void> {
  const started = performance.now()
  do total.done += await work()
  while (performance.now() - started < sliceMs)
  total.ms += performance.now() - started
}

/** Bare node:sqlite: one row, one synced commit. */
function bareCommits(dir: string): Work {
  const database = new DatabaseSync(join(dir, 'bare.db'))
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (n INTEGER PRIMARY KEY, b BLOB)',
  )
  const insert = database.prepare('INSERT INTO rows (b) VALUES (?)')
  return () => {
    insert.run(bytes)
    return 1
  }
}

let published = 0
const event = (): BusEvent => ({
  id: `evt-${++published}`,
  subject,
  tenant: 'default',
  key: `key-${published % 100}`,
  sequence: published,
  headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  bytes,
})

const consuming = (maxInFlight: number, order: 'key' | 'none' = 'none') => ({
  subjects: [subject],
  group: 'bench',
  order,
  maxInFlight,
  leaseMs: 15_000,
})

const together =
  (size: number, work: (i: number) => Promise<unknown>): Work =>
  async () => {
    await Promise.all(Array.from({ length: size }, (_, i) => work(i)))
    return size
  }

/** Publishing to one group that is away. */
const publishing = (size: number) => async (store: SqliteStore) => {
  const bus = sqliteBus(store)
  await (await bus.consume(consuming(64), async () => ({ kind: 'done' })))()
  return { work: together(size, () => bus.publish([event()])) }
}

/** Working off what was published between two slices. */
const consumption = (waiting: number, maxInFlight: number, order: 'key' | 'none') => async (store: SqliteStore) => {
  const bus = sqliteBus(store)
  return {
    prepare: () => bus.publish(Array.from({ length: waiting }, event)),
    async work() {
      let handled = 0
      const finished = Promise.withResolvers<void>()
      const stop = await bus.consume(consuming(maxInFlight, order), async () => {
        if (++handled === waiting) finished.resolve()
        return { kind: 'done' }
      })
      await finished.promise
      await stop()
      return waiting
    },
  }
}

const compareAndSet = (size: number) => async (store: SqliteStore) => {
  const definition = collection<{ n: number; text: string }>('bench-things', [{ fields: ['n'] }])
  const things = await sqliteDocuments(store).collection(definition)
  const text = 'x'.repeat(500)
  const seen = await Promise.all(
    Array.from({ length: size }, async (_, i) => (await things.insert('t', `d${i}`, { n: 0, text })).stored),
  )
  return {
    work: together(size, async (i) => {
      seen[i] = await things.replace(seen[i]!, { n: seen[i]!.body.n + 1, text })
    }),
  }
}

async function reading(store: SqliteStore) {
  const things = await sqliteDocuments(store).collection(collection<object>('bench-things'))
  await things.insert('t', 'd0', { text: 'x'.repeat(500) })
  return { work: together(64, () => things.get('t', 'd0')) }
}

type Prepared = { prepare?: () => Promise<unknown>; work: Work }
const cases: Record<string, (store: SqliteStore) => Promise<Prepared>> = {
  'bus publish, 1 at a time': publishing(1),
  'bus publish, 64 at a time': publishing(64),
  'bus consume, 1 at a time': consumption(sized(200, 20), 1, 'none'),
  'bus consume, 64 at a time': consumption(sized(5_000, 100), 64, 'none'),
  'bus consume, in order by key (8 partitions)': consumption(sized(2_000, 100), 64, 'key'),
  'document compare-and-set, 1 at a time': compareAndSet(1),
  'document compare-and-set, 64 at a time': compareAndSet(64),
  'document get': reading,
}

/**
 * The embedded adapters against single synced commits of bare node:sqlite. Each case takes turns with the bare one, in
 * slices, so that both meet the same disk.
 */
export async function bench(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  try {
    const bare = bareCommits(dir)
    console.log(`${'everything synced to disk'.padEnd(46)}     ours/s     bare/s    ratio`)
    for (const [index, [name, open]] of Object.entries(cases).entries()) {
      const store = openSqlite(join(dir, `${index}.db`))
      assertDurable(store)
      const { prepare, work } = await open(store)
      const [ours, theirs]: [Rate, Rate] = [
        { done: 0, ms: 0 },
        { done: 0, ms: 0 },
      ]
      for (let round = 0; round < rounds; round++) {
        await slice(bare, theirs)
        if (!prepare) {
          await slice(work, ours)
          continue
        }
        await prepare()
        const started = performance.now()
        ours.done += await work()
        ours.ms += performance.now() - started
      }
      const [perSecond, barePerSecond] = [ours, theirs].map(({ done, ms }) => (done * 1_000) / ms) as [number, number]
      report(`${name} against bare synced commits`, perSecond / barePerSecond, '×')
      const columns = [perSecond, barePerSecond].map((rate) => Math.round(rate).toLocaleString('en').padStart(11))
      console.log(`${name.padEnd(44)} ${columns.join('')} ${(perSecond / barePerSecond).toFixed(2).padStart(7)}×`)
      await store.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
