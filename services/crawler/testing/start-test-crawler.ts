import { type Blobs, filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { type BodyOf, crawler, ingest, ServiceError, type Source } from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { type Clock, type OpenPorts, openLog, run } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { crawlerService } from '../src/service.ts'

type Request = BodyOf<typeof ingest.events.crawlRequested>

/** What several crawlers side by side share: a store and a folder of blobs. */
export function openTestStore(dir: string): { store: SqliteStore; blobs: Blobs } {
  return { store: openSqlite(':memory:'), blobs: filesystemBlobs(dir) }
}

type Options = {
  store: SqliteStore
  blobs: Blobs
  env?: Record<string, string>
  allow?: string[]
  clock?: Clock
}

/** A source of web pages as ingest shows it. */
const sourceOf = (id: string, crawlId: string): Source => ({
  ...{
    id,
    crawlId,
    source: 'https://help.example/',
    title: 'Help',
    type: 'url',
    status: 'Ready',
    tags: [],
    metadata: {},
  },
  ...{ added: '2026-01-01T00:00:00.000Z', updated: '2026-01-01T00:00:00.000Z', language: null },
  ...{ version: 1, liveVersion: 1, versions: 1, chunks: 1, bytes: 1 },
})

/** Stands in for ingest: asks for crawls, and keeps what comes of them. */
function requester() {
  const finished: BodyOf<typeof crawler.events.crawlFinished>[] = []
  const told: BodyOf<typeof crawler.events.crawlProgressed>['progress'][] = []
  /** The crawls that sources name. */
  const named = new Map<string, string>()
  const context: any = {}
  const service = standIn({
    name: 'ingest',
    collections: { sources: collection<object>('ingest-sources') },
    handlers: {
      ingest: {
        async sourceRead({ sourceId }) {
          const crawlId = named.get(sourceId)
          if (crawlId === undefined) throw new ServiceError('not_found')
          return sourceOf(sourceId, crawlId)
        },
      },
      crawler: {
        crawlFinished: async (body) => void finished.push(body),
        crawlProgressed: async ({ progress }) => void told.push(progress),
      },
    },
    start: async (started) => {
      Object.assign(context, started.forTenant('acme'))
      return { close: async () => {} }
    },
  })
  const publish = (
    contract: typeof ingest.events.crawlRequested | typeof ingest.events.sourceDeleted,
    key: string,
    body: any,
  ) => context.commit(context.collections.sources, key, () => ({ body: {}, events: [context.event(contract, body)] }))
  return {
    service,
    finished,
    told,
    named,
    request: (url: string, more: Partial<Request> = {}): Promise<unknown> =>
      publish(ingest.events.crawlRequested, more.sourceId ?? 'src_1', {
        ...{ sourceId: 'src_1', version: 1, crawlId: 'crl_1', url, maxPages: 1 },
        ...more,
      }),
    forget: (sourceId: string): Promise<unknown> => publish(ingest.events.sourceDeleted, sourceId, { sourceId }),
    read: (crawlId = 'crl_1', page: { limit?: number; cursor?: string } = {}) =>
      context.ask(crawler.queries.crawlRead, { crawlId, ...page }),
    cancel: (crawlId = 'crl_1') => context.ask(crawler.queries.crawlCancel, { crawlId }),
    rerun: (operationId: string, crawlId = 'crl_1') =>
      context.ask(crawler.queries.crawlRerun, { operationId, crawlId }),
  }
}

/** The crawler on real embedded ports, at no pace, with a stand-in for ingest beside it. For tests. */
export async function startTestCrawler({ store, blobs, env = {}, allow = ['127.0.0.1/32'], clock }: Options) {
  const { service, ...asked } = requester()
  const ports = {
    ...{ bus: sqliteBus(store), documents: sqliteDocuments(store), blobs },
    outboundHttp: openOutboundHttp({ allow }),
  } as unknown as OpenPorts
  const settings = { PUBLIC_URL: 'https://help.example/', CRAWL_LEASE_MS: '1000', CRAWL_PACE_MS: '0', ...env }
  const log = openLog({ level: 'silent', terminal: false })
  const running = await run([crawlerService, service], ports, { env: settings, log, ...(clock && { clock }) })
  return { ...asked, stop: () => running.stop() }
}
