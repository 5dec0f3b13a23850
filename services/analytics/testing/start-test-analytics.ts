import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import type { chat, crawler, ingest, Source } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { defineService, type OpenPorts, openLog, run } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import type { AnalyticsContext } from '../src/context.ts'
import { analyticsService } from '../src/service.ts'

/** What analytics handles of others, by the names of the events. */
const handlers = Object.assign({}, ...Object.values(analyticsService.subscriptions!)) as Record<
  string,
  (body: unknown, context: AnalyticsContext, envelope: object) => Promise<void>
>
type Events = (typeof chat | typeof ingest | typeof crawler)['events']
type Names<E> = E extends E ? keyof E : never
/** An event as a bus would deliver it. */
export type Delivered = { name: Names<Events>; key: string; sequence: number; at: string; body: any }

/**
 * The analytics service on real embedded ports; `deliver` hands it events one by one, as often as told. Chat, ingest and policy-engine
 * are stand-ins: `policies.masks` is what may not leave, nor a text that is `forbidden`; `said` is what chat knows of messages, `answers` what it would answer, `added` what became sources. Without
 * `sweeps` nothing is done by itself. For tests.
 */
export async function startTestAnalytics({ sweeps = true }: { sweeps?: boolean } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-analytics-'))
  const store = openSqlite(':memory:')
  const blobs = await filesystemBlobs(dir)
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), blobs } as unknown as OpenPorts
  const said: { id: string; conversationId: string; content: string }[] = []
  const added: { operationId: string; title: string | undefined; blobId: string }[] = []
  const replaced: { operationId: string; sourceId: string; blobId: string }[] = []
  const answers = { to: (_question: string): boolean | Promise<boolean> => false }
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
  const tried = {
    content: '',
    confidence: 0,
    sources: [],
    citations: [],
    chunks: [],
    policies: [],
    timings: { totalMs: 0 },
  }
  const chatStandIn = standIn({
    name: 'chat',
    handlers: {
      chat: {
        // As chat does with long messages: a page has fewer than were asked for.
        async messageList({ conversationId, cursor = '0' }) {
          const all = said.filter((each) => each.conversationId === conversationId)
          const [from, to] = [Number(cursor), Number(cursor) + 2]
          const items = all.slice(from, to).map((each) => ({ ...asked, ...each }))
          return { items, nextCursor: to < all.length ? String(to) : null }
        },
        async *messageSimulate({ message }) {
          const outcome = (await answers.to(message)) ? 'answered' : 'escalated'
          yield { ...tried, outcome, escalation: { would: outcome === 'escalated', reason: null } }
        },
      },
    },
  })
  const ingestStandIn = standIn({
    name: 'ingest',
    handlers: {
      ingest: {
        async sourceAdd({ operationId, title, content }) {
          added.push({ operationId, title, blobId: content.kind === 'url' ? '' : content.blobId })
          return source
        },
        async sourceReplace({ operationId, sourceId, content }) {
          replaced.push({ operationId, sourceId, blobId: content.kind === 'url' ? '' : content.blobId })
          source.version++
          source.liveVersion = source.version
          return source
        },
        sourceRead: async () => source,
      },
    },
  })
  const policies = { masks: /^(?!)/g }
  const policyEngine = standIn({
    name: 'policy-engine',
    handlers: {
      'policy-engine': {
        textsRelease: async ({ texts }) => ({
          texts: texts.map((text) => {
            const left = text === 'forbidden' ? '' : text.replace(policies.masks, (found) => '*'.repeat(found.length))
            return { text: left, changed: left !== text, blocked: left === '' }
          }),
          decisions: [],
        }),
      },
    },
  })
  let context!: AnalyticsContext
  const watched = defineService({
    ...analyticsService,
    background: sweeps ? analyticsService.background! : {},
    start: async (own) => {
      context = own
      return { close: async () => {} }
    },
  })
  const clock = { at: Date.parse('2026-03-31T12:00:00Z'), now: () => clock.at }
  const log = openLog({ level: 'silent', terminal: false })
  const running = await run([chatStandIn, ingestStandIn, policyEngine, watched], ports, { env: {}, log, clock })

  return {
    clock,
    said,
    added,
    replaced,
    source,
    answers,
    policies,
    blobs,
    as: (tenant = 'acme') => context.forTenant(tenant),
    async deliver({ name, key, sequence, at, body }: Delivered, tenant = 'acme') {
      await handlers[name]!(body, context.forTenant(tenant), {
        id: `${key}/${sequence}`,
        key,
        sequence,
        attempt: 1,
        at,
      })
    },
    /** Resolves when nothing is under way any more; throws while something is held up. */
    settle: running.settle,
    async close() {
      await running.stop()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
