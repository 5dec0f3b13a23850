import { sqliteBus } from '@frontdesk/bus'
import { sqliteDocuments } from '@frontdesk/documents'
import { defineService, type OpenPorts, openLog, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
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
>
/** An event as a bus would deliver it. */
export type Delivered = { name: keyof Events; key: string; sequence: number; at: string; body: any }

/** The analytics service on real embedded ports; `deliver` hands it events one by one, as often as told. For tests. */
export async function startTestAnalytics() {
  const store = openSqlite(':memory:')
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store) } as unknown as OpenPorts
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
  const running = await run([watched], ports, { env: {}, log, clock })

  return {
    clock,
    as: (tenant = 'acme') => context.forTenant(tenant),
    async deliver({ name, key, sequence, at, body }: Delivered, tenant = 'acme') {
      const handler = analytics.handlers[name] as (body: unknown, context: unknown, envelope: object) => Promise<void>
      await handler(body, context.forTenant(tenant), { id: `${key}/${sequence}`, key, sequence, attempt: 1, at })
    },
    async close() {
      await running.stop()
      await store.close()
    },
  }
}
