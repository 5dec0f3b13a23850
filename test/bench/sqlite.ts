import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BusEvent, sqliteBus } from '@frontdesk/bus'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite } from '@frontdesk/sqlite'

const bytes = new Uint8Array(500).fill(120)
const roundMs = 1_500

type Row = { what: string; perSecond: number }

/** Operations a second of `batch`, which does `size` of them, over about `roundMs`. */
async function rate(size: number, batch: (n: number) => unknown): Promise<number> {
  for (let n = 0; n < 20; n++) await batch(n)
  const started = performance.now()
  let batches = 0
  while (performance.now() - started < roundMs) await batch(20 + batches++)
  return (batches * size * 1_000) / (performance.now() - started)
}

const event = (sequence: number): BusEvent => ({
  id: `evt-${sequence}`,
  subject: 'event.bench.thing.happened.v1',
  tenant: 'default',
  key: `key-${sequence % 100}`,
  sequence,
  headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  bytes,
})

/** What node:sqlite does by itself: one row, one synced commit. */
async function rawCommits(dir: string, when: string): Promise<Row> {
  const database = new DatabaseSync(join(dir, `raw-${when}.db`))
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (n INTEGER PRIMARY KEY, b BLOB)',
  )
  const insert = database.prepare('INSERT INTO rows (b) VALUES (?)')
  const perSecond = await rate(1, () => insert.run(bytes))
  database.close()
  return { what: `node:sqlite, one insert a synced commit (${when})`, perSecond }
}

async function publishing(dir: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of [1, 64]) {
    const store = openSqlite(join(dir, `publish-${size}.db`))
    const bus = sqliteBus(store)
    await (await bus.consume(consuming(64), async () => ({ kind: 'done' })))()
    const perSecond = await rate(size, (n) =>
      Promise.all(Array.from({ length: size }, (_, i) => bus.publish([event(n * size + i)]))),
    )
    rows.push({ what: `bus publish to one group, ${size} at a time`, perSecond })
    await bus.close()
    await store.close()
  }
  return rows
}

const consuming = (maxInFlight: number, order: 'key' | 'none' = 'none') => ({
  subjects: ['event.bench.thing.happened.v1'],
  group: 'bench',
  order,
  maxInFlight,
  leaseMs: 15_000,
})

async function consumption(dir: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [label, size, order] of [
    ['1 at a time', 1, 'none'],
    ['64 at a time', 64, 'none'],
    ['in order by key (8 partitions)', 64, 'key'],
  ] as const) {
    const store = openSqlite(join(dir, `consume-${size}-${order}.db`))
    const bus = sqliteBus(store)
    const waiting = size === 1 ? 4_000 : 40_000
    for (let from = 0; from < waiting; from += 1_000) {
      await bus.publish(Array.from({ length: 1_000 }, (_, i) => event(from + i)))
    }
    let handled = 0
    const finished = Promise.withResolvers<void>()
    const started = performance.now()
    await bus.consume(consuming(size, order), async () => {
      if (++handled === waiting) finished.resolve()
      return { kind: 'done' }
    })
    await finished.promise
    rows.push({ what: `bus consume, ${label}`, perSecond: (waiting * 1_000) / (performance.now() - started) })
    await bus.close()
    await store.close()
  }
  return rows
}

async function compareAndSet(dir: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of [1, 64]) {
    const store = openSqlite(join(dir, `documents-${size}.db`))
    const documents = sqliteDocuments(store)
    const things = await documents.collection(
      collection<{ n: number; text: string }>('bench-things', [{ fields: ['n'] }]),
    )
    const text = 'x'.repeat(500)
    const seen = await Promise.all(
      Array.from({ length: size }, async (_, i) => (await things.insert('t', `d${i}`, { n: 0, text })).stored),
    )
    const perSecond = await rate(size, () =>
      Promise.all(
        seen.map(async (stored, i) => {
          seen[i] = await things.replace(stored, { n: stored.body.n + 1, text })
        }),
      ),
    )
    rows.push({ what: `document compare-and-set, ${size} at a time`, perSecond })
    const reads = await rate(1, () => things.get('t', 'd0'))
    if (size === 1) rows.push({ what: 'document get', perSecond: reads })
    await documents.close()
    await store.close()
  }
  return rows
}

/** The embedded adapters against bare node:sqlite, side by side in one run; everything synced to disk. */
export async function bench(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  try {
    const first = await rawCommits(dir, 'before')
    const ours = [...(await publishing(dir)), ...(await consumption(dir)), ...(await compareAndSet(dir))]
    // The disk is shared and drifts: the ratio is to the mean of a measurement before and one after.
    const last = await rawCommits(dir, 'after')
    const bare = (first.perSecond + last.perSecond) / 2
    console.log('Embedded storage (rate, and ratio to bare single commits)')
    for (const { what, perSecond } of [first, ...ours, last]) {
      const ratio = `${(perSecond / bare).toFixed(2)}×`
      console.log(
        `  ${what.padEnd(44)} ${Math.round(perSecond).toLocaleString('en').padStart(9)}/s ${ratio.padStart(9)}`,
      )
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
