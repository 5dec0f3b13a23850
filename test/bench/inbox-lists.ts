import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteBus } from '@frontdesk/bus'
import { chatService } from '@frontdesk/chat'
import { chat } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { mongoDocuments, removeDocumentsNamespace } from '@frontdesk/documents/mongo'
import { localModels } from '@frontdesk/models'
import { type OpenPorts, openLog, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { assertDurable } from './figures/assert-durable.ts'
import { leaveOut, report, sized } from './figures/report.ts'

const sizes = {
  SQLite: Number(process.env.BENCH_CONVERSATIONS ?? sized(100_000, 100)),
  MongoDB: Number(process.env.BENCH_MONGODB_CONVERSATIONS ?? sized(100_000, 100)),
}
const runs = sized(9, 1)
const tenant = 'bench'
const agentId = 'agt_1'
const minute = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000).toISOString()
const idOf = (i: number, size: number) => `cnv_${String((i * 7919) % size).padStart(32, '0')}`

/** What a desk has after some years: most is done, little is open, tags are rare, an agent has read what was theirs. */
function conversation(i: number): object {
  const status = i % 50 === 0 ? 'open' : i % 97 === 0 ? 'escalated' : i % 3 === 0 ? 'resolved' : 'closed'
  const handler = status === 'escalated' ? 'queue' : i % 4 === 0 ? 'agent' : 'ai'
  return {
    ...{ status, handler, channel: i % 11 === 0 ? 'email' : i % 101 === 0 ? 'sms' : 'api' },
    ...{ assignee: handler === 'agent' ? `agt_${i % 40}` : null, tags: i % 200 === 0 ? ['vip'] : [], language: 'en' },
    ...{ contactId: `con_${i % 30_000}`, subject: 'Where is my parcel?', contact: { email: `c${i}@example.com` } },
    ...{ createdAt: minute(i), updatedAt: minute(i), lastMessageAt: minute(i), messageCount: 4, customerSequence: 3 },
    ...{
      preview: { messageId: `msg_${i}`, author: { kind: 'ai' }, text: 'x'.repeat(150), at: minute(i), kind: 'message' },
    },
    ...(status === 'escalated' && { waitingSince: minute(i) }),
    ...(i % 3_000 === 0 && { snoozedUntil: minute(10_000_000) }),
    ...{ turns: [], operations: Array.from({ length: 4 }, (_, k) => `${k}123456789abcdef`) },
  }
}

const filtersOf = (size: number): Record<string, object> => ({
  status: { status: ['open', 'escalated'] },
  handler: { handler: 'agent' },
  channel: { channel: 'email' },
  assignee: { assignee: 'me' },
  nobody: { assignee: 'none' },
  tag: { tag: 'vip' },
  contact: { contactId: 'con_60' },
  period: { from: minute(size / 2), to: minute(size) },
  snoozed: { snoozed: 'true' },
  awake: { snoozed: 'false' },
  unread: { unread: true },
  waiting: { sort: 'waiting' },
})

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function measure(name: keyof typeof sizes, documents: OpenPorts['documents']): Promise<void> {
  const size = sizes[name]
  const filters = filtersOf(size)
  let context!: StandInContext
  const caller = standIn({
    name: 'gateway',
    async start(own) {
      context = own.forTenant(tenant) as StandInContext
      return { close: async () => {} }
    },
  })
  const bus = openSqlite(':memory:')
  const ports = { bus: sqliteBus(bus), documents, models: localModels() } as OpenPorts
  const running = await run([chatService, caller], ports, {
    env: {},
    log: openLog({ level: 'silent', terminal: false }),
  })
  try {
    const { conversations, readMarkers } = chatService.collections
    const [kept, read] = await Promise.all([
      documents.collection<any>(conversations),
      documents.collection<any>(readMarkers),
    ])
    for (let from = 0; from < size; from += 2_000) {
      const rows = Array.from({ length: Math.min(2_000, size - from) }, (_, i) => from + i)
      await kept.addMany(
        tenant,
        rows.map((i) => ({ id: idOf(i, size), body: conversation(i) })),
      )
      await read.addMany(
        tenant,
        rows
          .filter((i) => i % 9 !== 0)
          .map((i) => ({
            id: `${agentId} ${idOf(i, size)}`,
            body: { agentId, conversationId: idOf(i, size), sequence: 4, at: minute(i) },
          })),
      )
    }
    const pairs = Object.entries(filters).flatMap(([one, first], i) =>
      Object.entries(filters)
        .slice(i)
        .map(([other, second]) => ({ pair: `${one} and ${other}`, filter: { ...first, ...second } })),
    )
    const rows: { pair: string; p50: number; items: number }[] = []
    const time = async (work: () => Promise<unknown>) => {
      const times: number[] = []
      // Of the whole process, so that the thread that reads counts, and a machine that is busy with others does not.
      for (let i = 0; i < runs; i++) {
        const before = process.cpuUsage()
        await work()
        const { user, system } = process.cpuUsage(before)
        times.push((user + system) / 1_000)
      }
      return median(times)
    }
    for (const { pair, filter } of pairs) {
      let items = 0
      const p50 = await time(async () => {
        const page = await context.ask(chat.queries.conversationList, { ...filter, agentId, limit: 25 })
        items = page.items.length
      })
      rows.push({ pair, p50, items })
    }
    const views = ['queue', 'mine', 'unassigned', 'ai', 'snoozed', 'resolved', 'all']
    const counts: Record<string, string> = {}
    for (const view of views) {
      const p50 = await time(() => context.ask(chat.queries.inboxCount, { views: [view], agentId }))
      counts[view] = p50.toFixed(1)
    }
    const together = await time(() => context.ask(chat.queries.inboxCount, { views, agentId }))
    const sorted = rows.toSorted((a, b) => b.p50 - a.p50)
    report(`any two filters, ${size} conversations in ${name}, p50 of the slowest pair`, sorted[0]!.p50, 'ms', {
      most: 10,
    })
    report(`counts of all views, ${size} conversations in ${name}`, together, 'ms', { most: 50 })
    console.log(`${name}, ${size} conversations: a page of 25 under each two filters, ms of processor time`)
    console.log(`p50 of the pairs' p50 ${median(rows.map(({ p50 }) => p50)).toFixed(1)}, the slowest:`)
    console.table(sorted.slice(0, 8).map((row) => ({ ...row, p50: row.p50.toFixed(1) })))
    console.log(`counts of one view ${JSON.stringify(counts)}, of all at once ${together.toFixed(1)}`)
  } finally {
    await running.stop()
    await bus.close()
  }
}

/**
 * Lists and counts of an inbox with 100,000 conversations (BENCH_CONVERSATIONS), in SQLite and where MONGODB_URL says in MongoDB
 * (BENCH_MONGODB_CONVERSATIONS: a server that only speaks MongoDB's protocol may read all of them for each list).
 */
export async function bench(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-lists-'))
  const store = openSqlite(join(dir, 'main.db'))
  assertDurable(store)
  try {
    await measure('SQLite', sqliteDocuments(store))
  } finally {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  }
  const url = process.env.MONGODB_URL
  if (!url) return leaveOut('MongoDB', 'MONGODB_URL is not set')
  const place = { url, namespace: `lists-${process.pid}` }
  const documents = await mongoDocuments(place)
  try {
    await measure('MongoDB', documents)
  } finally {
    await documents.close()
    await removeDocumentsNamespace(place)
  }
}

if (import.meta.main) await bench()
