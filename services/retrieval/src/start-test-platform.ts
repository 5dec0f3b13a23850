import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { type ChunkIndex, lancedbChunkIndex } from '@frontdesk/chunk-index'
import {
  chunksFind,
  embeddingJobCancel,
  embeddingJobList,
  embeddingJobRead,
  newId,
  sourceDeleted,
  sourceDescribed,
  sourceEmbed,
  sourceForget,
  textsEmbed,
  versionExtracted,
  versionIndexed,
  versionRejected,
} from '@frontdesk/contracts'
import { collection, type NewEvent, sqliteDocuments } from '@frontdesk/documents'
import { localModels, type Models } from '@frontdesk/models'
import { type Context, defineService, type OpenPorts, openLog, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { z } from 'zod'
import { retrieval } from './service.ts'

type Page = { title: string; text: string; contentId?: string }

/** The retrieval service on real embedded ports, with a stand-in for ingest beside it. For tests. */
export async function startTestPlatform(
  replace: { models?: Models; wrapIndex?: (index: ChunkIndex) => ChunkIndex } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-retrieval-'))
  const store = openSqlite(':memory:')
  const index = lancedbChunkIndex(join(dir, 'chunks'))
  const clock = { at: Date.now(), now: () => clock.at }
  const ports = {
    bus: sqliteBus(store),
    documents: sqliteDocuments(store),
    blobs: await filesystemBlobs(join(dir, 'blobs')),
    chunkIndex: replace.wrapIndex?.(index) ?? index,
    models: replace.models ?? localModels(),
  } as OpenPorts

  const facts: { kind: 'indexed' | 'rejected'; tenant: string; sourceId: string; version: number; code?: string }[] = []
  const published = { versionExtracted, sourceDescribed, sourceDeleted }
  const asks = {
    chunksFind,
    sourceForget,
    textsEmbed,
    sourceEmbed,
    embeddingJobRead,
    embeddingJobList,
    embeddingJobCancel,
  }
  const sources = collection<object>('test-sources')
  let context!: Context<never, z.ZodType, { sources: typeof sources }, typeof published, typeof asks>
  const ingest = defineService({
    name: 'ingest',
    config: z.object({}),
    uses: [],
    collections: { sources },
    publishes: published,
    asks,
    handles: { versionIndexed, versionRejected },
    handlers: {
      async versionIndexed({ sourceId, version }, { tenant }) {
        facts.push({ kind: 'indexed', tenant, sourceId, version })
      },
      async versionRejected({ sourceId, version, error }, { tenant }) {
        facts.push({ kind: 'rejected', tenant, sourceId, version, code: error.code })
      },
    },
    start: async (own) => {
      context = own
      return { close: async () => {} }
    },
  })
  const log = openLog({ level: 'silent', terminal: false })
  const running = await run([retrieval, ingest], ports, { env: {}, log, clock })
  const publish = async (tenant: string, sourceId: string, event: NewEvent) => {
    const own = context.forTenant(tenant)
    await own.commit(own.collections.sources, sourceId, (stored) => ({ body: stored?.body ?? {}, events: [event] }))
  }

  return {
    facts,
    clock,
    index,
    documents: ports.documents,
    /** What retrieval answers. */
    find: async (tenant: string, question: string, limit = 5) =>
      (await context.forTenant(tenant).ask(chunksFind, { question, limit })).chunks,
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
      const event = context.event(versionExtracted, body)
      await publish(tenant, sourceId, event)
      return { event, again: () => publish(tenant, sourceId, { ...event, id: newId('evt') }) }
    },
    describe: (tenant: string, sourceId: string, title: string) =>
      publish(tenant, sourceId, context.event(sourceDescribed, { sourceId, title })),
    remove: (tenant: string, sourceId: string) => publish(tenant, sourceId, context.event(sourceDeleted, { sourceId })),
    /** What a delete asks before it is acknowledged. */
    forget: (tenant: string, sourceId: string) => context.forTenant(tenant).ask(sourceForget, { sourceId }),
    embed: (tenant: string, texts: string[]) => context.forTenant(tenant).ask(textsEmbed, { texts }),
    embedAgain: (tenant: string, operationId: string, sourceId: string) =>
      context.forTenant(tenant).ask(sourceEmbed, { operationId, sourceId }),
    readJob: (tenant: string, jobId: string) => context.forTenant(tenant).ask(embeddingJobRead, { jobId }),
    listJobs: (tenant: string) => context.forTenant(tenant).ask(embeddingJobList, {}),
    cancelJob: (tenant: string, jobId: string) => context.forTenant(tenant).ask(embeddingJobCancel, { jobId }),
    async close() {
      await running.stop()
      await index.close()
      await ports.bus.close()
      await ports.documents.close()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type TestPlatform = Awaited<ReturnType<typeof startTestPlatform>>
