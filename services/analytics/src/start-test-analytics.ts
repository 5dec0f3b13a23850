import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { messageList, messageSimulate, type Source, sourceAdd, sourceRead } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { defineService, type OpenPorts, openLog, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { z } from 'zod'
import type { AnalyticsContext } from './context.ts'
import { analytics } from './service.ts'

type Events = Pick<
  typeof analytics.handlers,
  | 'conversationCreated'
  | 'conversationChanged'
  | 'conversationEscalated'
  | 'conversationResolved'
  | 'messageReceived'
  | 'messageSent'
  | 'knowledgeUpdated'
  | 'crawlFinished'
>
/** An event as a bus would deliver it. */
export type Delivered = { name: keyof Events; key: string; sequence: number; at: string; body: any }

const beside = { config: z.object({}), uses: [], collections: {}, publishes: {}, asks: {} } as const

/**
 * The analytics service on real embedded ports; `deliver` hands it events one by one, as often as told. Chat and ingest
 * are stand-ins: `said` is what chat knows of messages, `answers` what it would answer, `added` what became sources. For
 * tests.
 */
export async function startTestAnalytics() {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-analytics-'))
  const store = openSqlite(':memory:')
  const blobs = await filesystemBlobs(dir)
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), blobs } as unknown as OpenPorts
  const said: { id: string; conversationId: string; content: string }[] = []
  const added: { operationId: string; title: string | undefined }[] = []
  const answers = { to: (_question: string): boolean => false }
  const now = '2026-03-31T12:00:00.000Z'
  const source: Source = {
    id: 'src_made',
    source: 'Made',
    title: 'Made',
    type: 'manual',
    status: 'Ready',
    added: now,
    updated: now,
    version: 1,
    liveVersion: 1,
    versions: 1,
    tags: [],
    metadata: {},
    chunks: 1,
    bytes: 1,
    language: 'en',
  }
  const author = { kind: 'customer' as const }
  const asked = { sequence: 1, author, kind: 'message' as const, createdAt: now }
  const tried = { content: '', confidence: 0, sources: [], chunks: [], policies: [], timings: { totalMs: 0 } }
  const chat = defineService({
    ...beside,
    name: 'chat',
    handles: { messageList, messageSimulate },
    handlers: {
      messageList: async ({ conversationId }) => ({
        items: said.filter((each) => each.conversationId === conversationId).map((each) => ({ ...asked, ...each })),
        nextCursor: null,
      }),
      async *messageSimulate({ message }) {
        const outcome = answers.to(message) ? 'answered' : 'escalated'
        yield { ...tried, outcome, escalation: { would: outcome === 'escalated', reason: null } }
      },
    },
  })
  const ingest = defineService({
    ...beside,
    name: 'ingest',
    handles: { sourceAdd, sourceRead },
    handlers: {
      async sourceAdd({ operationId, title }) {
        added.push({ operationId, title })
        return source
      },
      sourceRead: async () => source,
    },
  })
  let context!: AnalyticsContext
  const watched = defineService({
    ...analytics,
    start: async (own) => {
      context = own
      return { close: async () => {} }
    },
  })
  const clock = { at: Date.parse('2026-03-31T12:00:00Z'), now: () => clock.at }
  const log = openLog({ level: 'silent', terminal: false })
  const running = await run([chat, ingest, watched], ports, { env: {}, log, clock })

  return {
    clock,
    said,
    added,
    answers,
    as: (tenant = 'acme') => context.forTenant(tenant),
    async deliver({ name, key, sequence, at, body }: Delivered, tenant = 'acme') {
      const handler = analytics.handlers[name] as (body: unknown, context: unknown, envelope: object) => Promise<void>
      await handler(body, context.forTenant(tenant), { id: `${key}/${sequence}`, key, sequence, attempt: 1, at })
    },
    async close() {
      await running.stop()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
