import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteBus } from '@frontdesk/bus'
import { chatService } from '@frontdesk/chat'
import { chat, type conversation } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { localModels } from '@frontdesk/models'
import { randomNumbers } from '@frontdesk/properties'
import { type OpenPorts, openLog, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import type { z } from 'zod'
import { report, sized } from './figures/report.ts'

type Conversation = z.output<typeof conversation>
type Row = Omit<Conversation, 'id'> & { turns: []; operations: [] }

const sizes = (process.env.BENCH_CONVERSATIONS ?? sized('1000,10000', '200')).split(',').map(Number)
const runs = sized(40, 3)
const bulkSize = 1_000
const tenant = 'bench'
const start = Date.parse('2026-01-01T00:00:00Z')
type Asking = StandInContext

const idOf = (i: number) => `cnv_${String(i).padStart(32, '0')}`
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const time = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Chat by itself on a fresh store on disk. */
async function startChat(dir: string) {
  const store = openSqlite(join(dir, 'main.db'))
  let context!: Asking
  const caller = standIn({
    name: 'gateway',
    async start(own) {
      context = own.forTenant(tenant) as Asking
      return { close: async () => {} }
    },
  })
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), models: localModels() } as OpenPorts
  const running = await run([chatService, caller], ports, {
    env: {},
    log: openLog({ level: 'silent', terminal: false }),
  })
  const stop = async () => {
    await running.stop()
    await store.close()
  }
  return { context, documents: ports.documents, stop }
}

/** Conversations of two messages each, in the shape in which chat keeps them. */
async function fill(documents: OpenPorts['documents'], from: number, to: number): Promise<void> {
  const { conversations, messages, messageWords } = chatService.collections
  const [kept, said, found] = await Promise.all([
    documents.collection<any>(conversations),
    documents.collection<any>(messages),
    documents.collection<any>(messageWords),
  ])
  const random = randomNumbers(from + 1)
  /** Words as unevenly common as those of a real language (Zipf). */
  const word = () => `w${Math.floor(20_000 ** random()).toString(36)}x`
  const write = (words: number) => Array.from({ length: words }, word).join(' ')
  for (let first = from; first < to; first += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, to - first) }, (_, i) => first + i)
    const texts = rows.map((i) => `${write(30)} ${i % 1_000 === 7 ? 'zanzibar' : ''} question`)
    await kept.putMany(
      tenant,
      rows.map((i) => {
        const at = new Date(start + i * 1_000).toISOString()
        const body: Row = {
          ...{ status: i % 3 ? 'open' : 'closed', handler: i % 5 ? 'ai' : 'agent', channel: 'api' },
          ...{ assignee: i % 5 ? null : `agt_${i % 50}`, tags: i % 10 ? [] : ['tenth'], language: 'en' },
          ...{ createdAt: at, updatedAt: at, lastMessageAt: at, messageCount: 1, turns: [], operations: [] },
        }
        return { id: idOf(i), body }
      }),
    )
    const message = (i: number, text: string) => ({
      ...{ id: `msg_${i}`, conversationId: idOf(i), sequence: 1, author: { kind: 'customer' }, kind: 'message' },
      ...{ content: text, createdAt: new Date(start + i * 1_000).toISOString() },
    })
    await said.putMany(
      tenant,
      rows.map((i, k) => ({ id: `msg_${i}`, body: message(i, texts[k]!) })),
    )
    const words = rows.flatMap((i, k) =>
      [...new Set(texts[k]!.toLowerCase().match(/[a-z0-9]{3,}/g))].map((word) => ({
        id: `${word} ${idOf(i)}`,
        body: { conversationId: idOf(i) },
      })),
    )
    await found.putMany(tenant, words)
  }
}

const queries: [string, object][] = [
  ['newest', {}],
  ['status', { status: 'closed' }],
  ['assignee', { assignee: 'agt_5' }],
  ['tag', { tag: 'tenth' }],
  ['rare word', { q: 'zanzibar' }],
  ['common word', { q: 'question' }],
  ['rare + status', { q: 'zanzibar', status: 'open' }],
]

/** Lists, searches and bulk actions of the inbox at 1,000 and 10,000 conversations, or BENCH_CONVERSATIONS (filling takes 1.5 ms each). */
export async function bench(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-inbox-'))
  const { context, documents, stop } = await startChat(dir)
  try {
    console.log('The inbox, embedded (ms: p50 of a page of 25; of a bulk action on 1,000 conversations)')
    console.log(['conversations', 'fill s', ...queries.map(([name]) => name), 'bulk tag', 'bulk close'].join('  '))
    let filled = 0
    for (const size of sizes) {
      const fillMs = await time(() => fill(documents, filled, size))
      filled = size
      const cells: string[] = []
      for (const [, filter] of queries) {
        const times: number[] = []
        for (let i = 0; i < runs; i++)
          times.push(await time(() => context.ask(chat.queries.conversationList, { limit: 25, ...filter })))
        cells.push(median(times).toFixed(1))
      }
      const ids = Array.from({ length: Math.min(bulkSize, size) }, (_, i) => idOf(i))
      const actor = { kind: 'agent', id: 'agt_bench' } as const
      for (const bulk of [{ action: 'tag', ids, tag: `bulk-${size}` } as const, { action: 'close', ids } as const]) {
        const operationId = `${size} ${bulk.action}`
        cells.push((await time(() => context.ask(chat.queries.bulkRun, { operationId, bulk, actor }))).toFixed(0))
      }
      for (const [i, [name]] of queries.entries())
        report(`a page of 25, ${size} conversations: ${name}`, Number(cells[i]), 'ms')
      console.log([String(size), (fillMs / 1_000).toFixed(1), ...cells].join('  '))
    }
  } finally {
    await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
