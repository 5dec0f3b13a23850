import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Blobs, filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { type BodyOf, type chat, type ingest, newId, retrieval, ServiceError } from '@frontdesk/contracts'
import { collection, type NewEvent, sqliteDocuments } from '@frontdesk/documents'
import { type OpenPorts, openLog, type Running, run, type Service } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { ingestService } from '../src/service.ts'

const live = collection<object>('test-live')
type Neighbour = StandInContext<{ live: typeof live }>
type Extracted = BodyOf<typeof ingest.events.versionExtracted>
type Options = {
  wrapBlobs?: (blobs: Blobs) => Blobs
  env?: Record<string, string>
  clock?: { now(): number }
  /** What retrieval makes of an extracted version. Default: it is indexed at once. */
  retrieve?: (extracted: Extracted, platform: { indexed(): NewEvent; rejected(): NewEvent }) => NewEvent | undefined
  /** Services beside these. */
  others?: Service[]
}

const nothingErased = async () => ({ removed: [], cursor: null })

/** The ingest service on real embedded ports, with stand-ins for retrieval and crawler beside it. For tests. */
export async function startTestPlatform(options: Options = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-ingest-'))
  const store = openSqlite(':memory:')
  const blobs = filesystemBlobs(join(dir, 'blobs'))
  const ports = {
    bus: sqliteBus(store),
    documents: sqliteDocuments(store),
    blobs: options.wrapBlobs?.(blobs) ?? blobs,
  } as OpenPorts

  const extracted: (Extracted & { tenant: string })[] = []
  const updates: (BodyOf<typeof ingest.events.knowledgeUpdated> & { tenant: string })[] = []
  const crawls: BodyOf<typeof ingest.events.crawlRequested>[] = []
  const progress: BodyOf<typeof chat.queries.sourceProgressTell>[] = []
  let deletions = 0
  let context!: Neighbour
  const settings: Pick<Options, 'retrieve'> & { tellFails?: boolean } = {
    retrieve: options.retrieve,
  }
  const publish = async (tenant: string, key: string, event: NewEvent) => {
    const own = context.forTenant(tenant)
    await own.commit(own.collections.live, key, (stored) => ({ body: stored?.body ?? {}, events: [event] }))
  }
  const neighbour = standIn({
    name: 'neighbours',
    collections: { live },
    handlers: {
      ingest: {
        async versionExtracted(body, { tenant, event }) {
          extracted.push({ ...body, tenant })
          const { sourceId, version, contents } = body
          const chunks = contents.reduce((sum, content) => sum + content.chunks, 0)
          const indexed = () => event(retrieval.events.versionIndexed, { sourceId, version, chunks })
          const error = { code: 'processing_failed', message: 'It could not be indexed.' }
          const rejected = () => event(retrieval.events.versionRejected, { sourceId, version, error })
          const answer = settings.retrieve ? settings.retrieve(body, { indexed, rejected }) : indexed()
          if (answer) await publish(tenant, sourceId, answer)
        },
        async knowledgeUpdated(body, { tenant }) {
          updates.push({ ...body, tenant })
        },
        async crawlRequested(body) {
          crawls.push(body)
        },
        async sourceDeleted() {
          deletions++
        },
      },
      retrieval: {
        sourceForget: async () => ({}),
      },
      chat: {
        copiesErase: nothingErased,
        async sourceProgressTell(body) {
          progress.push(body)
          if (settings.tellFails) throw new ServiceError('unavailable')
          return {}
        },
      },
      analytics: {
        copiesErase: nothingErased,
      },
      copilot: {
        copiesErase: nothingErased,
      },
      channels: {
        copiesErase: nothingErased,
      },
      'webhook-dispatcher': {
        copiesErase: nothingErased,
      },
      gateway: {
        copiesErase: nothingErased,
      },
    },
    start: async (own) => {
      context = own as unknown as Neighbour
      return { close: async () => {} }
    },
  })
  const log = openLog({ level: 'silent', terminal: false })
  const running: Running[] = []
  const start = async (services = [ingestService, neighbour, ...(options.others ?? [])]) => {
    const each = await run(services, ports, {
      env: options.env ?? {},
      log,
      ...(options.clock && { clock: options.clock }),
    })
    running.push(each)
    return each
  }
  await start()

  return {
    extracted,
    updates,
    crawls,
    progress,
    deletions: () => deletions,
    blobs,
    ports,
    settings,
    publish,
    as: (tenant: string) => context.forTenant(tenant),
    start,
    async stop() {
      for (const each of running.splice(0)) await each.stop()
    },
    async upload(content: string | Uint8Array, filename = 'document.txt', tenant = 'acme') {
      const blobId = newId('op')
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const info = await blobs.put(tenant, blobId, bytes)
      return { kind: 'file' as const, blobId, filename, bytes: info.bytes, sha256: info.sha256 }
    },
    async blobIds(tenant = 'acme') {
      const ids: string[] = []
      for await (const { id } of blobs.list(tenant)) ids.push(id)
      return ids
    },
    async close() {
      await this.stop()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
