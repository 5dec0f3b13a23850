import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { type ChunkIndex, sqliteChunkIndex } from '@frontdesk/chunk-index'
import { ingest as ingestContracts, newId, retrieval, ServiceError, type Source } from '@frontdesk/contracts'
import { collection, type NewEvent, sqliteDocuments } from '@frontdesk/documents'
import { localModels, type Models } from '@frontdesk/models'
import { type OpenPorts, openLog, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { retrievalService } from '../src/service.ts'

/** A source of a file as ingest shows it. */
const sourceOf = (id: string, name: string): Source => ({
  ...{ id, source: name, title: name, type: 'file', status: 'Ready', tags: [], metadata: {}, language: null },
  ...{ added: '2026-01-01T00:00:00.000Z', updated: '2026-01-01T00:00:00.000Z' },
  ...{ version: 1, liveVersion: 1, versions: 1, chunks: 1, bytes: 1 },
})

type Page = { title: string; text: string; contentId?: string }

/** The retrieval service on real embedded ports, with a stand-in for ingest beside it. For tests. */
export async function startTestRetrieval(
  replace: { models?: Models; wrapIndex?: (index: ChunkIndex) => ChunkIndex } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-retrieval-'))
  const store = openSqlite(':memory:')
  const index = sqliteChunkIndex(join(dir, 'chunks.db'))
  const clock = { at: Date.now(), now: () => clock.at }
  const ports = {
    bus: sqliteBus(store),
    documents: sqliteDocuments(store),
    blobs: await filesystemBlobs(join(dir, 'blobs')),
    chunkIndex: replace.wrapIndex?.(index) ?? index,
    models: replace.models ?? localModels(),
  } as OpenPorts

  const facts: { kind: 'indexed' | 'rejected'; tenant: string; sourceId: string; version: number; code?: string }[] = []
  const reindexed: { tenant: string; sourceId: string; done: number; total: number; isEnded: boolean }[] = []
  const progressed: { sourceId: string; done: number; total: number }[] = []
  /** Names of files, by the sources that came from them. */
  const files = new Map<string, string>()
  const sources = collection<object>('test-sources')
  let context!: StandInContext<{ sources: typeof sources }>
  const ingest = standIn({
    name: 'ingest',
    collections: { sources },
    handlers: {
      ingest: {
        async sourceRead({ sourceId }) {
          const name = files.get(sourceId)
          if (name === undefined) throw new ServiceError('not_found')
          return sourceOf(sourceId, name)
        },
      },
      retrieval: {
        async versionIndexed({ sourceId, version }, { tenant }) {
          facts.push({ kind: 'indexed', tenant, sourceId, version })
        },
        async versionProgressed({ sourceId, done, total }) {
          progressed.push({ sourceId, done, total })
        },
        async versionReindexed({ sourceId, done, total, isEnded = false }, { tenant }) {
          reindexed.push({ tenant, sourceId, done, total, isEnded })
        },
        async versionRejected({ sourceId, version, error }, { tenant }) {
          facts.push({ kind: 'rejected', tenant, sourceId, version, code: error.code })
        },
      },
    },
    start: async (own) => {
      context = own
      return { close: async () => {} }
    },
  })
  const log = openLog({ level: 'silent', terminal: false })
  const running = [await run([retrievalService, ingest], ports, { env: {}, log, clock })]
  const publish = async (tenant: string, sourceId: string, event: NewEvent) => {
    const own = context.forTenant(tenant)
    await own.commit(own.collections.sources, sourceId, (stored) => ({ body: stored?.body ?? {}, events: [event] }))
  }

  return {
    facts,
    files,
    progressed,
    reindexed,
    metrics: () => running[0]!.health.registry.metrics(),
    clock,
    index,
    blobs: ports.blobs,
    documents: ports.documents,
    as: (tenant: string) => context.forTenant(tenant),
    /** What retrieval answers. */
    find: async (tenant: string, question: string, limit = 5) =>
      (await context.forTenant(tenant).ask(retrieval.queries.chunksFind, { question, limit })).chunks,
    /** Says that a version was extracted: a content a page, a chunk a paragraph. */
    async extract(tenant: string, sourceId: string, version: number, pages: Page[], withBlobs = true) {
      const contents = []
      for (const { title, text, contentId = newId('cnt') } of pages) {
        const chunks = text.split('\n\n').map((part, at) => ({ index: at, text: part, start: 0, end: part.length }))
        const chunksBlobId = `${contentId}-chunks`
        const lines = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('')
        if (withBlobs) await ports.blobs.put(tenant, chunksBlobId, Buffer.from(lines))
        contents.push({ contentId, chunksBlobId, chunks: chunks.length, title })
      }
      const body = { sourceId, version, title: pages[0]!.title, language: 'en', contents }
      const event = context.event(ingestContracts.events.versionExtracted, body)
      await publish(tenant, sourceId, event)
      return { event, again: () => publish(tenant, sourceId, { ...event, id: newId('evt') }) }
    },
    describe: (tenant: string, sourceId: string, title: string) =>
      publish(tenant, sourceId, context.event(ingestContracts.events.sourceDescribed, { sourceId, title })),
    remove: (tenant: string, sourceId: string) =>
      publish(tenant, sourceId, context.event(ingestContracts.events.sourceDeleted, { sourceId })),
    /** What a delete asks before it is acknowledged. */
    forget: (tenant: string, sourceId: string) =>
      context.forTenant(tenant).ask(retrieval.queries.sourceForget, { sourceId }),
    embed: (tenant: string, texts: string[]) => context.forTenant(tenant).ask(retrieval.queries.textsEmbed, { texts }),
    embedAgain: (tenant: string, operationId: string, sourceId: string) =>
      context.forTenant(tenant).ask(retrieval.queries.sourceEmbed, { operationId, sourceId }),
    readJob: (tenant: string, jobId: string) =>
      context.forTenant(tenant).ask(retrieval.queries.embeddingJobRead, { jobId }),
    listJobs: (tenant: string) => context.forTenant(tenant).ask(retrieval.queries.embeddingJobList, {}),
    cancelJob: (tenant: string, jobId: string) =>
      context.forTenant(tenant).ask(retrieval.queries.embeddingJobCancel, { jobId }),
    /** A second process of the service beside the first; its models may be its own. */
    async another(models: Models = ports.models) {
      running.push(await run([retrievalService], { ...ports, models }, { env: {}, log, clock }))
    },
    /** Resolves when the first process has ended; what it was at is over by then. */
    stopFirst: () => running[0]!.stop(),
    async close() {
      for (const each of running) await each.stop()
      await index.close()
      await ports.bus.close()
      await ports.documents.close()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type TestRetrieval = Awaited<ReturnType<typeof startTestRetrieval>>
